package io.proteus.lab.faults;

import io.proteus.controller.action.Outcomes;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.LayoutDifference;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.deployment.hbase.ClusterStatus;
import io.proteus.deployment.hbase.DaemonStatus;
import io.proteus.workloads.ledger.Verification;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.ServerName;

/** Looks at everything after a trial, with Proteus and the clients ended. */
final class Inspection {
  private static final Duration REGIONS_WITHIN = Duration.ofMinutes(2);

  /** Steps that an incomplete plan left undone are compactions, which place and set nothing. */
  private static final List<String> TO_ITS_END = List.of(Outcomes.COMPLETED, Outcomes.INCOMPLETE);

  private final FaultCluster cluster;
  private final Topology before;
  private final JournalWatch journal;
  private long acknowledged;

  /**
   * @param before the cluster as it was when Proteus was started
   */
  Inspection(FaultCluster cluster, Topology before, JournalWatch journal) {
    this.cluster = cluster;
    this.before = before;
    this.journal = journal;
  }

  /** Rows that were asked back; 0 before they were. */
  long acknowledged() {
    return acknowledged;
  }

  /** What can be asked of a cluster in order. */
  private interface Question {
    String answer() throws Exception;
  }

  /** An answer that is not the wanted one. */
  private static final class Wrong extends Exception {
    private static final long serialVersionUID = 1;

    Wrong(String seen) {
      super(seen);
    }
  }

  /**
   * All that must be true whatever the fault.
   *
   * @param spared whether the store itself was spared, so that a completed plan is in effect
   */
  List<Check> checks(boolean spared) throws InterruptedException {
    List<Check> checks = new ArrayList<>();
    checks.add(ask("regions", this::regions));
    checks.add(ask("writes", this::writes));
    checks.add(ask("settings", this::settings));
    checks.add(ask("balancer", this::balancer));
    checks.add(ask("compactions", this::compactions));
    checks.add(ask("journal", this::ended));
    if (spared) {
      checks.add(ask("plan in effect", this::inEffect));
    }
    checks.add(ask("claim", this::claim));
    checks.add(ask("processes", this::processes));
    return checks;
  }

  private static Check ask(String name, Question question) throws InterruptedException {
    try {
      return Check.passed(name, question.answer());
    } catch (InterruptedException e) {
      throw e;
    } catch (Wrong | PortException | JournalException | IOException e) {
      return Check.failed(name, String.valueOf(e.getMessage()));
    } catch (Exception e) {
      return Check.failed(name, e.toString());
    }
  }

  private String regions() throws PortException, InterruptedException {
    cluster.awaitWhole(REGIONS_WITHIN);
    return "all served, %s by server".formatted(Wholeness.spread(cluster.topology()));
  }

  private String writes() throws IOException, InterruptedException, Wrong {
    Verification written = cluster.stage().verify();
    acknowledged = written.checked();
    Optional<String> wrong = wrongWith(written);
    if (wrong.isPresent()) {
      throw new Wrong(wrong.get());
    }
    return "%,d read back, none lost".formatted(written.checked());
  }

  /** Empty where all that were acknowledged are there; that none was tells nothing. */
  static Optional<String> wrongWith(Verification written) {
    if (written.checked() == 0) {
      return Optional.of("none was acknowledged, so that none could be asked back");
    }
    return written.isComplete()
        ? Optional.empty()
        : Optional.of(
            "%,d of %,d lost, such as %s"
                .formatted(written.lost(), written.checked(), written.examples()));
  }

  /** Each as it was, or as a plan wanted it. */
  private String settings() throws PortException, JournalException, Wrong {
    Topology now = cluster.topology();
    List<Plan> plans = journal.plans();
    int changed = 0;
    for (Node node : now.nodes()) {
      List<MemorySplit> known = new ArrayList<>();
      before.node(node.id()).map(Node::memory).ifPresent(known::add);
      for (Plan plan : plans) {
        plan.target().nodes().stream()
            .filter(target -> target.node().equals(node.id()))
            .map(target -> target.profile().memory())
            .filter(Objects::nonNull)
            .forEach(known::add);
      }
      MemorySplit split = node.memory();
      if (split == null || known.stream().noneMatch(split::isAbout)) {
        throw new Wrong("%s has %s, known are %s".formatted(node.id(), split, known));
      }
      changed += split.isAbout(known.get(0)) ? 0 : 1;
    }
    for (Table table : now.tables()) {
      List<ByteSize> known = new ArrayList<>();
      before.table(table.id()).map(Table::blockSize).ifPresent(known::add);
      for (Plan plan : plans) {
        Optional.ofNullable(plan.target().blockSizes().get(table.id())).ifPresent(known::add);
      }
      if (table.blockSize() == null || !known.contains(table.blockSize())) {
        throw new Wrong(
            "%s has blocks of %s, known are %s".formatted(table.id(), table.blockSize(), known));
      }
      changed += table.blockSize().equals(known.get(0)) ? 0 : 1;
    }
    return "%d changed, each as a plan wanted".formatted(changed);
  }

