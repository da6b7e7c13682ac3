package io.proteus.testkit.riak;

import com.sun.net.httpserver.HttpServer;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Restarts;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cluster of Riak KV that answers as a real one of three and four nodes did. It goes from stage
 * to stage by a clock and by what is asked of it, and refuses as the real one does, mostly with
 * exit code 0. In the recordings, riak4 came and went and riak3 died: whichever node comes, goes or
 * dies plays that part here.
 */
public final class RecordedRiak implements Machines, Restarts, AutoCloseable {
  private static final int CAME = 4;

  /** As many nodes can be started, one after the other. */
  private static final int MOST = 9;

  private static final int DIED = 3;

  /** A node that answers /ping refuses to join for as long. */
  private static final double TOO_EARLY_SECONDS = 3;

  private static final double BOOT_SECONDS = 4;
  private static final double SERVED_AT_MOST = 1000;

  private static final Recording LOST = new Recording("", 137);

  private final Path command;
  private final InstantSource clock;
  private final ServerSocket door;
  private final Map<String, HttpServer> doors = new TreeMap<>();
  private final Map<String, Running> nodes = new ConcurrentHashMap<>();
  private final Parts parts = new Parts();
  private final List<String> staged = new ArrayList<>();
  private List<String> planned = List.of("nothing was planned");
  private Stage stage = Stage.THREE;
  private Instant since;
  private double asked;
  private int started;

  /** Nodes whose figures and settings nobody gets. */
  public final Set<String> silent = ConcurrentHashMap.newKeySet();

  /** Whether a limit of transfers is refused, as other keys are. */
  public volatile boolean refuseLimits;

  /** Commands that were asked, without the node, and orders to machines. */
  private final List<String> log = new ArrayList<>();

  private int answersUntilLost = Integer.MAX_VALUE;
  private boolean lostAreCarriedOut;

  /**
   * Starts three nodes.
   *
   * @param folder where the command is written
   * @param clock by which it goes from stage to stage
   */
  public RecordedRiak(Path folder, InstantSource clock) {
    this.command = folder.resolve("riak");
    this.clock = clock;
    this.since = clock.instant();
    for (int node = 1; node <= MOST; node++) {
      String name = name(node);
      doors.put(name, Listening.http(() -> isUp(name) ? "OK" : "", () -> figures(name)));
    }
    for (int part = 1; part <= DIED; part++) {
      startedLongAgo(part);
    }
    this.door = Listening.command(command, words -> answer(words));
  }

  /** The text of a recorded answer, by the name of its file. */
  public static String recorded(String name) {
    return Recording.of(name).text();
  }

  private static String name(int node) {
    return "riak%d@127.0.0.1".formatted(node);
  }

  private String start() {
    String name = name(++started);
    nodes.put(name, new Running(clock.instant()));
    return name;
  }

  private void startedLongAgo(int part) {
    String name = start();
    parts.put(part, name);
    process(name).startedAt = clock.instant().minus(Duration.ofHours(1));
  }

  private Running process(String name) {
    Running process = nodes.get(name);
    if (process == null) {
      throw new IllegalStateException("there is no node " + name);
    }
    return process;
  }

  // how it is reached

  /** For {@code engine.command}. */
  public String command() {
    return command.toAbsolutePath() + " {node}";
  }

  /** Where each node answers over HTTP, those that will be started included. */
  public Map<String, String> addresses() {
    Map<String, String> addresses = new TreeMap<>();
    doors.forEach((name, door) -> addresses.put(name, "127.0.0.1:" + door.getAddress().getPort()));
    return addresses;
  }

  // what a test does

  /** Sets the demand of clients from now on, op/s. */
  public synchronized void ask(double operationsPerSecond) {
    figuresUntilNow();
    asked = operationsPerSecond;
  }

