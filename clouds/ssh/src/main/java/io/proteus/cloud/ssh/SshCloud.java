package io.proteus.cloud.ssh;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machine;
import io.proteus.core.port.MachineInventory;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Restarts;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Nodes on machines that an operator has. To start a node is to start the store's service on a
 * spare host; to end it is to stop the service, and the host is spare again: it keeps its disks.
 *
 * <p>Nothing is remembered here: what runs is asked of the hosts each time, so that a crash leaves
 * nothing to clear up, and what an operator starts or stops besides is seen. Which nodes Proteus
 * started is marked on their hosts ({@link HostMark}).
 *
 * <p>A host that cannot be reached is never started. Whether its node runs, the node's own port
 * tells.
 */
final class SshCloud implements Machines, MachineInventory, Restarts, HostMetrics {
  private static final int AT_ONCE = 8;
  private static final Duration KNOCK = Duration.ofSeconds(2);

  /** Prints for how many seconds the process has run whose id a command prints; else nothing. */
  private static final String AGE =
      "p=$(%s) && [ \"${p:-0}\" -gt 0 ] 2>/dev/null && ps -o etimes= -p \"$p\" || true";

  private static final String LOAD = "cat /proc/stat /proc/meminfo";

  private final SshCloudSettings settings;
  private final Ssh ssh;
  private final Consumer<String> progress;
  private final Map<NodeId, HostReading> before = new ConcurrentHashMap<>();

  /**
   * @param progress told what is started and ended
   */
  SshCloud(SshCloudSettings settings, Ssh ssh, Consumer<String> progress) {
    this.settings = settings;
    this.ssh = ssh;
    this.progress = progress;
  }

  /** What is known of a host: reached or not, and since when its node runs if it does. */
  private record State(boolean reached, Optional<Instant> since, Map<String, String> tags) {
    boolean runs() {
      return since.isPresent();
    }

    /** Whether its node was started by this order. */
    boolean isOf(MachineTags order) {
      return MachineTags.read(tags)
          .filter(tags -> tags.cluster().equals(order.cluster()))
          .filter(tags -> tags.token().equals(order.token()) && !tags.token().isEmpty())
          .isPresent();
    }
  }

  @Override
  public String cluster() {
    return settings.named();
  }

  @Override
  public List<Machine> inventory() throws PortException {
    List<Machine> machines = new ArrayList<>();
    states()
        .forEach(
            (host, state) ->
                state
                    .since()
                    .ifPresent(
                        since ->
                            machines.add(
                                new Machine(
                                    host,
                                    settings.nodeOn(host),
                                    since,
                                    Optional.empty(),
                                    Optional.empty(),
                                    settings.prices().of(host),
                                    state.tags()))));
    return machines;
  }

  /** The price of the first host without a node. */
  @Override
  public Optional<BigDecimal> priceOfOneMore(List<Machine> running) {
    Set<String> used = running.stream().map(Machine::id).collect(Collectors.toSet());
    return settings.hosts().stream()
        .filter(host -> !used.contains(host))
        .findFirst()
        .flatMap(settings.prices()::of);
  }

  @Override
  public Map<NodeId, Instant> machines() throws PortException {
    Map<NodeId, Instant> machines = new HashMap<>();
    states()
        .forEach(
            (host, state) ->
                state.since().ifPresent(since -> machines.put(settings.nodeOn(host), since)));
    return machines;
  }

  @Override
  public void launch(int total, Map<String, String> wanted) throws PortException {
    launch(total, wanted, new MachineTags(cluster(), "", ""));
  }

  @Override
  public void launch(Launch launch) throws PortException {
    launch(launch.total(), launch.settings(), MachineTags.of(cluster(), launch));
  }

