package io.proteus.lab.stage;

/** What MeT's convergence experiment compares (MET-16). */
public enum Arrangement {
  /** what a store does by itself: as many partitions everywhere, whatever they are used for */
  RANDOM(
      "a",
      "random placement, one configuration",
      "As many regions on every server, drawn by chance; cache 40 %, memstore 25 %, blocks of 64"
          + " KB."),
  /** what an administrator does who knows the requests of each partition */
  BALANCED(
      "b",
      "hand-balanced, one configuration",
      "Every server with the same requests and as many regions; cache 40 %, memstore 25 %, blocks"
          + " of 64 KB."),
  /** the same with the split that HBase ships with */
  BALANCED_SHIPPED(
      "b40",
      "hand-balanced, HBase's default 40/40",
      "As (b), with cache 40 % and memstore 40 %: more memory in sum than all others have."),
  /** what an expert does who also knows what each partition is used for */
  HETEROGENEOUS(
      "c",
      "hand-made groups, each with its profile",
      "The paper's groups, by tenant: C | E | B and D | A and F on two servers; each with MeT's"
          + " profile."),
  /** what HBase does when all of its own automatisms are on */
  HBASE_BALANCER(
      "d",
      "HBase's stochastic balancer and heap tuner",
      "Started as (a); HBase's balancer ran three times under load, its DefaultHeapMemoryTuner all"
          + " the time."),
  /** Proteus, started on {@link #RANDOM} */
  PROTEUS(
      "e",
      "Proteus, started on (a)",
      "Proteus observed (a) under load, decided, and reconfigured while the tenants went on."),
  /** the same with caches that fill as they are asked */
  PROTEUS_COLD(
      "ecold",
      "Proteus, nothing prefetched",
      "As (e), with execution.prefetch: false: what moves is read into the cache as it is asked"
          + " for."),
  /** the same with the share of requests from which the authors' own code calls it reading */
  PROTEUS_AS_AUTHORS(
      "e70",
      "Proteus, reads from 70 %",
      "As (e), with met.classify.read: 0.70, as the authors' code has it instead of the paper's 60"
          + " %."),
  /** Proteus with the strategy that does no harm, started on {@link #RANDOM} */
  PROTEUS_AUTO(
      "auto",
      "Proteus with strategy: auto, started on (a)",
      "As (e), with strategy: auto and as many nodes as there are; it may take several plans, one"
          + " after the other.");

  private final String id;
  private final String title;
  private final String description;

  Arrangement(String id, String title, String description) {
    this.id = id;
    this.title = title;
    this.description = description;
  }

  /** The letter by which the issue and the reports call it. */
  public String id() {
    return id;
  }

  public String title() {
    return title;
  }

  /** Whether Proteus makes it, under load. */
  public boolean isMadeByProteus() {
    return switch (this) {
      case PROTEUS, PROTEUS_COLD, PROTEUS_AS_AUTHORS, PROTEUS_AUTO -> true;
      default -> false;
    };
  }

  /** How many plans Proteus may carry out, one after the other. */
  public int mostPlans() {
    return this == PROTEUS_AUTO ? 4 : 1;
  }

  /**
   * What is set for it beside Proteus's defaults, as YAML.
   *
   * @param nodes that there are
   */
  public String settings(int nodes) {
    return switch (this) {
      case PROTEUS_AS_AUTHORS -> "met:\n  classify:\n    read: 0.70\n";
      case PROTEUS_COLD -> "execution:\n  prefetch: false\n";
      case PROTEUS_AUTO -> "strategy: auto\nnodes: {min: %d}\n".formatted(nodes);
      default -> "";
    };
  }

  /** What was arranged, and how. */
  public String description() {
    return description;
  }
}
