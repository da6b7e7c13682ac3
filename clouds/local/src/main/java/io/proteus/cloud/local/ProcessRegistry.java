package io.proteus.cloud.local;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.cloud.local.ProcFs.MarkedProcess;
import io.proteus.core.port.PortException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which processes were started, one JSON file each.
 *
 * <p>A process is written down before it is started, and carries the registry's path and its own
 * name in its environment. So whenever Proteus is killed, what it started is found again: by its
 * record, or by the marker ({@link #strays}).
 */
final class ProcessRegistry {

  /** The environment variable that marks a process as started from a registry. */
  static final String MARKER = "PROTEUS_PROCESS";

  /** The characters that {@link #ascii} encodes. */
  private static final Pattern ENCODED = Pattern.compile("%([0-9a-f]{4})");

  private final Path directory;
  private final RecordFolder<ProcessRecord> records;
  private final ProcFs proc;

  /**
   * @param directory absolute and without symbolic links, because it is part of the marker
   */
  ProcessRegistry(Path directory, ObjectMapper json, ProcFs proc) {
    this.directory = directory;
    this.records = new RecordFolder<>(directory, ".process.json", ProcessRecord.class, json);
    this.proc = proc;
  }

  /** The value of {@link #MARKER} of a process of this registry. */
  String marker(String name) {
    return markerPrefix() + name;
  }

  /** Notes that a process is about to be started. */
  void intend(ProcessSpec spec) throws PortException {
    write(spec, null);
  }

  /** Notes which process the intended one has become. */
  void started(ProcessSpec spec, ProcessIdentity identity) throws PortException {
    write(spec, identity);
  }

  void forget(String name) throws PortException {
    records.remove(name);
  }

  List<ProcessRecord> records() throws PortException {
    return records.readAll();
  }

  Optional<ProcessRecord> record(String name) throws PortException {
    return records.read(name);
  }

  /**
   * Living processes with this registry's marker and without a record. A Proteus that was killed
   * before it wrote the record started them, or they are children of such a process.
   */
  List<ProcessRecord> strays() throws PortException {
    List<ProcessRecord> known = records();
    List<ProcessRecord> strays = new ArrayList<>();
    for (MarkedProcess marked : proc.withEnvironment(MARKER, markerPrefix())) {
      if (known.stream().noneMatch(record -> marked.identity().equals(record.identity()))) {
        String name = marked.marker().substring(markerPrefix().length());
        strays.add(new ProcessRecord(name, marked.identity(), "", name));
      }
    }
    return strays;
  }

  /**
   * The directories of all registries with living processes, as far as their environments may be
   * read. Deleted directories, and those that the marker does not identify, are left out.
   */
  static Set<Path> inUse(ProcFs proc) {
    Set<Path> directories = new TreeSet<>();
    for (MarkedProcess marked : proc.withEnvironment(MARKER, "")) {
      int end = marked.marker().indexOf("//");
      if (end > 0) {
        String ascii = marked.marker().substring(0, end);
        directory(ascii).or(() -> directory(fromAscii(ascii))).ifPresent(directories::add);
      }
    }
    return directories;
  }

  private static Optional<Path> directory(String path) {
    try {
      return Optional.of(Path.of(path)).filter(Files::isDirectory);
    } catch (InvalidPathException notInOurEncoding) {
      return Optional.empty();
    }
  }

  // no normal path has two slashes in a row, so no registry's prefix begins another's
  private String markerPrefix() {
    return ascii(directory.toString()) + "//";
  }

  /** The same text in whichever encoding an environment is written and read. */
  static String ascii(String text) {
    StringBuilder ascii = new StringBuilder();
    text.chars()
        .forEach(
            character -> {
              if (character < 128) {
                ascii.append((char) character);
              } else {
                ascii.append("%%%04x".formatted(character));
              }
            });
    return ascii.toString();
  }

  private static String fromAscii(String ascii) {
    return ENCODED
        .matcher(ascii)
        .replaceAll(
            code ->
                Matcher.quoteReplacement(
                    Character.toString((char) Integer.parseInt(code.group(1), 16))));
  }

  private void write(ProcessSpec spec, @Nullable ProcessIdentity identity) throws PortException {
    String log = spec.log().toAbsolutePath().toString();
    records.write(spec.name(), new ProcessRecord(spec.name(), identity, log, spec.capGroup()));
  }
}
