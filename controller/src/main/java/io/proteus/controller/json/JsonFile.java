package io.proteus.controller.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.proteus.core.units.OneLine;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** A file of JSON from anywhere: it is read as a stream, and refused with a sentence. */
final class JsonFile {
  private static final int MOST_DEPTH = 100;
  private static final int LONGEST_TEXT = 1_000_000;
  private static final int LONGEST_KEY = 10_000;
  private static final int LONGEST_NUMBER = 1_000;

  /** NaN and infinities are read, so that the sentence about them names the field. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MOST_DEPTH)
                  .maxStringLength(LONGEST_TEXT)
                  .maxNameLength(LONGEST_KEY)
                  .maxNumberLength(LONGEST_NUMBER)
                  .build())
          .build();

  /** The first bytes of texts that are not UTF-8. */
  private static final Map<String, String> OTHER_ENCODINGS =
      Map.of(
          "FFFE", "UTF-16",
          "FEFF", "UTF-16",
          "0000", "UTF-32",
          "7B00", "UTF-16",
          "007B", "UTF-16",
          "2000", "UTF-16",
          "0020", "UTF-16",
          "0A00", "UTF-16",
          "000A", "UTF-16");

  private static final int FILE_TYPE = 0xF000;
  private static final int CHARACTER_DEVICE = 0x2000;
  private static final int BLOCK_DEVICE = 0x6000;

  /** Reads all that is in an open file. */
  interface Reading<T> {
    T of(InputStream bytes) throws IOException, UnreadableJson;
  }

  private JsonFile() {}

  /** What a file holds; every reason why it cannot be read names the file. */
  static <T> T read(Path file, Reading<T> reading) throws UnreadableJson {
    String name = OneLine.escaped(file.toString());
    try {
      if (Files.isDirectory(file)) {
        throw new UnreadableJson("it is a folder, want a file.");
      }
      if (isDevice(file)) {
        throw new UnreadableJson("it is a device, want a file.");
      }
      try (InputStream bytes = Files.newInputStream(file)) {
        return reading.of(bytes);
      }
    } catch (UnreadableJson e) {
      throw new UnreadableJson("%s: %s".formatted(name, e.getMessage()), e);
    } catch (IOException e) {
      throw new UnreadableJson("%s: %s".formatted(name, reason(e)), e);
    }
  }

  private static boolean isDevice(Path file) throws IOException {
    if (!Files.exists(file)
        || !file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return false;
    }
    int type = (Integer) Files.getAttribute(file, "unix:mode") & FILE_TYPE;
    return type == CHARACTER_DEVICE || type == BLOCK_DEVICE;
  }

  private static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "there is no such file.";
    }
    if (e instanceof AccessDeniedException) {
      return "this user may not read it.";
    }
    String said = e instanceof FileSystemException failed ? failed.getReason() : e.getMessage();
    return said == null
        ? "it cannot be read."
        : "it cannot be read: " + OneLine.escaped(said) + ".";
  }

  /** The only value of a stream of UTF-8. */
  static Object document(InputStream bytes, Shape shape) throws IOException, UnreadableJson {
    InputStream stream = new BufferedInputStream(bytes, 1 << 16);
    refuseOtherEncodings(stream);
    try (JsonParser parser = FACTORY.createParser(stream)) {
      try {
        return document(parser, shape);
      } catch (StreamReadException | MalformedInputException e) {
        throw notJson(parser, e);
      }
    }
  }

  private static Object document(JsonParser parser, Shape shape)
      throws IOException, UnreadableJson {
    JsonSource source = new JsonSource(parser);
    if (source.next() == null) {
      throw new UnreadableJson("it is empty.");
    }
    Object read = shape.read(source);
    if (source.next() != null) {
      throw new UnreadableJson(at(parser) + "there is more after the end of the document.");
    }
    return read;
  }

  private static void refuseOtherEncodings(InputStream stream) throws IOException, UnreadableJson {
    stream.mark(2);
    byte[] first = stream.readNBytes(2);
    stream.reset();
    String encoding =
        first.length < 2 ? null : OTHER_ENCODINGS.get("%02X%02X".formatted(first[0], first[1]));
    if (encoding != null) {
      throw new UnreadableJson("it is in %s. Save it as UTF-8.".formatted(encoding));
    }
  }

  /** In words of our own, as the parser's are about bytes and tokens. */
  private static UnreadableJson notJson(JsonParser parser, IOException e) {
    String said = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    String problem;
    if (e instanceof StreamConstraintsException) {
      problem =
          said.contains("depth")
              ? "it is nested deeper than %d levels.".formatted(MOST_DEPTH)
              : said.contains("number")
                  ? "want numbers of %d digits at most.".formatted(LONGEST_NUMBER)
                  : said.contains("name")
                      ? "want keys of %d characters at most.".formatted(LONGEST_KEY)
                      : "want texts of %d characters at most.".formatted(LONGEST_TEXT);
    } else if (e instanceof JsonEOFException) {
      problem = "it ends before its document does. It may have been cut off.";
    } else if (said.contains("utf-8") || e instanceof MalformedInputException) {
      problem = "it is not UTF-8. Save it as UTF-8.";
    } else {
      problem =
          "it is not JSON from here on." + (isAtStart(parser) ? " YAML is not read here." : "");
    }
    return new UnreadableJson(at(parser) + problem, e);
  }

  private static boolean isAtStart(JsonParser parser) {
    return parser.getParsingContext().inRoot();
  }

  private static String at(JsonParser parser) {
    return "line %d: ".formatted(parser.currentLocation().getLineNr());
  }
}
