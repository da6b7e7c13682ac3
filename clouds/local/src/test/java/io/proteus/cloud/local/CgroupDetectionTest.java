package io.proteus.cloud.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupDetectionTest {
  @TempDir Path root;

  @Test
  void versionOneHasOneTreeForEachController() throws IOException {
    Path cpu = Files.createDirectories(root.resolve("cpu/user"));
    Path memory = Files.createDirectories(root.resolve("memory"));

    CgroupLayout layout =
        CgroupDetection.detect(
            List.of(
                "24 1 0:5 / /proc rw - proc proc rw",
                mount("/", root.resolve("cpu"), "cgroup", "rw,cpu,cpuacct"),
                mount("/", memory, "cgroup", "rw,memory")),
            List.of("4:memory:/", "1:cpu,cpuacct:/user", "0::/"));

    assertThat(layout).isEqualTo(new CgroupLayout.V1(cpu, memory));
  }

  @Test
  void aContainerSeesItsOwnGroupAsTheRoot() throws IOException {
    Path cpu = Files.createDirectories(root.resolve("cpu"));

    CgroupLayout layout =
        CgroupDetection.detect(
            List.of(mount("/docker/abc", cpu, "cgroup", "rw,cpu")), List.of("1:cpu:/docker/abc"));

    assertThat(layout).isEqualTo(new CgroupLayout.V1(cpu, null));
  }

  @Test
  void versionTwoIsUsedFromTheNearestGroupThatHandsOnTheCpu() throws IOException {
    Path session = Files.createDirectories(root.resolve("user.slice/session.scope"));
    Files.writeString(session.resolve("cgroup.subtree_control"), "\n");
    Files.writeString(root.resolve("user.slice/cgroup.subtree_control"), "cpu memory\n");
    Files.writeString(root.resolve("cgroup.subtree_control"), "cpu\n");

    CgroupLayout layout =
        CgroupDetection.detect(
            List.of(mount("/", root, "cgroup2", "rw")), List.of("0::/user.slice/session.scope"));

    assertThat(layout).isEqualTo(new CgroupLayout.V2(root.resolve("user.slice")));
  }

  @Test
  void thereIsNoneWhereNoGroupHandsOnTheCpu() throws IOException {
    Files.writeString(root.resolve("cgroup.subtree_control"), "memory\n");

    assertThat(CgroupDetection.detect(List.of(mount("/", root, "cgroup2", "rw")), List.of("0::/")))
        .isNull();
    assertThat(CgroupDetection.detect(List.of(), List.of())).isNull();
  }

  private static String mount(String part, Path point, String type, String options) {
    return "33 25 0:29 %s %s rw,nosuid shared:9 - %s %s %s"
        .formatted(part, point, type, type, options);
  }
}
