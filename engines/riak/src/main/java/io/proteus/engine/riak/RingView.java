package io.proteus.engine.riak;

import io.proteus.core.port.PortException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ring as {@code member-status}, {@code ring-status} and {@code transfers} show it at about the
 * same time.
 *
 * @param members by name
 * @param ready whether all that run agree on the ring
 * @param moves partitions that get another owner
 * @param unreachable dead nodes that nobody has marked down
 * @param down nodes that are not running, marked or not
 * @param waiting how many partitions each node has to hand off, or to start
 */
record RingView(
    Map<String, Member> members,
    boolean ready,
    List<Move> moves,
    Set<String> unreachable,
    Set<String> down,
    Map<String, Integer> waiting) {
  private static final Pattern MEMBER =
      Pattern.compile(
          "(?m)^(joining|valid|leaving|exiting|down)\\s+([0-9.]+)%\\s+(?:--|[0-9.]+%)\\s+(\\S+)$");
  private static final Pattern READY = Pattern.compile("Ring Ready:\\s+(true|false)");
  private static final Pattern MOVE =
      Pattern.compile("(?m)^(Owner|Next Owner|Index):\\s+(\\S+)\\s*$");
  private static final Pattern UNREACHABLE =
      Pattern.compile("The following nodes are unreachable: \\[([^]]*)]");
  private static final Pattern DOWN = Pattern.compile("Nodes \\[([^]]*)] are currently down");
  private static final Pattern WAITS =
      Pattern.compile("'([^']+)' waiting to handoff ([0-9]+) partitions");
  private static final Pattern MISSES =
      Pattern.compile("'([^']+)' does not have ([0-9]+) primary partitions running");
  private static final Pattern NAME = Pattern.compile("'([^']+)'");

  /** A node as the ring lists it; its share is of the ring, in percent, as Riak writes it. */
  record Member(String status, String share) {
    /** A node that is only staged belongs to the cluster once that is committed. */
    boolean isStaged() {
      return status.equals("joining");
    }

    boolean isLeaving() {
      return status.equals("leaving") || status.equals("exiting");
    }
  }

  /** A partition that goes from one owner to the next, by its index of up to 49 digits. */
  record Move(String index, String from, String to) {}

  static RingView parse(String memberStatus, String ringStatus, String transfers)
      throws PortException {
    Map<String, Member> members = new TreeMap<>();
    Matcher lines = MEMBER.matcher(memberStatus);
    while (lines.find()) {
      members.put(lines.group(3), new Member(lines.group(1), lines.group(2)));
    }
    Matcher ready = READY.matcher(ringStatus);
    if (members.isEmpty() || !ready.find()) {
      throw new PortException(
          "member-status and ring-status do not answer as Riak KV 3.2 does: %s %s"
              .formatted(Commands.shown(memberStatus), Commands.shown(ringStatus)));
    }
    Set<String> unreachable = names(UNREACHABLE, ringStatus);
    Set<String> down = new TreeSet<>(names(DOWN, transfers));
    down.addAll(unreachable);
    down.retainAll(members.keySet());
    Map<String, Integer> waiting = new TreeMap<>();
    addCounts(WAITS, transfers, waiting);
    addCounts(MISSES, transfers, waiting);
    return new RingView(
        members, ready.group(1).equals("true"), moves(ringStatus), unreachable, down, waiting);
  }

  private static void addCounts(Pattern pattern, String text, Map<String, Integer> counts) {
    Matcher found = pattern.matcher(text);
    while (found.find()) {
      counts.merge(found.group(1), Integer.parseInt(found.group(2)), Integer::sum);
    }
  }

  private static List<Move> moves(String ringStatus) {
    List<Move> moves = new ArrayList<>();
    String from = "";
    String to = "";
    Matcher lines = MOVE.matcher(ringStatus);
    while (lines.find()) {
      switch (lines.group(1)) {
        case "Owner" -> from = lines.group(2);
        case "Next Owner" -> to = lines.group(2);
        default -> moves.add(new Move(lines.group(2), from, to));
      }
    }
    return moves;
  }

  private static Set<String> names(Pattern list, String text) {
    Matcher found = list.matcher(text);
    Set<String> names = new TreeSet<>();
    if (found.find()) {
      NAME.matcher(found.group(1)).results().forEach(name -> names.add(name.group(1)));
    }
    return names;
  }

  /** Members that run, those that leave included. */
  List<String> live() {
    return members.entrySet().stream()
        .filter(member -> !member.getValue().isStaged() && !down.contains(member.getKey()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Nodes that run again and are still marked down: Riak takes them back by itself. */
  List<String> returning() {
    return live().stream().filter(node -> is(node, "down")).toList();
  }

  /** Whether the ring lists a node with this status. */
  boolean is(String node, String status) {
    Member member = members.get(node);
    return member != null && member.status().equals(status);
  }

  boolean has(String node) {
    Member member = members.get(node);
    return member != null && !member.isStaged();
  }

  /**
   * What is still to be handed over before the ring is changed again, as sentences of names. What
   * waits for a dead node is not among it: fallbacks are kept until it is back. While a dead node
   * is not marked down, nothing goes on, and waiting for it would be for ever.
   */
  Set<String> unfinished() {
    Set<String> names = new TreeSet<>();
    returning().forEach(node -> names.add(node + " comes back"));
    if (unreachable.isEmpty()) {
      moves.stream()
          .filter(move -> !down.contains(move.from()) && !down.contains(move.to()))
          .forEach(move -> names.add(move.index()));
    }
    if (down.isEmpty()) {
      waiting.forEach((node, count) -> names.add("%d handed off by %s".formatted(count, node)));
    }
    return names;
  }

  /** By this, it shows when partitions have other owners. */
  Set<String> shares() {
    Set<String> shares = new HashSet<>();
    members.forEach((node, member) -> shares.add(node + " " + member.share()));
    return shares;
  }
}