  private String balancer() throws PortException, Wrong {
    boolean on = cluster.topology().balancerOn();
    if (on != before.balancerOn()) {
      throw new Wrong("is %s, was %s".formatted(word(on), word(before.balancerOn())));
    }
    return word(on) + ", as before";
  }

  private static String word(boolean on) {
    return on ? "on" : "off";
  }

  /** HBase tells what they were by switching them on. */
  private String compactions() throws IOException, Wrong {
    Map<ServerName, Boolean> were = cluster.stage().admin().compactionSwitch(true, List.of());
    List<String> off =
        were.entrySet().stream()
            .filter(entry -> !entry.getValue())
            .map(entry -> entry.getKey().getServerName())
            .toList();
    if (!off.isEmpty()) {
      throw new Wrong("held back on " + off);
    }
    return "go on, on %d servers".formatted(were.size());
  }

  private String ended() throws JournalException, Wrong {
    List<String> open = journal.journal().unfinishedPlans();
    if (!open.isEmpty()) {
      throw new Wrong("plans without an end: " + open);
    }
    if (journal.journal().balancerIsTaken()) {
      throw new Wrong("says that the balancer is still to be switched on");
    }
    if (!journal.journal().compactionsPausedOn().isEmpty()) {
      throw new Wrong("says that compactions are still held back");
    }
    return "every plan has its end: " + plans();
  }

  /** How each plan ended, as the journal has it. */
  List<String> plans() throws JournalException {
    Map<String, String> ends = new TreeMap<>();
    List<String> order = new ArrayList<>();
    for (JournalEntry entry : journal.entries()) {
      if (entry.event() instanceof Planned planned) {
        order.add(planned.plan().id());
      } else if (entry.event() instanceof PlanEnded end) {
        ends.put(end.plan(), "%s (%s)".formatted(end.outcome(), end.sentence()));
      }
    }
    return order.stream().map(plan -> ends.getOrDefault(plan, "no end")).toList();
  }

  /** A plan that is said to be completed is. */
  private String inEffect() throws JournalException, PortException, Wrong {
    List<Plan> plans = journal.plans();
    List<String> ends = plans();
    boolean isToItsEnd =
        !plans.isEmpty() && TO_ITS_END.stream().anyMatch(ends.get(ends.size() - 1)::startsWith);
    if (!isToItsEnd) {
      return "not completed: " + ends;
    }
    LayoutDifference left =
        LayoutDifference.between(cluster.topology(), plans.get(plans.size() - 1).target());
    // a balancer that is put back may move what the plan has placed
    boolean moved = !left.misplaced().isEmpty() && !before.balancerOn();
    if (moved || !left.misconfigured().isEmpty() || !left.altered().isEmpty()) {
      throw new Wrong("said to be completed, left: " + left);
    }
    return left.misplaced().isEmpty()
        ? "completed, and nothing is left of it"
        : "completed; HBase's balancer has moved %d regions since"
            .formatted(left.misplaced().size());
  }

  private String claim() throws PortException, InterruptedException {
    cluster.awaitClaimFree();
    return "free";
  }

  private String processes() throws PortException, Wrong {
    ClusterStatus status = cluster.deployment().status();
    if (!status.strays().isEmpty()) {
      throw new Wrong("started and not recorded: " + status.strays());
    }
    if (!status.isComplete()) {
      throw new Wrong(
          "not running: "
              + status.daemons().filter(d -> !d.isRunning()).map(DaemonStatus::name).toList());
    }
    return "%d, all known".formatted(status.daemons().count());
  }
}