  /** A host that this order had begun to start before a crash is the one that it starts. */
  private void launch(int total, Map<String, String> wanted, MachineTags tags)
      throws PortException {
    Map<String, State> states = states();
    Optional<Map.Entry<String, State>> begun =
        states.entrySet().stream().filter(host -> host.getValue().isOf(tags)).findFirst();
    if (begun.filter(host -> host.getValue().runs()).isPresent()) {
      return;
    }
    long running = states.values().stream().filter(State::runs).count();
    if (running >= total) {
      return;
    }
    Optional<String> spare =
        begun
            .filter(host -> host.getValue().reached())
            .or(
                () ->
                    states.entrySet().stream()
                        .filter(host -> host.getValue().reached() && !host.getValue().runs())
                        .findFirst())
            .map(Map.Entry::getKey);
    if (spare.isPresent()) {
      String host = spare.get();
      configure(host, SettingsChange.setting(wanted));
      startMarked(host, tags);
      return;
    }
    List<String> unreached =
        states.entrySet().stream()
            .filter(host -> !host.getValue().reached())
            .map(Map.Entry::getKey)
            .toList();
    throw new PortException(
        "cloud.hosts has no spare host: of %d, %d run a node%s."
            .formatted(
                states.size(),
                running,
                unreached.isEmpty()
                    ? ""
                    : ", and " + String.join(", ", unreached) + " cannot be reached by ssh"));
  }

  @Override
  public void terminate(NodeId node) throws PortException {
    String host = host(node);
    if (state(host).since().isPresent() || !reaches(host)) {
      progress.accept("%s: stopping %s".formatted(host, settings.service()));
      ssh.run(host, settings.filled(settings.stop(), host), "");
    }
    ssh.run(host, HostMark.deleting(settings, host), "");
  }

  @Override
  public void restart(NodeId node, SettingsChange change) throws PortException {
    String host = host(node);
    configure(host, change);
    progress.accept("%s: restarting %s".formatted(host, settings.service()));
    if (state(host).runs()) {
      ssh.run(host, settings.filled(settings.stop(), host), "");
    }
    start(host);
  }

  /** A node that does not start is not marked: an operator may start it by hand later. */
  private void startMarked(String host, MachineTags tags) throws PortException {
    ssh.run(host, HostMark.writing(settings, host), HostMark.text(tags));
    try {
      start(host);
    } catch (PortException e) {
      try {
        ssh.run(host, HostMark.deleting(settings, host), "");
      } catch (PortException unmarked) {
        e.addSuppressed(unmarked);
      }
      throw e;
    }
  }

  private void start(String host) throws PortException {
    progress.accept("%s: starting %s".formatted(host, settings.service()));
    ssh.run(host, settings.filled(settings.start(), host), "");
  }

  /** The file is read and written anew; a node that is not to be set otherwise keeps it. */
  private void configure(String host, SettingsChange change) throws PortException {
    if (change.changesNothing()) {
      return;
    }
    if (settings.settingsFile().isEmpty()) {
      throw new PortException(
          "%s cannot be set to %s: cloud.settingsFile does not say where its settings are."
              .formatted(settings.nodeOn(host), change));
    }
    String file = settings.filled("{file}", host);
    String now = ssh.run(host, "cat " + file, "");
    String then = settings.settingsFormat().changed(now, change);
    if (!then.equals(now)) {
      ssh.run(host, settings.filled(settings.write(), host), then);
      String found = ssh.run(host, "cat " + file, "");
      if (!found.equals(then)) {
        throw new PortException(
            "%s: %s is not as it was written; look at cloud.write.".formatted(host, file));
      }
    }
  }

