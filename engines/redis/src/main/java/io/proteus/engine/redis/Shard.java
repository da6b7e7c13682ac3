package io.proteus.engine.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A primary and who may take over from it, so that what was begun with it goes on with its
 * successor. A follower takes over a primary only that has slots, and a former primary that comes
 * back may be one without any, whose keys are old: so a follower that has become a primary with
 * slots counts before a primary without any. While the primary has slots, such a follower is of
 * another shard by now.
 *
 * @param primary the id of who was the primary
 * @param followers the ids of those who followed it then
 */
record Shard(String primary, List<String> followers) {
  Shard {
    followers = followers.stream().sorted().toList();
  }

  static Shard of(Member primary, Views now) {
    return new Shard(primary.id(), now.followersOf(primary).stream().map(Member::id).toList());
  }

  /** As {@link #toString()} has it. */
  static Shard parse(String noted) {
    List<String> ids = Arrays.asList(noted.split(","));
    return new Shard(ids.get(0), ids.subList(1, ids.size()));
  }

  /** The same, with those who follow its primary by now. */
  Shard alsoFollowedBy(Member leader, Views now) {
    return new Shard(
        primary,
        Stream.concat(followers.stream(), now.followersOf(leader).stream().map(Member::id))
            .filter(id -> !id.equals(primary))
            .distinct()
            .toList());
  }

  boolean has(String id) {
    return primary.equals(id) || followers.contains(id);
  }

  /** Who is its primary now; empty where none is alive. */
  Optional<Member> leader(Views now) {
    Member first = now.members().get(primary);
    if (first != null && now.isLive(first) && !first.slots().isEmpty()) {
      return Optional.of(first);
    }
    Optional<Member> successor =
        followers.stream()
            .map(now.members()::get)
            .filter(Objects::nonNull)
            .filter(member -> now.isLive(member) && !member.slots().isEmpty())
            .findFirst();
    return successor.or(() -> followed(now)).filter(now::isLive);
  }

  /** The primary, or whom it follows by now. */
  private Optional<Member> followed(Views now) {
    Member member = now.members().get(primary);
    String of = member == null ? null : member.primary();
    return Optional.ofNullable(of == null ? member : now.members().get(of));
  }

  /** Whether the cluster knows none of its nodes any more: what they held was given up. */
  boolean isForgotten(Views now) {
    return Stream.concat(Stream.of(primary), followers.stream())
        .noneMatch(now.members()::containsKey);
  }

  /** A name for people: the address of its primary where the cluster knows it. */
  String name(Views now) {
    return leader(now)
        .or(() -> Optional.ofNullable(now.members().get(primary)))
        .map(Member::address)
        .orElse(primary);
  }

  @Override
  public String toString() {
    List<String> ids = new ArrayList<>(List.of(primary));
    ids.addAll(followers);
    return String.join(",", ids);
  }
}
