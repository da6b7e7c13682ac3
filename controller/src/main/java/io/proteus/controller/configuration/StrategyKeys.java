package io.proteus.controller.configuration;

import static io.proteus.controller.configuration.Setting.optional;
import static io.proteus.controller.configuration.Setting.usually;

import io.proteus.controller.settings.Kind;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The keys of the scaling policies, and of what is done where only nodes are counted. */
final class StrategyKeys {
  private static final List<Setting<?>> ALL = new ArrayList<>();

  static final Setting<String> SCALING_POLICY =
      word(
          "scaling.policy",
          "strategy",
          "how many nodes; `strategy`: as the strategy has it; `keep`: as many as there are",
          "strategy",
          "keep",
          "met",
          "threshold",
          "mdp",
          "target",
          "forecast");
  static final Setting<String> CONFIGURATION_POLICY =
      word(
          "configuration.policy",
          "strategy",
          "`met`: profiles and groups by use; `keep`: nodes stay as they are and partitions are"
              + " spread evenly; `policies`: spread evenly, and tables and nodes set as the"
              + " policies for their use say; `heap`: spread evenly, and every node divides between"
              + " cache and write buffer what both have, by what it serves, where that takes no"
              + " restart; `strategy`: met for met, else keep",
          "strategy",
          "met",
          "keep",
          "policies",
          "heap");
  static final Setting<String> PLACEMENT_EVEN =
      word(
          "placement.even",
          "data",
          "what `keep` spreads evenly: requests, partitions, or the larger of a partition's shares"
              + " of the requests and of the bytes in use",
          "load",
          "count",
          "data");
  static final Setting<Ratio> PLACEMENT_TOLERANCE =
      share("placement.tolerance", "0.10", "how far above the mean a node may be then");

  static final Setting<String> SCALING_CPU_OF =
      word(
          "scaling.cpuOf",
          "mean",
          "whose CPU target and forecast look at: the mean, or the hottest node's",
          "mean",
          "hottest");
  static final Setting<Duration> SCALING_COOLDOWN_GROW =
      span("scaling.cooldownGrow", "0s", "from a resize to the next growth");
  static final Setting<Duration> SCALING_COOLDOWN_SHRINK =
      span("scaling.cooldownShrink", "15m", "from a resize to the next removal");
  static final Setting<Duration> SCALING_OPPOSITE_WINDOW =
      span(
          "scaling.oppositeWindow",
          "30m",
          "for how long a resize is not undone; a removal of which all nodes are back, as after an"
              + " undo, stands in the way of no growth");
  static final Setting<Ratio> SCALING_REMOVABLE =
      share(
          "scaling.removable",
          "0.25",
          "share of the nodes that may go in a period; one always may");
  static final Setting<Duration> SCALING_REMOVAL_PERIOD =
      span("scaling.removalPeriod", "1h", "the period in which removals add up");
  static final Setting<Boolean> SCALING_LIMIT_MET =
      add(
          usually(
              "scaling.limitMet",
              Kind.SWITCH,
              "false",
              "whether these limits hold for MeT's own scaling too"));

  static final Setting<Integer> SCALING_SHRINK_DECISIONS =
      count(
          "scaling.shrinkDecisions",
          "1",
          "decisions in a row that must want a removal before a node goes");
  static final Setting<Double> SCALING_CONFIGURE_FIRST_BELOW =
      amount(
          "scaling.configureFirstBelow",
          "1.5",
          "with `configuration.policy: met` (but not for `met` itself) the first time, and with"
              + " `heap` whenever heaps should be divided anew: a growth to less than so many times"
              + " the nodes waits until those that are there are configured by use; 0: none waits");
  static final Setting<Ratio> SCALING_RECONFIGURE_ABOVE =
      share(
          "scaling.reconfigureAbove",
          "0.60",
          "with the same: once configured, nodes and partitions follow the use only while some"
              + " node's CPU and I/O wait are over this");

  static final Setting<Ratio> THRESHOLD_GROW_ABOVE =
      share("threshold.growAbove", "0.40", "CPU of any node above which one is added (TIR-2)");
  static final Setting<Ratio> THRESHOLD_SHRINK_BELOW =
      share("threshold.shrinkBelow", "0.15", "CPU that no node may exceed for one to go (TIR-2)");
  static final Setting<Optional<Ratio>> THRESHOLD_IO_WAIT_ABOVE =
      add(
          usually(
              "threshold.ioWaitAbove",
              Kind.SHARE.or("off"),
              "off",
              "I/O wait of any node above which one is added too; `off`: the CPU alone counts"));

  static final Setting<Ratio> TARGET_CPU =
      share("target.cpu", "0.60", "the CPU that the number of nodes is to bring about");
  static final Setting<Optional<ByteSize>> TARGET_STORAGE =
      add(
          usually(
              "target.storagePerNode",
              Kind.SIZE.or("any"),
              "any",
              "what a node may store; `any`: no limit"));
  static final Setting<Ratio> TARGET_MARGIN =
      share("target.margin", "0.10", "how much below the target the CPU must stay after a removal");