  @Override
  public Map<NodeId, HostLoad> read(Collection<NodeId> nodes) throws PortException {
    List<String> asked =
        settings.hosts().stream().filter(host -> nodes.contains(settings.nodeOn(host))).toList();
    Map<NodeId, HostLoad> loads = new HashMap<>();
    PortException[] failed = new PortException[1];
    Map<String, Optional<HostReading>> readings =
        ofEach(
            asked,
            host -> {
              try {
                return Optional.of(HostReading.of(ssh.run(host, LOAD, "")));
              } catch (PortException e) {
                failed[0] = e;
                return Optional.empty();
              }
            });
    for (Map.Entry<String, Optional<HostReading>> host : readings.entrySet()) {
      NodeId node = settings.nodeOn(host.getKey());
      if (host.getValue().isPresent()) {
        HostReading now = host.getValue().get();
        HostLoad load = now.since(before.get(node));
        before.put(node, now);
        if (!load.equals(HostLoad.UNKNOWN)) {
          loads.put(node, load);
        }
      } else {
        before.remove(node);
      }
    }
    if (loads.isEmpty() && failed[0] != null) {
      throw failed[0];
    }
    return loads;
  }

  private String host(NodeId node) throws PortException {
    return settings.hosts().stream()
        .filter(host -> settings.nodeOn(host).equals(node))
        .findFirst()
        .orElseThrow(
            () ->
                new PortException(
                    "%s is on none of cloud.hosts, whose nodes are %s; look at cloud.node."
                        .formatted(
                            node, settings.hosts().stream().map(settings::nodeOn).toList())));
  }

  private Map<String, State> states() throws PortException {
    return ofEach(settings.hosts(), this::state);
  }

  private State state(String host) throws PortException {
    try {
      String printed = ssh.run(host, asked(host), "");
      int end = printed.indexOf('\n');
      return new State(
          true,
          since(host, end < 0 ? printed : printed.substring(0, end)),
          HostMark.tags(end < 0 ? "" : printed.substring(end + 1)));
    } catch (Ssh.Unreached e) {
      return new State(
          false,
          listens(settings.nodeOn(host)) ? Optional.of(Instant.EPOCH) : Optional.empty(),
          Map.of());
    }
  }

  /** Prints a line with the age of the node's process, empty where none runs, and then the mark. */
  private String asked(String host) {
    return "echo \"$(%s)\"; %s"
        .formatted(
            AGE.formatted(settings.filled(settings.pid(), host)), HostMark.reading(settings, host));
  }

  private boolean reaches(String host) throws PortException {
    return state(host).reached();
  }

  /** Since when the node on a host runs, by the clock here; empty when it does not. */
  private static Optional<Instant> since(String host, String age) throws PortException {
    String printed = age.strip();
    if (printed.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.now().minusSeconds(Long.parseLong(printed)));
    } catch (NumberFormatException e) {
      throw new PortException(
          "%s: cloud.pid wants the id of a process or 0, and 'ps' answers %s for it."
              .formatted(host, printed),
          e);
    }
  }

  private static boolean listens(NodeId node) {
    int colon = node.value().lastIndexOf(':');
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(
              node.value().substring(0, Math.max(0, colon)),
              Integer.parseInt(node.value().substring(colon + 1))),
          (int) KNOCK.toMillis());
      return true;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }

  /** A question that is asked of a host. */
  @FunctionalInterface
  private interface Question<T> {
    T ask(String host) throws PortException;
  }

  /** Asks several hosts at once; the answers are in the order of the hosts. */
  private static <T> Map<String, T> ofEach(List<String> hosts, Question<T> question)
      throws PortException {
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Future<T>> asked = new ArrayList<>();
      for (String host : hosts) {
        asked.add(threads.submit(() -> question.ask(host)));
      }
      Map<String, T> answers = new LinkedHashMap<>();
      for (int host = 0; host < hosts.size(); host++) {
        answers.put(hosts.get(host), answer(asked.get(host)));
      }
      return answers;
    } finally {
      threads.shutdownNow();
    }
  }

  private static <T> T answer(Future<T> asked) throws PortException {
    try {
      return asked.get();
    } catch (java.util.concurrent.ExecutionException e) {
      if (e.getCause() instanceof PortException refused) {
        throw refused;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException("Interrupted while hosts were asked.", e);
    }
  }
}