  /**
   * From then on answers do not reach who asks, as when it is killed.
   *
   * @param answers that still reach it
   * @param carriedOut whether what is asked is done nevertheless
   */
  public synchronized void loseAnswers(int answers, boolean carriedOut) {
    answersUntilLost = answers;
    lostAreCarriedOut = carriedOut;
  }

  /** Whether an answer has not reached who asked. */
  public synchronized boolean hasLostAnswers() {
    return answersUntilLost < 0;
  }

  /** An operator's own command. */
  public synchronized String operator(String... words) {
    return answer(parts.names().get(0), Arrays.asList(words)).text();
  }

  /** A fourth node has joined, and all is handed off. */
  public synchronized void haveFour() {
    startedLongAgo(CAME);
    become(Stage.FOUR);
  }

  /** A node dies without a word. */
  public synchronized void kill(String name) {
    goOn();
    parts.swap(name, DIED);
    process(name).runs = false;
    become(stage.dead());
  }

  public synchronized String stage() {
    goOn();
    return stage.name();
  }

  public synchronized List<String> log() {
    return List.copyOf(log);
  }

  private double secondsSince(Instant before) {
    return Duration.between(before, clock.instant()).toMillis() / 1000.0;
  }

  private void become(Stage next) {
    stage = next;
    since = clock.instant();
  }

  private void goOn() {
    while (stage.seconds > 0 && secondsSince(since) >= stage.seconds) {
      since = since.plusSeconds(stage.seconds);
      stage = stage.next();
      if (stage == Stage.THREE && parts.names().size() == CAME) {
        process(parts.remove(CAME)).runs = false; // a node that has left ends by itself
      }
    }
  }

  private boolean isUp(String name) {
    Running node = nodes.get(name);
    return node != null && node.runs && secondsSince(node.startedAt) >= BOOT_SECONDS;
  }

  // commands

  private Recording answer(List<String> words) {
    List<String> rest = words.subList(2, words.size());
    synchronized (this) {
      boolean lost = answersUntilLost-- <= 0;
      if (lost && !lostAreCarriedOut) {
        return LOST;
      }
      log.add(String.join(" ", rest));
      try {
        Recording answer = answer(words.get(0), rest);
        return lost ? LOST : answer;
      } catch (IllegalStateException e) {
        return new Recording("not recorded: " + e.getMessage() + "\n", 70);
      }
    }
  }

  private Recording answer(String node, List<String> words) {
    goOn();
    if (!nodes.containsKey(node) || !isUp(node)) {
      return Recording.of("01-single__n4__member-status");
    }
    if (words.get(0).equals("cluster") && words.get(1).equals("join")) {
      return join(node, words.get(2));
    }
    if (!parts.has(node)) {
      return Recording.of("01-single__n1__" + words.get(0)).with("riak1@127.0.0.1", node);
    }
    if (words.get(0).equals("show")) {
      return show(node, words);
    }
    if (words.get(0).equals("set") && words.size() == 2) {
      return refuseLimits
          ? NodeConf.notSettable("transfer_limit")
          : process(node).conf.set(words.get(1));
    }
    return parts.inNames(
        switch (String.join(" ", words.subList(0, Math.min(2, words.size())))) {
          case "member-status" -> memberStatus();
          case "ring-status" -> stage.ringStatus();
          case "transfers" -> stage.transfers();
          case "cluster partitions" -> partitions(words.get(2).replace("--node=", ""));
          case "cluster plan" -> plan();
          case "cluster commit" -> commit();
          case "cluster clear" -> clear();
          case "cluster leave" -> leave(words.get(2));
          case "cluster force-remove" -> {
            staged.add("force-remove " + parts.of(words.get(2)));
            yield Recording.of(
                "26-riak3-stopped-and-marked-down__n1__cluster_force-remove_riak3_lo");
          }
          default -> {
            if (words.get(0).equals("down")) {
              yield down(words.get(1));
            }
            throw new IllegalStateException(String.join(" ", words));
          }
        });
  }

