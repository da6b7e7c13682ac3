package io.proteus.controller.configuration;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.strategy.scaling.CpuOf;

/** Which policy answers which question: the keys that no policy owns. */
final class StrategyChoice {
  private StrategyChoice() {}

  /** The one key that most files have. */
  record Whole(
      @Key(
              doc =
                  "how it decides: `auto` does no harm, then wins; all but `met` count nodes and"
                      + " leave each configured as it is",
              usual = "auto",
              oneOf = "strategies")
          String strategy) {}

  /** How many nodes. */
  record Counting(
      @Key(
              doc =
                  "how many nodes; `strategy`: as the strategy has it; `keep`: as many as there"
                      + " are",
              usual = "strategy",
              oneOf = "scaling policies")
          String policy,
      @Key(
              doc = "whose CPU target and forecast look at: the mean, or the hottest node's",
              usual = "mean")
          CpuOf cpuOf,
      @Key(doc = "whether these limits hold for MeT's own scaling too", usual = "false")
          boolean limitMet) {}

  /** How nodes are configured. */
  @Section(
      "Only needed to mix: forecast's number of nodes with MeT's profiles is {strategy: forecast,"
          + " configuration: {policy: met}}.")
  record Configuring(
      @Key(
              doc =
                  "`met`: profiles and groups by use; `keep`: nodes stay as they are and partitions"
                      + " are spread evenly; `policies`: spread evenly, and tables and nodes set as"
                      + " the policies for their use say; `heap`: spread evenly, and every node"
                      + " divides between cache and write buffer what both have, by what it serves,"
                      + " where that takes no restart; `model`: placement and"
                      + " memory together, as a model of service demands expects to answer most;"
                      + " `strategy`: met for met, model for auto, else keep",
              usual = "strategy")
          Policy policy,
      @Key(
              doc =
                  "whether tables keep what somebody has set on them by hand: sizes of blocks, and"
                      + " how partitions are split",
              usual = "true")
          boolean keepHandSet) {}

  /** How nodes can be configured. */
  enum Policy {
    STRATEGY,
    MET,
    KEEP,
    POLICIES,
    HEAP,
    MODEL
  }

  /** Whether partitions are split for their load. */
  record Splitting(
      @Key(
              doc =
                  "whether partitions that are hotter than a node should be are split; `strategy`:"
                      + " on for `auto`, off for all others",
              usual = "strategy")
          Switch policy) {}

  /** Whether lost locality is a reason to act. */
  record Keeping(
      @Key(
              doc =
                  "whether partitions that have lost locality are compacted where nothing else is"
                      + " to be done (MET-19); `strategy`: on for `met` and `auto`, off for all"
                      + " others",
              usual = "strategy")
          Switch policy) {}

  /** Whether uneven loads are a reason to move tokens. */
  record Balancing(
      @Key(
              doc =
                  "whether the token of a node moves whose load is far above the mean, where a store"
                      + " places by tokens and each node has one; `strategy`: on for `auto`, off for"
                      + " all others",
              usual = "strategy")
          Switch policy) {}

  /** Whether something is done that only some strategies do by themselves. */
  enum Switch {
    STRATEGY,
    ON,
    OFF
  }

  /** What moves read into caches. */
  record Prefetching(
      @Key(
              doc =
                  "whether servers read partitions that move to them into their caches at once,"
                      + " where these are read much and the cache holds all such of the server"
                      + " (where the store can do that)",
              usual = "true")
          boolean prefetch) {}
}
