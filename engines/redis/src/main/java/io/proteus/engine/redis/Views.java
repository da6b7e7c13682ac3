package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;

/**
 * The cluster as each of its primaries sees it. A change has arrived when all of them see it.
 *
 * @param members as the primary knows them that knows of the most slots, by their ids: one that was
 *     just introduced knows of one other
 * @param of what each live primary that answers knows, by its address
 * @param silent live primaries that do not answer, and why
 * @param well whether all that answer say that the cluster serves
 */
record Views(
    Map<String, Member> members,
    Map<String, Map<String, Member>> of,
    Map<String, String> silent,
    boolean well) {

  /**
   * Asks all primaries that can be found from these addresses. One that knows nobody is asked last:
   * it may be one of the cluster that is being introduced, and leads to no other.
   */
  static Views look(Connections connections, Collection<String> from) throws PortException {
    PortException last = null;
    Map<String, Member> alone = null;
    for (String address : new LinkedHashSet<>(from)) {
      try {
        List<Member> told = told(connections, address);
        Map<String, Member> view = members(told, address);
        if (knowsOthers(view)) {
          return look(
              connections, isCalledSo(told, address) ? view : asOthersNameIt(connections, view));
        }
        alone = alone == null ? view : alone;
      } catch (PortException e) {
        last = e;
      }
    }
    // a newcomer without slots, where others do not answer, is not the cluster
    if (alone != null && (last == null || slots(alone) > 0)) {
      return look(connections, alone);
    }
    throw last == null
        ? new PortException("engine.nodes: want an address, got none.")
        : new PortException(
            "no node of the cluster answers: %s".formatted(last.getMessage()), last);
  }

  /**
   * The same view, with the node that was asked at the address by which the cluster knows it: it
   * may have been reached by another name, as that of a service before its pod.
   */
  private static Map<String, Member> asOthersNameIt(
      Connections connections, Map<String, Member> view) {
    for (Member other : view.values()) {
      if (!other.isMyself() && isToBeAsked(other)) {
        try {
          Map<String, Member> others = members(connections, other.address());
          Map<String, Member> named = new LinkedHashMap<>(view);
          named.replaceAll(
              (id, member) -> {
                Member known = others.get(id);
                return known != null && known.isKnown() && member.isMyself()
                    ? member.at(known.address())
                    : member;
              });
          return named;
        } catch (PortException e) {
          // the next one may answer
        }
      }
    }
    return view;
  }

  private static Views look(Connections connections, Map<String, Member> first) {
    Map<String, Map<String, Member>> of = new LinkedHashMap<>();
    Map<String, String> silent = new LinkedHashMap<>();
    boolean well = true;
    Set<String> asked = new HashSet<>();
    Deque<Member> toAsk = new ArrayDeque<>(first.values());
    while (!toAsk.isEmpty()) {
      Member member = toAsk.remove();
      if (isToBeAsked(member) && asked.add(member.id())) {
        try {
          Map<String, Member> view = new LinkedHashMap<>(members(connections, member.address()));
          List<SlotMigration> migrations = SlotMigration.of(connections, member.address());
          view.replaceAll((id, one) -> one.isMyself() ? one.sending(migrations) : one);
          of.put(member.address(), view);
          toAsk.addAll(view.values());
          well &=
              connections.ask(member.address(), Jedis::clusterInfo).contains("cluster_state:ok");
        } catch (PortException e) {
          of.remove(member.address());
          silent.put(member.address(), String.valueOf(e.getMessage()));
        }
      }
    }
    return of(first, of, silent, well);
  }

  /** From what each says; the first that answered counts where several know as much. */
  static Views of(
      Map<String, Member> first,
      Map<String, Map<String, Member>> of,
      Map<String, String> silent,
      boolean well) {
    Map<String, Member> fullest = first;
    for (Map<String, Member> view : of.values()) {
      fullest = slots(view) > slots(fullest) ? view : fullest;
    }
    return new Views(fullest, of, silent, well);
  }

  /** Whether others can be found from this view: whom it is only meeting yet may not be asked. */
  static boolean knowsOthers(Map<String, Member> view) {
    return view.values().stream().anyMatch(member -> !member.isMyself() && isToBeAsked(member));
  }

  private static boolean isToBeAsked(Member member) {
    return member.isPrimary() && member.isKnown() && !member.hasFailed();
  }

  /** How many slots are of somebody. */
  private static int slots(Map<String, Member> view) {
    return view.values().stream().mapToInt(member -> member.slots().cardinality()).sum();
  }

  private static List<Member> told(Connections connections, String address) throws PortException {
    return Member.parse(connections.ask(address, Jedis::clusterNodes));
  }

  /** Whether a node has the address at which it was asked by its own word. */
  private static boolean isCalledSo(List<Member> told, String address) {
    return told.stream().anyMatch(member -> member.isMyself() && member.address().equals(address));
  }

  private static Map<String, Member> members(Connections connections, String address)
      throws PortException {
    return members(told(connections, address), address);
  }

  private static Map<String, Member> members(List<Member> told, String address) {
    Map<String, Member> members = new LinkedHashMap<>();
    for (Member member : told) {
      // a node that nobody has met does not know its own address
      members.put(member.id(), member.isMyself() ? member.at(address) : member);
    }
    return members;
  }

  /**
   * Live primaries that all know, with or without slots. One that does not know all of the cluster
   * yet is none, and what it does not know takes nobody away.
   */
  List<Member> primaries() {
    int all = slots(members);
    List<Map<String, Member>> whole =
        of.values().stream().filter(view -> isWhole(view, all)).toList();
    return members.values().stream()
        .filter(Views::isToBeAsked)
        .filter(member -> isWhole(of.get(member.address()), all))
        .filter(member -> whole.stream().allMatch(view -> knows(view, member)))
        .toList();
  }

  private static boolean isWhole(@Nullable Map<String, Member> view, int all) {
    return view == null || slots(view) + orphaned(view) == all; // who is silent may know all
  }

  /** Slots that a node takes over, and of whose owner it lost sight as that one failed over. */
  private static long orphaned(Map<String, Member> view) {
    return view.values().stream()
        .filter(Member::isMyself)
        .flatMap(myself -> myself.coming().keySet().stream())
        .filter(slot -> owner(view, slot) == null)
        .count();
  }

  private static boolean knows(Map<String, Member> view, Member member) {
    Member seen = view.get(member.id());
    return seen != null && seen.isKnown();
  }

  List<Member> failed() {
    return members.values().stream()
        .filter(member -> member.isPrimary() && member.isKnown() && member.hasFailed())
        .toList();
  }

  List<Member> followersOf(Member primary) {
    return members.values().stream()
        .filter(member -> primary.id().equals(member.primary()) && !member.hasFailed())
        .toList();
  }

  /** Whether a live follower could take over from a primary. */
  boolean isFollowed(Member primary) {
    return !followersOf(primary).isEmpty();
  }

  /**
   * What each live follower knows of the cluster. One takes over all slots that its primary has by
   * its own knowledge; one that does not answer is left out.
   */
  List<Map<String, Member>> ofFollowers(Connections connections) {
    List<Map<String, Member>> views = new ArrayList<>();
    for (Member member : members.values()) {
      if (member.primary() != null && member.isKnown() && !member.hasFailed()) {
        try {
          views.add(members(connections, member.address()));
        } catch (PortException silent) {
          // it knows nothing that can be waited for
        }
      }
    }
    return views;
  }

  /** Whether a node at this address belongs to the cluster, or any of its nodes is meeting it. */
  boolean isAwareOf(String address) {
    return at(address) != null
        || of.values().stream()
            .flatMap(view -> view.values().stream())
            .anyMatch(member -> member.address().equals(address));
  }

  @Nullable Member at(String address) {
    return members.values().stream()
        .filter(member -> member.address().equals(address))
        .findFirst()
        .orElse(null);
  }

  /**
   * The id of the primary that has each slot: the live one that says so itself, the newest claim
   * where two do. A node that takes a slot over does not see that its source failed over.
   */
  @Nullable String[] owners() {
    @Nullable String[] owners = owners(members);
    selves().stream()
        .filter(Member::isPrimary)
        .sorted(Comparator.comparingLong(Member::epoch))
        .forEach(own -> own.slots().stream().forEach(slot -> owners[slot] = own.id()));
    return owners;
  }

  static @Nullable String[] owners(Map<String, Member> view) {
    @Nullable String[] owners = new String[RedisSettings.ALL_SLOTS];
    for (Member member : view.values()) {
      member.slots().stream().forEach(slot -> owners[slot] = member.id());
    }
    return owners;
  }

  /** The id of the primary that has a slot as one node sees it; null where none has. */
  static @Nullable String owner(Map<String, Member> view, int slot) {
    return view.values().stream()
        .filter(member -> member.slots().get(slot))
        .map(Member::id)
        .findFirst()
        .orElse(null);
  }

  /** Whether a node is a primary that the cluster takes to be alive. */
  boolean isLive(@Nullable Member member) {
    return member != null && isToBeAsked(member);
  }

  /** Slots on whose owner not all agree. */
  Set<Integer> disputed() {
    @Nullable String[] first = owners();
    Set<Integer> disputed = new LinkedHashSet<>();
    for (Map<String, Member> view : of.values()) {
      @Nullable String[] owners = owners(view);
      for (int slot = 0; slot < owners.length; slot++) {
        String one = first[slot];
        if (one == null ? owners[slot] != null : !one.equals(owners[slot])) {
          disputed.add(slot);
        }
      }
    }
    return disputed;
  }

  /** What the nodes that answered say of themselves. */
  List<Member> selves() {
    return of.values().stream()
        .flatMap(view -> view.values().stream())
        .filter(Member::isMyself)
        .toList();
  }
}
