package io.proteus.testkit.riak;

/**
 * What the cluster was doing when it was recorded, with the answers of that moment, and when the
 * next one follows.
 */
enum Stage {
  THREE("24-after-leave4__n1", "24-after-leave4__n1", "24-after-leave4__n2", 0),
  JOIN_1("15-join4-t001", 11),
  JOIN_17("15-join4-t017", 6),
  JOIN_23("15-join4-t023", 12),
  JOIN_35("15-join4-t035", 51),
  JOIN_86("17-four-nodes-settled__n1", "17-four-nodes-settled__n1", "16-join4-after__n1", 64),
  FOUR("17-four-nodes-settled__n1", "17-four-nodes-settled__n1", "17-four-nodes-settled__n1", 0),
  LEAVE_0("23-leave4-t000", 16),
  LEAVE_26("23-leave4-t026", 11),
  LEAVE_37("23-leave4-t037", 53),
  LEAVE_106("23-leave4-t106", 21),
  LEAVE_127("23-leave4-t127", 15),
  DEAD_OF_FOUR("18-riak3-killed-t00__n1", "18-riak3-killed-t05__n1", "18-riak3-killed-t05__n1", 0),
  DEAD_LEAVER(
      "19-riak3-killed-and-leaving__n1",
      "19-riak3-killed-and-leaving__n1",
      "19-riak3-killed-and-leaving__n1",
      0),
  MARKED_LEAVER(
      "20-riak3-marked-down__n1", "20-riak3-marked-down__n1", "20-riak3-marked-down__n1", 0),
  BACK_9("21-riak3-back-t009__n1", "21-riak3-back-t009__n1", "21-riak3-back-t009__n2", 12),
  BACK_48("21-riak3-back-t048__n1", "21-riak3-back-t048__n1", "16-join4-after__n1", 100),
  DEAD_OF_THREE(
      "25-riak3-stopped__n1", "25-riak3-stopped__n1", "26-riak3-stopped-and-marked-down__n1", 0),
  /** Not recorded as such: put together of what was recorded of three nodes, and of the death. */
  MARKED_OF_FOUR(
      "18-riak3-killed-t00__n1",
      "26-riak3-stopped-and-marked-down__n1",
      "18-riak3-killed-t05__n1",
      0),
  MARKED_OF_THREE(
      "26-riak3-stopped-and-marked-down__n1",
      "26-riak3-stopped-and-marked-down__n1",
      "26-riak3-stopped-and-marked-down__n1",
      0),
  BACK_OF_THREE(
      "27-riak3-back-from-down-mark-t016__n1", "24-after-leave4__n1", "24-after-leave4__n2", 16);

  private final String members;
  private final String ring;
  private final String transfers;

  /** Seconds until the next one; 0 for one that lasts. */
  final int seconds;

  Stage(String change, int seconds) {
    this(change + "__n1", change + "__n1", change + "__n2", seconds);
  }

  Stage(String members, String ring, String transfers, int seconds) {
    this.members = members;
    this.ring = ring;
    this.transfers = transfers;
    this.seconds = seconds;
  }

  Recording memberStatus() {
    Recording told = Recording.of(members + "__member-status");
    return this == MARKED_OF_FOUR
        ? told.with("valid      25.0%      --      riak3", "down       25.0%      --      riak3")
        : told;
  }

  Recording ringStatus() {
    return Recording.of(ring + "__ring-status");
  }

  Recording transfers() {
    return Recording.of(transfers + "__transfers");
  }

  boolean isReady() {
    return ringStatus().text().contains("Ring Ready: true");
  }

  /** What follows by itself. */
  Stage next() {
    return switch (this) {
      case LEAVE_127, BACK_OF_THREE -> THREE;
      case BACK_48 -> FOUR;
      default -> values()[ordinal() + 1];
    };
  }

  boolean isOfThree() {
    return switch (this) {
      case THREE, DEAD_OF_THREE, MARKED_OF_THREE, BACK_OF_THREE -> true;
      default -> false;
    };
  }

  /** What is seen once riak3 is dead. */
  Stage dead() {
    return switch (this) {
      case THREE, BACK_OF_THREE -> DEAD_OF_THREE;
      case FOUR, JOIN_86, BACK_48 -> DEAD_OF_FOUR;
      default -> throw new IllegalStateException("nobody died in " + this);
    };
  }

  /** What is seen once a dead riak3 is marked as down. */
  Stage marked() {
    return switch (this) {
      case DEAD_OF_THREE, MARKED_OF_THREE -> MARKED_OF_THREE;
      case DEAD_LEAVER, MARKED_LEAVER -> MARKED_LEAVER;
      case DEAD_OF_FOUR, MARKED_OF_FOUR -> MARKED_OF_FOUR;
      default -> throw new IllegalStateException("nobody was marked as down in " + this);
    };
  }

  /** What is seen once riak3 runs again. */
  Stage back() {
    return switch (this) {
      case DEAD_OF_THREE -> THREE;
      case MARKED_OF_THREE -> BACK_OF_THREE;
      case DEAD_OF_FOUR, MARKED_OF_FOUR -> BACK_48;
      case MARKED_LEAVER -> BACK_9;
      default -> this;
    };
  }

  /** The node that came or goes has a part in the ring. */
  boolean isLeaving() {
    return ordinal() >= LEAVE_0.ordinal() && ordinal() <= LEAVE_127.ordinal();
  }
}