  /** In the recording, a joining node is listed above the others. */
  private Recording memberStatus() {
    return staged.contains("join 4")
        ? Recording.of("08-join4-staged__n1__member-status")
        : stage.memberStatus();
  }

  private Recording partitions(String name) {
    return Owners.of(parts.of(name), process(name).runs, stage);
  }

  /** A key of this node, or of all; a member that does not run tells nothing. */
  private Recording show(String node, List<String> words) {
    String key = words.get(1);
    if (key.equals("nosuch.key")) {
      return Recording.of("05-config__n1__show_nosuch.key");
    }
    SortedMap<String, String> values = new TreeMap<>();
    List<String> down = new ArrayList<>();
    for (String member : words.contains("--all") ? parts.names() : List.of(node)) {
      if (isUp(member) && !silent.contains(member)) {
        values.put(member, process(member).conf.of(key));
      } else {
        down.add(member);
      }
    }
    return ShownTable.of(key, values, down);
  }

  /** Whether a node runs for so long that it is not refused as just started. */
  public synchronized boolean isWillingToJoin(String name) {
    return secondsSince(process(name).startedAt) >= BOOT_SECONDS + TOO_EARLY_SECONDS;
  }

  private Recording join(String node, String to) {
    if (parts.has(node)) {
      return Recording.of("17-four-nodes-settled__n4__cluster_join_riak1_lo");
    }
    if (!parts.has(to) || !process(to).runs) {
      return Recording.of("02-join-errors__n2__cluster_join_nosuch_lo")
          .with("nosuch@127.0.0.1", to);
    }
    if (!isWillingToJoin(node)) {
      return Recording.of("14-join-refused-just-after-start__n4__cluster_join_riak1_lo");
    }
    if (stage != Stage.THREE) {
      throw new IllegalStateException("a join in " + stage);
    }
    parts.put(CAME, node);
    staged.add("join 4");
    return parts
        .inNames(
            Recording.of("08-join4-staged__n4__cluster_join_riak2_lo")
                .with("riak2@127.0.0.1", "TO"))
        .with("TO", to);
  }

  private Recording leave(String name) {
    if (!parts.has(name)) {
      return Recording.of("13-force-replace__n1__cluster_leave_nosuch_lo")
          .with("nosuch@127.0.0.1", name);
    }
    if (stage == Stage.DEAD_LEAVER || stage.isLeaving()) {
      return Recording.of("19-riak3-killed-and-leaving__n1__cluster_leave_riak3_lo")
          .with("riak3", "riak" + parts.of(name));
    }
    if (process(name).runs && parts.names().size() == CAME && staged.isEmpty()) {
      parts.swap(name, CAME);
    }
    int part = parts.of(name);
    staged.add("leave " + part);
    return Recording.of("22-leave4-staged__n4__cluster_leave").with("riak4", "riak" + part);
  }

  private Recording plan() {
    planned = List.copyOf(staged);
    if (!stage.isReady()) {
      return Recording.of("19-riak3-killed-and-leaving__n1__cluster_plan");
    }
    return Recording.of(
        switch (String.join(", ", new TreeSet<>(staged))) {
          case "" -> "01-single__n1__cluster_plan";
          case "join 4" -> "08-join4-staged__n1__cluster_plan";
          case "leave 4" -> "22-leave4-staged__n1__cluster_plan";
          case "leave 3" -> "18-riak3-killed-t20__n1__cluster_plan";
          case "join 4, leave 3" -> "10-other-changes-staged__n1__cluster_plan.4";
          case "force-remove 3" -> "26-riak3-stopped-and-marked-down__n1__cluster_plan.2";
          default -> throw new IllegalStateException("a plan of " + staged);
        });
  }

