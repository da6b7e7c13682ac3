package io.proteus.cloud.local;

import io.proteus.core.units.ByteSize;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The record of a cap.
 *
 * @param cores null is no limit
 * @param memoryBytes null is no limit
 * @param directories of the control group, whether they exist by now or not
 * @param hindrance why the cap does not hold, null when it does
 */
record CapRecord(
    String group,
    @Nullable Double cores,
    @Nullable Long memoryBytes,
    List<String> directories,
    @Nullable String hindrance) {

  static CapRecord of(Capping capping, List<Path> directories) {
    ByteSize memory = capping.wanted().memory();
    return new CapRecord(
        capping.group(),
        capping.wanted().cores(),
        memory == null ? null : memory.bytes(),
        directories.stream().map(Path::toString).toList(),
        capping.hindrance());
  }

  List<Path> paths() {
    return directories.stream().map(Path::of).toList();
  }

  Capping capping() {
    Long bytes = memoryBytes;
    return new Capping(
        group, new ResourceCap(cores, bytes == null ? null : new ByteSize(bytes)), hindrance);
  }
}
