package io.proteus.cloud.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Records of one kind, one JSON file each, named by the record and ending in {@code suffix}. */
record RecordFolder<T>(Path directory, String suffix, Class<T> type, ObjectMapper json) {

  void write(String name, T record) throws PortException {
    try {
      DurableFile.write(
          file(name), json.writerWithDefaultPrettyPrinter().writeValueAsString(record));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record that is no JSON: " + record, e);
    }
  }

  Optional<T> read(String name) throws PortException {
    return Files.exists(file(name)) ? Optional.ofNullable(read(file(name))) : Optional.empty();
  }

  /** All records, in the order of their names. */
  List<T> readAll() throws PortException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<Path> files;
    try (Stream<Path> listing = Files.list(directory)) {
      files = listing.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    } catch (IOException e) {
      throw unreadable(directory, e);
    }
    List<T> records = new ArrayList<>();
    for (Path file : files) {
      T record = read(file);
      if (record != null) {
        records.add(record);
      }
    }
    return records;
  }

  void remove(String name) throws PortException {
    try {
      Files.deleteIfExists(file(name));
    } catch (IOException e) {
      throw new PortException("%s: cannot be removed (%s).".formatted(file(name), e), e);
    }
  }

  // null: removed by another process of ours meanwhile
  private @Nullable T read(Path file) throws PortException {
    try {
      return json.readValue(Files.readString(file), type);
    } catch (NoSuchFileException gone) {
      return null;
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private Path file(String name) {
    return directory.resolve(name + suffix);
  }

  private static PortException unreadable(Path file, IOException cause) {
    return new PortException("%s: cannot be read (%s).".formatted(file, cause), cause);
  }
}
