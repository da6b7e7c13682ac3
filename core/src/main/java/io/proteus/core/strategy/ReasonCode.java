package io.proteus.core.strategy;

import io.proteus.core.words.Sentence;

/** Every verdict's code. The setting behind it is named where the code is used. */
public enum ReasonCode {
  // holding
  /** the window is not full yet (MET-3) */
  TOO_FEW_SAMPLES,
  /** rates or CPU are missing for too many */
  METRICS_INCOMPLETE,
  /** the newest observation is too old, or its counters stand still beside a busy CPU */
  METRICS_STALE,
  /** partitions are moving, or no node serves them */
  PARTITIONS_IN_TRANSITION,
  /** the store has lost a node */
  NODE_DEAD,
  NODE_LOST,
  /** the cloud is about to take a node's machine */
  MACHINE_TAKEN,
  /** the store's own balancer is on and may not be switched off */
  BALANCER_ACTIVE,
  /** the last action is too recent */
  COOLDOWN,
  /** nothing to place */
  NO_PARTITIONS,
  /** nowhere to place it */
  ONE_NODE,
  /** the store places partitions itself, so only the number of nodes is decided */
  PLACED_BY_STORE,
  /** no node's token is moved on the store's ring */
  TOKENS_STAY,
  /** requests are counted for nodes only, so the use of partitions is not known */
  USE_UNKNOWN,
  /** no requests at all */
  NO_TRAFFIC,
  /** a removal would leave no room for what the load may do, or for what caches hold */
  NO_ROOM,
  /** the last growth relieved nobody, so another is not tried */
  RELIEVED_NOBODY,
  /** what tables are used for changes again before the plan would have paid */
  USE_CHANGES,
  /** every node is within its thresholds (MET-4) */
  HEALTHY,
  /** the number of nodes is right */
  SIZE_FITS,
  /** a policy with its own rhythm is not due yet (MDP-5) */
  NOT_DUE,
  /** there is nothing to estimate from yet */
  LEARNING,
  /** it would undo the last resize too soon */
  OPPOSITE_RESIZE,
  /** it would take away more capacity at once than may go */
  REMOVAL_LIMIT,
  /** there is spare, but not for long enough yet (MET-13) */
  UNDERLOAD_NOT_CONFIRMED,
  /** a workload asks for other settings, but not for long enough yet (PCM-6) */
  CLASS_NOT_CONFIRMED,
  /** a setting that a policy had set was changed by somebody else, so it is left alone */
  SETTINGS_LEFT,
  /** no policy fits what is observed */
  NO_POLICY,
  /** everything is already as it should be */
  IN_PLACE,
  /** the gain would be too small for its price */
  NOT_WORTH_IT,
  /** what it costs would not come back soon enough */
  DOES_NOT_PAY,
  /** it would move more than an operator allows */
  TOO_MANY_MOVES,
  /** a node's heap has no room for a larger cache */
  HEAP_FULL,
  /** the store or cloud cannot do what it would take */
  NOT_CAPABLE,
  /** the plan no longer fits the cluster */
  OVERTAKEN,
  /** a plan was undone a short while ago, and this would be much the same again */
  AFTER_UNDO,
  /** it is more than may be done without a person */
  BEYOND_LIMIT,
  /** no maintenance window is open for it */
  OUTSIDE_WINDOW,

  // acting
  /** nodes over their thresholds (MET-4) */
  NODES_OVERLOADED,
  /** too many nodes over their thresholds for a reconfiguration alone (MET-5) */
  GROW,
  /** nodes with spare capacity (MET-5, MET-13) */
  SHRINK,
  /** the first measurements of other sizes (MDP-4) */
  TRAINING,
  /** the first action of all: the present nodes are configured (MET-5) */
  INITIAL_RECONFIGURATION,
  /** as many nodes as before, with another placement or configuration */
  RECONFIGURE,
  /** the number of nodes is at its bound */
  AT_NODE_BOUND,
  /** partitions by class, nodes by group (MET-6, MET-7) */
  GROUPED,
  /** partitions spread evenly over all nodes (TIR-6) */
  SPREAD,
  /** of a plan that does not pay as a whole, the part that does */
  PARTLY,
  /** a partition is heavier than the fair share of any node, or than one should be */
  HOT_PARTITION,
  /** what somebody has set by hand on a table is kept */
  HAND_SET,
  /** nodes serve some tables only, and each of these pools is placed by itself */
  POOLS,
  /** more groups than nodes */
  GROUPS_MERGED,
  /** the placement of an earlier resize that is still open */
  RESIZE_CONTINUES,
  /** more nodes came than a growth had asked for */
  SURPLUS,
  /** a machine runs and its node never came */
  STILLBORN,
  /** a machine of Proteus's own runs on after its node is gone for good */
  ORPHANED,
  /** another policy's settings are for what tables and nodes are used for (PCM-6) */
  POLICY_SWITCH,
  /** what a model of service demands expects of another layout */
  MODELLED,
  /** nodes divide their heaps by what they serve */
  HEAP_DIVIDED,
  /** small partitions beside one another are hardly asked for */
  COLD_NEIGHBOURS,
  /** partitions have lost locality, and nothing else is to be done (MET-19) */
  LOST_LOCALITY,
  /** a node's token is moved so that its load is nearer to that of others */
  TOKEN_MOVED,
  /** the requests to a partition are to one key, or to few */
  HOT_KEY,
  /** an operator asked for it, whatever the load is */
  ASKED_FOR,
  /** an operator adds or removes nodes, whatever the load is */
  NODES_ORDERED,
  /** an operator empties a node, or lets one be filled again */
  DRAIN,
  /** an operator keeps a node empty, so it is left out of the decision */
  DRAINED,
  /** an operator left out a part of the plan */
  EDITED,
  /** what a plan changed is put back */
  PUT_BACK,
  /** a part of what a plan changed cannot be put back */
  STAYS_CHANGED,

  // what came of a plan
  /** the cluster does worse than a running plan foresaw, or does so no longer */
  BRAKED,
  /** the cluster serves less or more slowly than before, beyond noise */
  MADE_WORSE,
  /** nothing got worse beyond noise */
  NOT_WORSE,
  /** the cluster serves less because less is asked of it */
  LESS_ASKED_FOR,
  /** it answers more slowly, and more is asked of it */
  MORE_ASKED_FOR,
  /** too little is known of the time before or after */
  NOT_JUDGED;

  /**
   * Says why.
   *
   * @param template of a {@link Sentence}
   */
  public Reason says(String template, Object... figures) {
    return says(Sentence.of(template, figures));
  }

  public Reason says(Sentence sentence) {
    return new Reason(this, sentence, null);
  }

  /**
   * Says why, and names the setting that would change it.
   *
   * @param template of a {@link Sentence}
   */
  public Reason because(String setting, String template, Object... figures) {
    return because(setting, Sentence.of(template, figures));
  }

  public Reason because(String setting, Sentence sentence) {
    return new Reason(this, sentence, setting);
  }
}
