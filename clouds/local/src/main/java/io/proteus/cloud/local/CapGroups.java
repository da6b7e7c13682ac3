package io.proteus.cloud.local;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Caps groups of processes with control groups. Every directory is recorded before it is made, so
 * any later process can remove it.
 */
final class CapGroups {

  /** The kernel empties a group a little after its last process has ended. */
  private static final Duration REMOVAL_PATIENCE = Duration.ofSeconds(5);

  private static final Duration PROBE_PATIENCE = Duration.ofSeconds(5);

  private final Path directory;
  private final RecordFolder<CapRecord> records;
  private final @Nullable CgroupLayout layout;

  CapGroups(Path directory, ObjectMapper json, @Nullable CgroupLayout layout) {
    this.directory = directory;
    this.records = new RecordFolder<>(directory, ".cap.json", CapRecord.class, json);
    this.layout = layout;
  }

  /** Sets a group's cap for its present and later processes. */
  Capping apply(String group, ResourceCap cap) throws PortException {
    ProcessSpec.checkName("cap group", group);
    Optional<CapRecord> before = records.read(group);
    if (cap.isNone() && before.isEmpty()) {
      return new Capping(group, cap, null);
    }
    if (layout == null) {
      return note(group, cap, List.of(), "this machine has no CPU control groups for us");
    }
    List<Path> directories = new ArrayList<>(layout.directories(kernelName(group), cap));
    before.ifPresent(
        record ->
            record.paths().stream()
                .filter(path -> !directories.contains(path))
                .forEach(directories::add));
    note(group, cap, directories, "it was not finished");
    try {
      for (Path path : directories) {
        Files.createDirectories(path);
      }
      for (Map.Entry<Path, String> setting : layout.settings(kernelName(group), cap).entrySet()) {
        Files.writeString(setting.getKey(), setting.getValue());
      }
    } catch (IOException e) {
      return note(group, cap, directories, "%s cannot be set (%s)".formatted(layout, e));
    }
    return note(group, cap, directories, entranceProblem(entrances(directories)));
  }

  /** The files to which a process writes itself to enter its group; none when no cap holds. */
  List<Path> entrances(String group) throws PortException {
    return records
        .read(group)
        .filter(record -> record.hindrance() == null)
        .map(record -> entrances(record.paths()))
        .orElse(List.of());
  }

  /** Puts a running process under its group's cap. */
  void admit(String group, long pid) throws PortException {
    for (Path entrance : entrances(group)) {
      try {
        Files.writeString(entrance, Long.toString(pid));
      } catch (IOException e) {
        throw new PortException(
            "cap of %s: process %d cannot be put under it (%s)."
                .formatted(group, pid, e.getMessage()),
            e);
      }
    }
  }

  List<Capping> all() throws PortException {
    return records.readAll().stream().map(CapRecord::capping).toList();
  }

  Optional<Capping> capping(String group) throws PortException {
    return records.read(group).map(CapRecord::capping);
  }

  /** Removes all groups; their processes must have ended. */
  void removeAll() throws PortException {
    for (CapRecord record : records.readAll()) {
      for (Path path : record.paths()) {
        remove(path);
      }
      records.remove(record.group());
    }
  }

  private static void remove(Path group) throws PortException {
    if (!Waiting.until(REMOVAL_PATIENCE, () -> isGone(group))) {
      throw new PortException(
          "control group %s: cannot be removed. %s/cgroup.procs lists the processes in it."
              .formatted(group, group));
    }
  }

  private static boolean isGone(Path group) {
    try {
      Files.delete(group);
      return true;
    } catch (NoSuchFileException alreadyGone) {
      return true;
    } catch (IOException stillBusy) {
      return false;
    }
  }

  /** Lets a short-lived process enter: permission to create is not permission to enter. */
  private static @Nullable String entranceProblem(List<Path> entrances) throws PortException {
    try {
      Process probe =
          new ProcessBuilder(Launch.entering(entrances, List.of("true")))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!probe.waitFor(PROBE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        probe.destroyForcibly();
        return "a process took more than %d s to enter %s"
            .formatted(PROBE_PATIENCE.toSeconds(), entrances);
      }
      return probe.exitValue() == 0 ? null : "no process may enter " + entrances;
    } catch (IOException e) {
      return "sh cannot be run (%s)".formatted(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException("interrupted while a cap was set", e);
    }
  }

  private static List<Path> entrances(List<Path> directories) {
    return directories.stream().map(path -> path.resolve("cgroup.procs")).toList();
  }

  // unique on the machine: two state directories may both have an rs1
  private String kernelName(String group) {
    return "proteus-%08x-%s".formatted(directory.toString().hashCode(), group);
  }

  private Capping note(
      String group, ResourceCap cap, List<Path> directories, @Nullable String hindrance)
      throws PortException {
    Capping capping = new Capping(group, cap, hindrance);
    records.write(group, CapRecord.of(capping, directories));
    return capping;
  }
}