  private Recording commit() {
    if (staged.isEmpty() || planned.contains("nothing was planned")) {
      return Recording.of("22-leave4-staged__n1__cluster_commit");
    }
    if (!planned.equals(staged)) {
      return Recording.of("09-join4-planned-then-leave3-staged__n1__cluster_commit");
    }
    become(
        switch (String.join(", ", staged)) {
          case "join 4" -> Stage.JOIN_1;
          case "leave 4" -> Stage.LEAVE_0;
          case "leave 3" -> Stage.DEAD_LEAVER;
          default -> throw new IllegalStateException("a commit of " + staged);
        });
    staged.clear();
    planned = List.of("nothing was planned");
    return Recording.of("22-leave4-staged-planned__n1__cluster_commit");
  }

  private Recording clear() {
    if (staged.contains("join 4")) {
      process(parts.remove(CAME)).runs = false; // as a node that was joining exits
    }
    staged.clear();
    return Recording.of("10-other-changes-staged__n1__cluster_clear");
  }

  private Recording down(String name) {
    if (!parts.has(name)) {
      return Recording.of("18-riak3-killed-t20__n1__down_nosuch_lo").with("nosuch@127.0.0.1", name);
    }
    if (process(name).runs) {
      return Recording.of("18-riak3-killed-t20__n1__down_riak2_lo")
          .with("riak2", "riak" + parts.of(name));
    }
    become(stage.marked());
    return Recording.of("20-riak3-marked-down-first__n1__down_riak3_lo");
  }

  /** What clients ask of each node. */
  private double share() {
    return asked / Math.max(1, parts.names().stream().filter(this::isUp).count());
  }

  private void figuresUntilNow() {
    double served = Math.min(SERVED_AT_MOST, share());
    nodes.forEach(
        (name, node) ->
            node.serve(parts.has(name) && isUp(name) ? served : 0, secondsSince(node.countedAt)));
  }

  private synchronized String figures(String name) {
    goOn();
    if (!isUp(name) || silent.contains(name)) {
      return "";
    }
    figuresUntilNow();
    return process(name).figures(name, parts.has(name), share() / SERVED_AT_MOST);
  }

  /** A call that may be lost as an answer to a command is. */
  private void machine(String called, Runnable call) throws PortException {
    boolean lost = answersUntilLost-- <= 0;
    if (!lost || lostAreCarriedOut) {
      log.add(called);
      goOn();
      call.run();
    }
    if (lost) {
      throw new PortException("the answer is lost.");
    }
  }

  @Override
  public synchronized void launch(int total, Map<String, String> settings) throws PortException {
    machine(
        "launch",
        () -> {
          if (nodes.size() < total) {
            start();
          }
        });
  }

  @Override
  public synchronized Map<NodeId, Instant> machines() {
    Map<NodeId, Instant> running = new TreeMap<>();
    nodes.forEach((name, node) -> running.put(new NodeId(name), node.launched));
    return running;
  }

  @Override
  public synchronized void terminate(NodeId node) throws PortException {
    machine("terminate", () -> nodes.remove(node.value()));
  }

  /**
   * Starts a node anew with these lines in its {@code riak.conf}, one that is dead or has exited as
   * well. What the others answer about one that ran is what they did when one was dead and came
   * back.
   */
  @Override
  public synchronized void restart(NodeId node, SettingsChange settings) throws PortException {
    goOn();
    Running process = nodes.get(node.value());
    if (process == null) {
      throw new PortException("%s has no machine here.".formatted(node));
    }
    log.add("restart %s in %s".formatted(node, stage));
    try {
      process.conf.write(settings);
      if (parts.has(node.value())) {
        if (process.runs) {
          parts.swap(node.value(), DIED);
          become(stage.dead());
        }
        become(stage.back());
      }
    } catch (IllegalStateException e) {
      throw new PortException("not recorded: " + e.getMessage(), e);
    }
    process.restart(clock.instant());
  }

  @Override
  public void close() throws IOException {
    door.close();
    doors.values().forEach(door -> door.stop(0));
  }
}
