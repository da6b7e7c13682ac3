package io.proteus.engine.riak;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Store;
import io.proteus.core.words.Sentence;
import io.proteus.engine.file.FileClaims;
import io.proteus.engine.file.Notes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** A cluster of Riak KV that is looked at through its commands and its figures. */
final class RiakStore implements Store, HostMetrics {
  private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9_.]*");

  private final RiakSettings settings;
  private final Commands commands;
  private final Pages pages;
  private final Notes notes;
  private final NotedChange notedChange;
  private final FileClaims claims;
  private final Ring ring;
  private final AskedSettings asked;
  private final Map<String, Start> starts = new ConcurrentHashMap<>();
  private volatile List<String> known;

  /** The last node that could not be asked; empty while there was none. */
  private volatile String unreached = "";

  /** How often a node was seen to have started, by its counters, which begin anew then. */
  private record Start(int times, long requests) {
    Start seen(long now) {
      return new Start(now < requests ? times + 1 : times, now);
    }
  }

  private RiakStore(RiakSettings settings, Pages pages, int ringSize, Set<String> startKeys)
      throws PortException {
    this.asked = new AskedSettings(startKeys);
    this.settings = settings;
    this.pages = pages;
    this.commands = new Commands(settings);
    this.notes = new Notes(settings.folder(), settings.cluster());
    this.notedChange = new NotedChange(notes);
    this.claims = new FileClaims(notes);
    this.known = settings.nodes();
    this.ring = new Ring(ringSize, settings.copies(), this::ask);
  }

  /**
   * Reaches a cluster, and refuses what is none.
   *
   * @param startKeys that plans may want of nodes
   */
  static RiakStore connect(RiakSettings settings, Set<String> startKeys) throws PortException {
    Pages pages = new Pages(settings);
    Stats told = FirstLook.refuseOthers(pages, settings);
    RiakStore store = new RiakStore(settings, pages, told.ringSize(), startKeys);
    try {
      store.topology();
      return store;
    } catch (PortException e) {
      store.close();
      throw e;
    }
  }

  FileClaims claims() {
    return claims;
  }

  Notes notes() {
    return notes;
  }

  NotedChange notedChange() {
    return notedChange;
  }

  /** The ring as it is now. */
  RingView look() throws PortException {
    RingView now = RingView.parse(ask("member-status"), ask("ring-status"), ask("transfers"));
    known = now.live();
    return now;
  }

  /** All that is staged, by whomever. Asking makes the plan that can be committed then. */
  StagedPlan plan() throws PortException {
    return StagedPlan.parse(ask("cluster", "plan"));
  }

  /**
   * What nodes tell of a key, by node and in the words of {@code riak.conf}. A node that tells
   * nothing of it is missing, as is a key that Riak does not know or has no value for.
   */
  Map<String, String> told(String key) throws PortException {
    if (!KEY.matcher(key).matches()) {
      return Map.of(); // it would be a word of a command
    }
    try {
      return ShownValues.parse(key, ask("show", key, "--all"));
    } catch (Commands.Failed e) {
      return Map.of();
    }
  }

  Stats stats(String node) throws PortException {
    return pages.stats(node);
  }

  /** Asks the first node that runs and answers; whoever did not is asked last from then on. */
  String ask(String... words) throws PortException {
    PortException last = null;
    for (String node : inOrder()) {
      try {
        return commands.ask(node, words);
      } catch (Commands.NotRunning e) {
        last = e;
      } catch (Commands.Unreached e) {
        unreached = node;
        last = e;
      }
    }
    throw last == null ? new PortException("engine.nodes: none is named.") : last;
  }

  /**
   * Has the first node that runs change something: what may have had its effect is not repeated.
   */
  String order(String... words) throws PortException {
    PortException last = null;
    for (String node : inOrder()) {
      try {
        return commands.ask(node, words);
      } catch (Commands.NotRunning e) {
        last = e;
      }
    }
    throw last == null ? new PortException("engine.nodes: none is named.") : last;
  }

  private Set<String> inOrder() {
    Set<String> nodes = new LinkedHashSet<>(known);
    nodes.addAll(settings.nodes());
    if (nodes.remove(unreached)) {
      nodes.add(unreached);
    }
    return nodes;
  }

  String askAt(String node, String... words) throws PortException {
    return commands.ask(node, words);
  }

  /** A member that runs and stays, other than this one. */
  String anyOf(RingView now, String other) throws PortException {
    return now.live().stream()
        .filter(node -> !node.equals(other) && now.is(node, "valid"))
        .findFirst()
        .orElseThrow(() -> new PortException("no other node of the cluster runs."));
  }

  @Override
  public String clusterId() {
    return settings.cluster();
  }

  @Override
  public Topology topology() throws PortException {
    return topology(look(), List.of());
  }

  private Topology topology(RingView now, List<Gap> gaps) throws PortException {
    AskedSettings.Told settingsTold = asked.ask(now.live(), this::told);
    List<Gap> all = new ArrayList<>(gaps);
    all.addAll(settingsTold.gaps());
    return ring.topology(clusterId(), now, name -> settingsTold.node(name, incarnation(name)), all);
  }

  private String incarnation(String name) {
    Start start = starts.get(name);
    return "start-" + (start == null ? 1 : start.times());
  }

  @Override
  public Sample sample() throws PortException {
    RingView now = look();
    Map<NodeId, NodeCounters> counters = new HashMap<>();
    List<Gap> gaps = new ArrayList<>();
    for (String name : now.live()) {
      String why = "its figures have no requests";
      try {
        Stats told = pages.stats(name);
        NodeCounters figures = told.counters(settings.copies());
        if (figures != null) {
          starts.merge(
              name, new Start(1, told.total()), (before, first) -> before.seen(told.total()));
          counters.put(new NodeId(name), figures);
          continue;
        }
      } catch (PortException e) {
        why = String.valueOf(e.getMessage());
      }
      gaps.add(new Gap(Gap.Kind.NODE_UNREADABLE, name, Sentence.of("it tells nothing: %s", why)));
    }
    return new Sample(topology(now, gaps), Map.of(), counters, LoadBasis.OF_NODE);
  }

  @Override
  public Map<NodeId, HostLoad> read(Collection<NodeId> nodes) {
    Map<NodeId, HostLoad> loads = new HashMap<>();
    for (NodeId node : nodes) {
      if (RiakSettings.isNode(node.value())) {
        try {
          loads.put(node, pages.stats(node.value()).host());
        } catch (PortException e) {
          // a host that tells nothing is not in the answer
        }
      }
    }
    return loads;
  }

  @Override
  public void close() {
    claims.close();
  }
}
