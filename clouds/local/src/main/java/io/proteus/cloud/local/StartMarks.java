package io.proteus.cloud.local;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machine;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.PortException;
import io.proteus.core.port.PriceList;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Which servers of a cluster on this machine Proteus started, and by which order: a JSON file each
 * beside the records of processes. A mark is written before its server is made, so that after a
 * crash the same order goes on with the same server.
 */
public final class StartMarks {
  private final String cluster;
  private final RecordFolder<Mark> marks;

  StartMarks(String cluster, Path directory, ObjectMapper json) {
    this.cluster = cluster;
    this.marks = new RecordFolder<>(directory, ".start.json", Mark.class, json);
  }

  /** The mark of one server. */
  record Mark(String name, String cluster, String plan, String token) {
    MachineTags tags() {
      return new MachineTags(cluster, plan, token);
    }
  }

  /** The cluster that the marks name: its folder. */
  public String cluster() {
    return cluster;
  }

  /** What the order of a plan's step marks its server by. */
  public MachineTags of(Launch launch) {
    return MachineTags.of(cluster, launch);
  }

  /** What an order of no plan marks its server by. */
  public MachineTags ofNoPlan() {
    return new MachineTags(cluster, "", "");
  }

  /** Notes that a server is about to be made, or started again. */
  public void write(String name, MachineTags tags) throws PortException {
    marks.write(name, new Mark(name, tags.cluster(), tags.plan(), tags.token()));
  }

  /** The server has ended for good. */
  public void remove(String name) throws PortException {
    marks.remove(name);
  }

  /** The server that this order had begun to start; empty where it had begun none. */
  public Optional<String> begunBy(MachineTags order) throws PortException {
    return order.token().isEmpty()
        ? Optional.empty()
        : marks.readAll().stream()
            .filter(mark -> mark.tags().equals(order))
            .map(Mark::name)
            .findFirst();
  }

  /**
   * A running server as a machine.
   *
   * @param prices by the names of servers
   */
  public Machine machine(String name, NodeId node, Instant since, PriceList prices)
      throws PortException {
    return new Machine(
        name,
        node,
        since,
        Optional.empty(),
        Optional.empty(),
        prices.of(name),
        marks.read(name).map(mark -> mark.tags().asMap()).orElse(Map.of()));
  }
}
