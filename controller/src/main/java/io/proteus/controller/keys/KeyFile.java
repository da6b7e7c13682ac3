package io.proteus.controller.keys;

import io.proteus.core.bulkload.GivenSplits;
import io.proteus.core.bulkload.KeySample;
import io.proteus.core.bulkload.SamplePartitioner;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.units.InvalidValue;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file with a key a line, as bytes; those that are no text may be written as {@code \xNN}. Empty
 * lines are passed over.
 *
 * @param option the option or setting that names it
 * @param folder the working folder
 * @param path as it was given
 */
public record KeyFile(String option, Path folder, Path path) {
  /** Of a longer sample as many are drawn, evenly: more would not make the splits any better. */
  static final int MOST_KEYS = 1_000_000;

  /** A longer line is no row key of any store. */
  private static final int LONGEST_KEY = Short.MAX_VALUE;

  private static final Pattern ESCAPED = Pattern.compile("\\\\x([0-9A-Fa-f]{2})");

  /** Splits at quantiles of these keys. */
  public SamplePartitioner sample() {
    List<RowKey> keys = read(MOST_KEYS);
    if (keys.isEmpty()) {
      throw new InvalidValue(
          "%s: has no key in it, want some of the keys that are to be loaded, one a line."
              .formatted(name()));
    }
    return new SamplePartitioner(name(), KeySample.of(keys));
  }

  /** Splits at these keys. */
  public GivenSplits splits() {
    List<RowKey> keys = read(Integer.MAX_VALUE);
    if (keys.isEmpty()) {
      throw new InvalidValue(
          "%s: has no key in it, want at least one split key, one a line.".formatted(name()));
    }
    return new GivenSplits(name(), keys);
  }

  private String name() {
    return option + " " + path;
  }

  /** All keys in the file's order; when there are more, as many drawn from them evenly. */
  private List<RowKey> read(int most) {
    List<RowKey> keys = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(1);
    // one character a byte, so that keys are read as they are stored
    try (BufferedReader lines =
        Files.newBufferedReader(folder.resolve(path), StandardCharsets.ISO_8859_1)) {
      long seen = 0;
      long number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (line.isEmpty()) {
          continue;
        }
        seen++;
        RowKey key = key(line, number);
        if (keys.size() < most) {
          keys.add(key);
        } else {
          long place = random.nextLong(seen);
          if (place < most) {
            keys.set((int) place, key);
          }
        }
      }
    } catch (NoSuchFileException e) {
      throw unreadable("there is no such file");
    } catch (IOException e) {
      throw unreadable(e.getMessage() == null ? e.toString() : e.getMessage());
    }
    return keys;
  }

  private InvalidValue unreadable(String why) {
    return new InvalidValue(
        "%s: cannot be read (%s). Want a file with a key a line.".formatted(name(), why));
  }

  private RowKey key(String line, long number) {
    byte[] bytes = bytes(line);
    if (bytes.length > LONGEST_KEY) {
      throw new InvalidValue(
          "%s, line %,d: want a key of at most %,d bytes, got %,d. Is there one key a line?"
              .formatted(name(), number, LONGEST_KEY, bytes.length));
    }
    return RowKey.of(bytes);
  }

  /**
   * A key that was given in a setting or on the command line, as UTF-8, in the notation of the
   * files.
   */
  public static byte[] bytesOfArgument(String text) {
    return bytes(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
  }

  static byte[] bytes(String line) {
    if (line.indexOf('\\') < 0) {
      return line.getBytes(StandardCharsets.ISO_8859_1);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(line.length());
    Matcher escaped = ESCAPED.matcher(line);
    int from = 0;
    while (escaped.find()) {
      bytes.writeBytes(line.substring(from, escaped.start()).getBytes(StandardCharsets.ISO_8859_1));
      bytes.write(Integer.parseInt(escaped.group(1), 16));
      from = escaped.end();
    }
    bytes.writeBytes(line.substring(from).getBytes(StandardCharsets.ISO_8859_1));
    return bytes.toByteArray();
  }
}
