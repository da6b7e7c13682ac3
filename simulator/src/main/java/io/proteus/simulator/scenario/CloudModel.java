package io.proteus.simulator.scenario;

import io.proteus.core.setting.Key;
import io.proteus.simulator.input.Wanted;
import io.proteus.simulator.model.ModelConstants;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a scenario's machines come from: how long they take, how often there are none, and what
 * they cost.
 *
 * @param like whose times these are
 * @param boot from asking for a machine to having it; empty: as {@code like} has it
 * @param join from having it to a node that serves; empty: as the store's model has it
 * @param refused share of the orders for a machine that the cloud refuses
 * @param stillborn share of the machines whose node never comes up
 * @param price of a machine an hour; 0: not known
 */
public record CloudModel(
    @Key(
            doc =
                "how long machines take. `papers`: 3 minutes (TIR-8); `openstack`: the same; `ec2`: a"
                    + " minute; `kubernetes`: 15 s, a pod on a worker with room and its image; `ssh`:"
                    + " nothing, a host that runs. Assumed but for TIR-8",
            usual = "papers")
        Like like,
    @Key(doc = "from asking for a machine to having it, in place of that", zero = true)
        Optional<Duration> boot,
    @Key(
            doc =
                "from having it to a process that answers; without it 30 s (TIR-8), with `store:"
                    + " redis` 2 s, `cassandra` 15 s, `riak` 5 s, before their order to join",
            zero = true)
        Optional<Duration> join,
    @Key(
            doc = "of the orders for a machine that the cloud refuses, by chance",
            usual = "0",
            unit = "share")
        double refused,
    @Key(
            doc = "of the machines that are paid for and never become a node, by chance",
            usual = "0",
            unit = "share")
        double stillborn,
    @Key(
            doc =
                "of a machine an hour: what all of them cost is told beside the node hours; 0: not"
                    + " known",
            usual = "0")
        double price) {

  /** Clouds, by how long their machines take to boot. */
  public enum Like {
    /** as TIR-8 measured */
    PAPERS(180),
    /** as TIR-8 measured on such a cloud */
    OPENSTACK(180),
    /** assumed */
    EC2(60),
    /** assumed: its image is there, and a worker has room */
    KUBERNETES(15),
    /** hosts run already */
    SSH(0);

    private final double bootSeconds;

    Like(double bootSeconds) {
      this.bootSeconds = bootSeconds;
    }
  }

  /** That of the papers, which refuses nothing, at an unknown price. */
  public static final CloudModel PAPERS =
      new CloudModel(Like.PAPERS, Optional.empty(), Optional.empty(), 0, 0, 0);

  public CloudModel {
    share("cloud.refused", refused);
    share("cloud.stillborn", stillborn);
    Wanted.that(price >= 0 && price < 1e9, "cloud.price", "0 or more", price);
  }

  /** Of all machines none would ever come. */
  private static void share(String key, double value) {
    Wanted.that(value >= 0 && value < 1, key, "a share from 0 to less than 1", value);
  }

  /** A store's constants with the times of these machines. */
  public ModelConstants in(ModelConstants constants) {
    return constants.booting(
        boot.map(CloudModel::seconds).orElse(like.bootSeconds),
        join.map(CloudModel::seconds).orElse(constants.joinSeconds()));
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }
}
