package io.proteus.cloud.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The memory that control groups have left (cgroups(7), both versions). A container's limit is one
 * of them and holds whatever its machine has.
 */
final class CgroupMemory {
  private CgroupMemory() {}

  /**
   * The least memory left in any group, in bytes; null where no group has a limit.
   *
   * @param groups a group and those above it
   */
  static @Nullable Long leftBytes(List<Path> groups) {
    Long least = null;
    for (Path group : groups) {
      Long left = left(group);
      if (left != null && (least == null || left < least)) {
        least = left;
      }
    }
    return least;
  }

  private static @Nullable Long left(Path group) {
    Long limit = number(group, "memory.max", "memory.limit_in_bytes");
    Long used = number(group, "memory.current", "memory.usage_in_bytes");
    return limit == null || used == null ? null : Math.max(0, limit - used + givenBack(group));
  }

  /** Pages of files, which the kernel drops when memory is asked for, as MemAvailable has it. */
  private static long givenBack(Path group) {
    String text = read(group.resolve("memory.stat"));
    if (text == null) {
      return 0;
    }
    // version 1 has the group alone without "total_", version 2 the whole group
    String prefix = text.contains("total_inactive_file ") ? "total_" : "";
    return text.lines()
        .map(line -> line.split(" "))
        .filter(
            words ->
                words.length == 2
                    && (words[0].equals(prefix + "inactive_file")
                        || words[0].equals(prefix + "active_file")))
        .mapToLong(words -> Long.parseLong(words[1]))
        .sum();
  }

  /** The number in the file of either version; null where there is none. */
  private static @Nullable Long number(Path group, String two, String one) {
    String text = read(group.resolve(two));
    if (text == null) {
      text = read(group.resolve(one));
    }
    return text == null || !text.strip().matches("\\d{1,19}") ? null : Long.valueOf(text.strip());
  }

  private static @Nullable String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException notThere) {
      return null;
    }
  }
}
