package io.proteus.engine.riak;

import io.proteus.core.port.Facets;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.riak.RecordedRiak;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A cluster that answers as a recorded one did, and Proteus's own look at it. */
final class RiakUnderTest implements AutoCloseable {
  static final String ONE = "riak1@127.0.0.1";
  static final String TWO = "riak2@127.0.0.1";
  static final String THREE = "riak3@127.0.0.1";
  static final String FOUR = "riak4@127.0.0.1";

  final ManualClock clock = ManualClock.start();
  final RecordedRiak riak;
  final RiakSettings settings;

  RiakUnderTest(Path folder) {
    riak = new RecordedRiak(folder, clock);
    settings = settings(folder, List.of(ONE, TWO), riak.addresses(), riak.command(), false);
  }

  static RiakSettings settings(
      Path folder,
      List<String> nodes,
      Map<String, String> addresses,
      String command,
      boolean forceRemove) {
    return new RiakSettings(
        nodes,
        Optional.of("ring"),
        8098,
        new TreeMap<>(addresses),
        command,
        Duration.ofSeconds(10),
        Optional.of(folder.resolve("notes")),
        3,
        forceRemove);
  }

  RiakStore connect() throws PortException {
    return connect(Set.of());
  }

  RiakStore connect(Set<String> startKeys) throws PortException {
    return RiakStore.connect(settings, startKeys);
  }

  Ports ports(RiakStore store) {
    return new Ports(
        store, RiakProvider.facets(store, settings).and(Facets.of(riak)), store.claims());
  }

  @Override
  public void close() throws IOException {
    riak.close();
  }
}
