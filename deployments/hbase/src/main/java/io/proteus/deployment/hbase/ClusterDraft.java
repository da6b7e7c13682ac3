package io.proteus.deployment.hbase;

import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Works out which cluster is to run in a directory, and refuses what cannot work there. */
final class ClusterDraft {

  /** The memory of a JVM of each kind beyond its heap, or in all: measured with class archives. */
  private static final ByteSize BEYOND_HEAP = ByteSize.ofMegabytes(300);

  private static final ByteSize DATA_NODE = ByteSize.ofMegabytes(240);
  private static final ByteSize CENTRAL = ByteSize.ofMegabytes(850);

  /** Room for logs and for some data. */
  private static final ByteSize LEAST_DISK = ByteSize.ofMegabytes(1024);

  private ClusterDraft() {}

  /**
   * @param before what the directory held; its data, ports and servers' settings are taken over
   */
  static Cluster of(
      ClusterSpec spec, Optional<Cluster> before, Path directory, Consumer<String> progress)
      throws PortException {
    int held = before.map(cluster -> cluster.members().size()).orElse(0);
    if (held > spec.regionServers()) {
      throw new PortException(
          "%s: holds the data of %d servers, got a cluster of %d. Choose at least %d, or another directory, or delete it first: `proteus local down --delete --directory %s`."
              .formatted(directory, held, spec.regionServers(), held, directory));
    }
    List<Member> members =
        IntStream.rangeClosed(1, spec.regionServers())
            .mapToObj(index -> before.flatMap(c -> c.memberOf(index)).orElse(newMember(index)))
            .toList();
    for (Member member : members) {
      if (!member.settings().isEmpty()) {
        progress.accept("%s keeps its own settings %s".formatted(member.name(), member.settings()));
      }
    }
    Ports ports = ports(spec.portBase(), before, members, directory);
    return new Cluster(spec, ports, members);
  }

  static Member newMember(int index) {
    return new Member(index, Map.of());
  }

  /** Refuses a cluster that would make the machine swap or its kernel kill processes. */
  static void checkMemory(ClusterSpec spec, Optional<ByteSize> available) throws PortException {
    long eachServer = spec.heap().bytes() + BEYOND_HEAP.bytes() + DATA_NODE.bytes();
    ByteSize wanted = new ByteSize(CENTRAL.bytes() + eachServer * spec.regionServers());
    if (available.isPresent() && available.get().compareTo(wanted) < 0) {
      throw new PortException(
          "memory: %d RegionServers with a heap of %s want about %s, %s is available. Take fewer servers or a smaller heap."
              .formatted(spec.regionServers(), spec.heap(), wanted, available.get()));
    }
  }

  /** The same for the disk that a folder is on, which must exist. */
  static void checkDisk(Path directory) throws PortException {
    try {
      checkDisk(directory, new ByteSize(Files.getFileStore(directory).getUsableSpace()));
    } catch (IOException e) {
      throw new PortException(
          "%s: how much its disk has free is not known (%s).".formatted(directory, e), e);
    }
  }

  /**
   * Refuses a cluster on a disk that is all but full: below 100 MB a NameNode takes no more writes.
   */
  static void checkDisk(Path directory, ByteSize free) throws PortException {
    if (free.compareTo(LEAST_DISK) < 0) {
      throw new PortException(
          "disk: want at least %s free for data and logs in %s, got %s. Make room, or choose a folder on another disk."
              .formatted(LEAST_DISK, directory, free));
    }
  }

  private static Ports ports(
      @Nullable Integer base, Optional<Cluster> before, List<Member> members, Path directory)
      throws PortException {
    List<String> addresses = members.stream().map(Member::address).toList();
    if (base != null) {
      Ports asked = new Ports(base);
      List<String> taken = asked.taken(addresses);
      if (!taken.isEmpty()) {
        throw new PortException(
            "ports: %s in use by another program. Take another --port-base than %d, or none."
                .formatted(taken, base));
      }
      return asked;
    }
    Optional<Ports> again = before.map(Cluster::ports);
    if (again.isPresent() && again.get().taken(addresses).isEmpty()) {
      return again.get();
    }
    return Ports.free(directory.hashCode(), addresses);
  }
}
