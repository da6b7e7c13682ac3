package io.proteus.cloud.ssh;

import io.proteus.cloud.provisioning.NodeFiles;
import io.proteus.cloud.provisioning.remote.Ssh;
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
import io.proteus.core.port.Stages;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Nodes on machines that an operator has. To start a node is to start the store's service on a
 * spare host; to end it is to stop the service, and the host is spare again: it keeps its disks.
 *
 * <p>What runs is asked of the hosts each time and not remembered here, so that a crash leaves
 * nothing to clear up, and what an operator starts or stops besides is seen. Which nodes Proteus
 * started is marked on their hosts ({@link HostMark}). Which starts failed is remembered for a
 * while ({@link FailedStarts}); a crash costs one more try.
 *
 * <p>A host that cannot be reached, or hangs, is never started. Whether its node runs, the node's
 * own port tells.
 */
final class SshCloud implements Machines, MachineInventory, Restarts, HostMetrics {
  /** A look at all hosts has an end, and each that hangs takes what a look may take. */
  private static final int AT_ONCE = 64;

  private static final String NO_PLAN = "none";
  private static final String LOAD = "cat /proc/stat /proc/meminfo";

  private final SshCloudSettings settings;
  private final Ssh ssh;
  private final Consumer<String> progress;
  private final HostStates hostStates;
  private final HostFiles files;
  private final HostStart starts;
  private final NodeFiles templates;
  private final Zones zones;
  private final FailedStarts failedStarts = new FailedStarts();
  private final Map<NodeId, HostReading> before = new ConcurrentHashMap<>();

  /**
   * @param progress told what is started and ended
   * @throws PortException for templates of files that cannot be read or filled in
   */
  SshCloud(SshCloudSettings settings, Ssh ssh, Consumer<String> progress) throws PortException {
    this.settings = settings;
    this.ssh = ssh;
    this.progress = progress;
    this.hostStates = new HostStates(settings, ssh);
    this.files = new HostFiles(settings, ssh);
    this.starts = new HostStart(settings, ssh, hostStates, files, progress);
    this.templates = files.templates();
    this.zones = new Zones(settings.zones());
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
                                    Optional.ofNullable(settings.types().get(host)),
                                    zones.of(host),
                                    settings.priceOf(host),
                                    state.mark()))));
    return machines;
  }

  /** The price of the host on which a node would be started next. */
  @Override
  public Optional<BigDecimal> priceOfOneMore(List<Machine> running) {
    Set<String> used = running.stream().map(Machine::id).collect(Collectors.toSet());
    List<String> free = settings.hosts().stream().filter(host -> !used.contains(host)).toList();
    return zones.emptiestFirst(free, used).stream().findFirst().flatMap(settings::priceOf);
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
  public Optional<Set<String>> neighboursWanted() {
    return templates.neighboursWanted();
  }

  @Override
  public void launch(int total, Map<String, String> wanted) throws PortException {
    launch(
        new Launch(total, wanted, NO_PLAN, NO_PLAN),
        new MachineTags(cluster(), "", ""),
        Stages.UNSEEN);
  }

  @Override
  public void launch(Launch launch) throws PortException {
    launch(launch, Stages.UNSEEN);
  }

  @Override
  public void launch(Launch launch, Stages stages) throws PortException {
    launch(launch, MachineTags.of(cluster(), launch), stages);
  }

  /**
   * A host that this order had begun to start before a crash is the one that it starts. One whose
   * start failed in this process is passed over.
   */
  private void launch(Launch launch, MachineTags tags, Stages stages) throws PortException {
    Map<String, HostState> states = states();
    Instant now = Instant.now();
    Optional<Map.Entry<String, HostState>> begun =
        states.entrySet().stream()
            .filter(host -> host.getValue().isOf(tags))
            .filter(host -> host.getValue().runs() || failedStarts.of(host.getKey(), now).isEmpty())
            .findFirst();
    clearLeftOvers(states, begun.map(Map.Entry::getKey));
    long running = states.values().stream().filter(HostState::runs).count();
    boolean goesOn = begun.filter(host -> host.getValue().runs()).isPresent();
    if (goesOn && !HostMark.isUnfinished(begun.get().getValue().mark())) {
      return;
    }
    if (!goesOn && running >= launch.total()) {
      return;
    }
    List<String> spare =
        zones.emptiestFirst(
            hosts(states, state -> state.reached() && !state.runs()),
            hosts(states, HostState::runs));
    Optional<String> chosen =
        begun.map(Map.Entry::getKey).or(() -> failedStarts.choose(spare, now));
    if (chosen.isPresent()) {
      failedStarts.tellPassedOver(spare, chosen.get(), now, stages);
      start(chosen.get(), states, tags, launch, stages);
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
                    : ", and " + String.join(", ", unreached) + " do not answer over ssh"));
  }

  private static List<String> hosts(Map<String, HostState> states, Predicate<HostState> wanted) {
    return states.entrySet().stream()
        .filter(host -> wanted.test(host.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private void start(
      String host, Map<String, HostState> states, MachineTags tags, Launch launch, Stages stages)
      throws PortException {
    HostState found = Objects.requireNonNull(states.get(host), host);
    try {
      starts.carryOut(host, found, tags, launch, stages);
      failedStarts.succeeded(host);
    } catch (PortException e) {
      failedStarts.failed(host, Instant.now());
      throw e;
    }
  }

  /**
   * What an earlier start left that nobody goes on with is put back before another begins.
   *
   * @param begun the host whose start goes on
   */
  private void clearLeftOvers(Map<String, HostState> states, Optional<String> begun)
      throws PortException {
    for (String host : hosts(states, state -> state.isLeftOver(cluster()))) {
      if (!begun.equals(Optional.of(host))) {
        progress.accept("%s: clearing what an unfinished start left".formatted(host));
        starts.clear(host);
      }
    }
  }

  @Override
  public void terminate(NodeId node) throws PortException {
    starts.clear(host(node));
  }

  @Override
  public void restart(NodeId node, SettingsChange change) throws PortException {
    String host = host(node);
    files.configure(host, change);
    progress.accept("%s: restarting %s".formatted(host, settings.service()));
    HostState now = hostStates.of(host);
    String start = settings.filled(settings.start(), host);
    ssh.runInTurn(
        host,
        now.runs() || !now.reached()
            ? List.of(settings.filled(settings.stop(), host), start)
            : List.of(start));
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
                return Optional.of(HostReading.of(ssh.look(host, LOAD)));
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

  private Map<String, HostState> states() throws PortException {
    return ofEach(settings.hosts(), hostStates::of);
  }

  /** A question that is asked of a host. */
  @FunctionalInterface
  private interface Question<T> {
    T ask(String host) throws PortException;
  }

  /** Asks several hosts at once; the answers are in the order of the hosts. */
  private static <T> Map<String, T> ofEach(List<String> hosts, Question<T> question)
      throws PortException {
    ExecutorService threads =
        Executors.newFixedThreadPool(Math.max(1, Math.min(hosts.size(), AT_ONCE)));
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
