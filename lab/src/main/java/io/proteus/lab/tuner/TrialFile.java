package io.proteus.lab.tuner;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The trials of a run as JSON, one a line, each on the disk before the next one begins. The first
 * line says what the run is about. A last line that was not written to its end is taken away.
 */
public final class TrialFile {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .serializationInclusion(JsonInclude.Include.NON_NULL)
          .build();

  private final Path file;
  private final Header header;
  private final List<Trial> trials;

  /**
   * What a run is about: one that goes on has to be about the same.
   *
   * @param levels of each parameter, in order
   * @param comparisons how often each side is compared; null in files from before it was kept
   * @param references what the result is compared with, by name; null in the same files
   */
  public record Header(
      String schema,
      String on,
      String workload,
      String measurement,
      long seed,
      int trials,
      Map<String, List<String>> levels,
      @Nullable Integer comparisons,
      @Nullable Map<String, Map<String, String>> references) {
    static final String SCHEMA = "proteus/trials/1";

    public Header {
      levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
      references =
          references == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(references));
    }

    public static Header of(
        String on, String workload, String measurement, Tuner.Settings settings, Space space) {
      Map<String, List<String>> levels = new LinkedHashMap<>();
      space.tunables().forEach(tunable -> levels.put(tunable.name(), tunable.levels()));
      return new Header(
          SCHEMA,
          on,
          workload,
          measurement,
          settings.seed(),
          settings.trials(),
          levels,
          settings.comparisons(),
          settings.references());
    }

    private void mustBe(Header other, Path file) {
      differs("--on", on, other.on, file);
      differs("--workload", workload, other.workload, file);
      differs("--seed", seed, other.seed, file);
      differs("--trials", trials, other.trials, file);
      differs("--parameters", levels, other.levels, file);
      differs("way of measuring", measurement, other.measurement, file);
      differs("--compare", comparisons, other.comparisons, file);
      differs("--against", references, other.references, file);
    }

    /** What an older file does not tell is taken for the same. */
    private static void differs(
        String what, @Nullable Object asked, @Nullable Object there, Path file) {
      if (there != null && !there.equals(asked)) {
        throw new InvalidValue(
            "%s: its trials were made with another %s: %s, now %s. Ask for the same, or begin anew with another --report."
                .formatted(file, what, there, asked));
      }
    }
  }

  private TrialFile(Path file, Header header, List<Trial> trials) {
    this.file = file;
    this.header = header;
    this.trials = new CopyOnWriteArrayList<>(trials); // who ends the process asks for it too
  }

  /**
   * Opens the file of a run, or begins it.
   *
   * @param resume whether trials that are there already are to be taken over
   * @throws InvalidValue if there are and they are not, or if they are of another run
   */
  public static TrialFile open(Path file, Header header, boolean resume) throws IOException {
    if (!Files.exists(file) || Files.size(file) == 0) {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      TrialFile begun = new TrialFile(file, header, List.of());
      begun.append(header);
      return begun;
    }
    List<String> lines = wholeLines(file);
    List<Trial> there = new ArrayList<>();
    if (lines.isEmpty()) {
      return beginAgain(file, header);
    }
    try {
      Header found = read(lines.get(0), Header.class);
      for (String line : lines.subList(1, lines.size())) {
        there.add(read(line, Trial.class));
      }
      if (there.isEmpty()) {
        return beginAgain(file, header);
      }
      if (!resume) {
        throw new InvalidValue(
            "%s: holds %d trials of an earlier run. --resume goes on with them; another --report begins anew."
                .formatted(file, there.size()));
      }
      header.mustBe(found, file);
      return new TrialFile(file, header, there);
    } catch (JsonProcessingException e) {
      throw new InvalidValue(
          "%s: want trials, one a line, got something else: %s. Another --report begins anew."
              .formatted(file, e.getOriginalMessage()));
    }
  }

  private static <T> T read(String line, Class<T> type) throws JsonProcessingException {
    T read = JSON.readValue(line, type);
    if (read == null) {
      throw MismatchedInputException.from(null, type, "null");
    }
    return read;
  }

  private static TrialFile beginAgain(Path file, Header header) throws IOException {
    Files.delete(file);
    return open(file, header, false);
  }

  /** What was written to its end; the rest is cut off. */
  private static List<String> wholeLines(Path file) throws IOException {
    String text = Files.readString(file);
    int end = text.lastIndexOf('\n') + 1;
    if (end < text.length()) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(text.substring(0, end).getBytes(StandardCharsets.UTF_8).length);
      }
    }
    return text.substring(0, end).lines().filter(line -> !line.isBlank()).toList();
  }

  /** Every trial so far, in order. */
  public List<Trial> trials() {
    return List.copyOf(trials);
  }

  public Header header() {
    return header;
  }

  /** Keeps a trial; it is on the disk when this returns. */
  public void add(Trial trial) throws IOException {
    append(trial);
    trials.add(trial);
  }

  private void append(Object value) throws IOException {
    byte[] line = (JSON.writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      ByteBuffer bytes = ByteBuffer.wrap(line);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }
}