  static final Setting<String> MDP_REWARD =
      word(
          "mdp.reward",
          "throughput-less-square",
          "what a number of nodes is worth (MDP-2), or `mdp.expression`",
          "cost",
          "throughput",
          "throughput-less-square",
          "throughput-less-latency",
          "expression");
  static final Setting<String> MDP_EXPRESSION =
      add(
          optional(
              "mdp.expression",
              Kind.TEXT,
              "a reward of your own, of machines, throughput, latency and load; for `expression`"
                  + " only"));
  static final Setting<Double> MDP_REQUEST =
      amount("mdp.request", "1", "B: what one request per second is worth (MDP-2)");
  static final Setting<Double> MDP_MACHINE =
      amount("mdp.machine", "100", "C: what a machine costs, in the same unit (MDP-2)");
  static final Setting<Double> MDP_MILLISECOND =
      amount("mdp.millisecond", "10", "A: what a millisecond of latency costs (MDP-2)");
  static final Setting<Integer> MDP_LARGEST_STEP =
      count("mdp.largestStep", "2", "nodes that one action adds or removes at most (MDP-1)");
  static final Setting<Ratio> MDP_DISCOUNT =
      share("mdp.discount", "0.90", "gamma: weight of what comes one decision later (MDP-3)");
  static final Setting<Duration> MDP_DECIDE_EVERY =
      span("mdp.decideEvery", "10m", "from decision to decision (MDP-5)");
  static final Setting<Duration> MDP_BACK_OFF =
      span("mdp.backOff", "5m", "from the end of an action to the next decision (MDP-5)");
  static final Setting<Integer> MDP_TRAINING_SIZES =
      count("mdp.trainingSizes", "3", "sizes that are tried at first; 1: no training (MDP-4)");
  static final Setting<Ratio> MDP_SIMILAR =
      share("mdp.similar", "0.20", "share of the load within which loads count as alike (MDP-4)");
  static final Setting<Ratio> MDP_SATURATION =
      share("mdp.saturation", "0.60", "CPU above which more may be asked for than is served");
  static final Setting<Ratio> MDP_MARGIN =
      share("mdp.margin", "0.05", "by how much the load may be off without changing the decision");

  static final Setting<Ratio> FORECAST_CPU =
      share("forecast.cpu", "0.60", "the CPU that is not to be exceeded");
  static final Setting<Ratio> FORECAST_SERVICE_LEVEL =
      share("forecast.serviceLevel", "0.99", "probability with which it is not");
  static final Setting<Ratio> FORECAST_MARGIN =
      share("forecast.margin", "0.10", "how much below it the CPU must stay after a removal");
  static final Setting<Duration> FORECAST_DAY =
      add(
          usually(
              "forecast.day",
              Kind.DURATION,
              "24h",
              "the season that is learned; the longer one is seven of it"));
  static final Setting<Integer> FORECAST_SLOTS =
      count("forecast.slotsPerDay", "24", "in how many parts it is learned");
  static final Setting<Duration> FORECAST_HORIZON =
      add(usually("forecast.horizon", Kind.DURATION, "6h", "how far ahead sizes are chosen"));
  static final Setting<Duration> FORECAST_BOOT =
      span("forecast.boot", "3m", "until a new node serves (TIR-8)");
  static final Setting<Duration> FORECAST_COLD_CACHE =
      span("forecast.coldCache", "10m", "price of a node that comes or goes, in a node's time");
  static final Setting<Duration> FORECAST_MOVE =
      span("forecast.move", "10s", "price of a partition that moves, in a node's time");
  static final Setting<Boolean> FORECAST_KEEP_UNTIL_LEARNED =
      add(
          usually(
              "forecast.keepUntilLearned",
              Kind.SWITCH,
              "true",
              "whether as many nodes as it found stay until it has seen each hour ahead twice"));

  static final Setting<Path> POLICIES_DIRECTORY =
      add(
          optional(
              "policies.directory",
              Kind.FILE,
              "your own policies, one a `.yaml` file, which replace shipped ones of the same name;"
                  + " relative to this file"));
  static final Setting<List<String>> POLICIES_DISABLED =
      add(
          usually(
              "policies.disabled", Kind.WORDS, "[]", "names of policies that do not take part"));
  static final Setting<List<String>> POLICIES_ENABLED =
      add(
          usually(
              "policies.enabled",
              Kind.WORDS,
              "[]",
              "names of policies that do although their file has them switched off"));
  static final Setting<Optional<Duration>> POLICIES_HOLD =
      add(
          usually(
              "policies.hold",
              Kind.DURATION_OR_ZERO.or("policy"),
              "policy",
              "for how long a workload must ask for other settings before they are set (PCM-6);"
                  + " `policy`: as each policy says"));
  static final Setting<Ratio> POLICIES_TOLERANCE =
      share("policies.tolerance", "0.10", "how far values may differ that count as the same");
  static final Setting<Boolean> POLICIES_RESTART =
      add(
          usually(
              "policies.restart",
              Kind.SWITCH,
              "false",
              "whether nodes are emptied and restarted for what takes effect only so"));
  static final Setting<Optional<ByteSize>> POLICIES_NODE_MEMORY =
      add(
          usually(
              "policies.nodeMemory",
              Kind.SIZE.or("unknown"),
              "unknown",
              "memory of each node's host, for formulas that ask for it"));

  private StrategyKeys() {}

  /** In the order of the documentation. */
  static List<Setting<?>> all() {
    return List.copyOf(ALL);
  }

  private static <T> Setting<T> add(Setting<T> setting) {
    ALL.add(setting);
    return setting;
  }

  private static Setting<String> word(String key, String usual, String about, String... words) {
    return add(usually(key, Kind.oneOf(words), usual, about));
  }

  private static Setting<Ratio> share(String key, String usual, String about) {
    return add(usually(key, Kind.SHARE, usual, about));
  }

  private static Setting<Duration> span(String key, String usual, String about) {
    return add(usually(key, Kind.DURATION_OR_ZERO, usual, about));
  }

  private static Setting<Integer> count(String key, String usual, String about) {
    return add(usually(key, Kind.COUNT, usual, about));
  }

  private static Setting<Double> amount(String key, String usual, String about) {
    return add(usually(key, Kind.NUMBER, usual, about));
  }
}
