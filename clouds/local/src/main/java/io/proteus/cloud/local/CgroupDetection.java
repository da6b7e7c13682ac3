package io.proteus.cloud.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the control groups that this process may use, from {@code /proc/self/mountinfo} and {@code
 * /proc/self/cgroup} (proc(5), cgroups(7)). New groups are made below our own, so the limits of a
 * container or a user's session hold for them too.
 */
final class CgroupDetection {
  private static final String MEMORY = "memory";

  private CgroupDetection() {}

  /** The layout of this machine, or null where there is none to be found. */
  static @Nullable CgroupLayout onThisMachine() {
    try {
      return detect(
          Files.readAllLines(Path.of("/proc/self/mountinfo")),
          Files.readAllLines(Path.of("/proc/self/cgroup")));
    } catch (IOException noProc) {
      return null;
    }
  }

  static @Nullable CgroupLayout detect(List<String> mountInfo, List<String> ownGroups) {
    List<Mount> mounts = mountInfo.stream().map(Mount::parse).toList();
    Path cpu = v1Directory(mounts, ownGroups, "cpu");
    if (cpu != null) {
      return new CgroupLayout.V1(cpu, v1Directory(mounts, ownGroups, MEMORY));
    }
    for (Mount mount : mounts) {
      if (mount.type().equals("cgroup2")) {
        Path base = delegatedCpu(mount, mount.directory(ownPath(ownGroups, "")));
        return base == null ? null : new CgroupLayout.V2(base);
      }
    }
    return null;
  }

  /**
   * The groups whose limits hold for our memory, our own first; none where there is no controller
   * of it to be seen.
   */
  static List<Path> memoryGroups(List<String> mountInfo, List<String> ownGroups) {
    List<Mount> mounts = mountInfo.stream().map(Mount::parse).toList();
    for (Mount mount : mounts) {
      if (mount.type().equals("cgroup") && mount.options().contains(MEMORY)) {
        return mount.upwards(mount.directory(ownPath(ownGroups, MEMORY)));
      }
    }
    for (Mount mount : mounts) {
      if (mount.type().equals("cgroup2")) {
        return mount.upwards(mount.directory(ownPath(ownGroups, "")));
      }
    }
    return List.of();
  }

  private static @Nullable Path v1Directory(
      List<Mount> mounts, List<String> ownGroups, String controller) {
    for (Mount mount : mounts) {
      if (mount.type().equals("cgroup") && mount.options().contains(controller)) {
        return mount.directory(ownPath(ownGroups, controller));
      }
    }
    return null;
  }

  /** The nearest group, from our own upwards, whose children get the CPU controller. */
  private static @Nullable Path delegatedCpu(Mount mount, Path own) {
    for (Path group = own;
        group != null && group.startsWith(mount.point());
        group = group.getParent()) {
      try {
        String children = Files.readString(group.resolve("cgroup.subtree_control"));
        if (Arrays.asList(children.strip().split(" ")).contains("cpu")) {
          return group;
        }
      } catch (IOException notReadable) {
        // its parent may be
      }
    }
    return null;
  }

  /** Our own group of a controller as the kernel names it; the controller of v2 is empty. */
  private static String ownPath(List<String> ownGroups, String controller) {
    for (String line : ownGroups) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && Arrays.asList(parts[1].split(",")).contains(controller)) {
        return parts[2];
      }
    }
    return "/";
  }

  /**
   * A line of mountinfo.
   *
   * @param root which part of the tree is mounted: in a container not all of it
   */
  private record Mount(String root, Path point, String type, List<String> options) {

    static Mount parse(String line) {
      String[] sides = line.split(" - ", 2);
      String[] left = sides[0].split(" ");
      String[] right = sides.length == 2 ? sides[1].split(" ") : new String[0];
      return new Mount(
          left.length > 3 ? left[3] : "/",
          Path.of(left.length > 4 ? left[4] : "/"),
          right.length > 0 ? right[0] : "",
          right.length > 2 ? List.of(right[2].split(",")) : List.of());
    }

    /** The directory of a group that the kernel names. */
    Path directory(String group) {
      String seen = group.startsWith(root) ? group.substring(root.length()) : "";
      Path directory = point.resolve(seen.replaceFirst("^/+", ""));
      return Files.isDirectory(directory) ? directory : point;
    }

    /** The groups from this one up to the mounted one, which in a container is the container's. */
    List<Path> upwards(Path group) {
      List<Path> groups = new ArrayList<>();
      for (Path next = group; next != null && next.startsWith(point); next = next.getParent()) {
        groups.add(next);
      }
      return groups;
    }
  }
}
