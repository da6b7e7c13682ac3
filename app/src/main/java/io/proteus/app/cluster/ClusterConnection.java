package io.proteus.app.cluster;

import io.proteus.app.view.Appraisal;
import io.proteus.app.view.ClusterView;
import io.proteus.app.view.Figures;
import io.proteus.controller.Monitor;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.JournalSettings;
import io.proteus.controller.configuration.MetSettings;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.JournalRights;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.cluster.Observation;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.NodeDrain;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Store;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.port.TableStore;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All that a command acts with.
 *
 * @param words the engine's own
 * @param ports closed with this
 * @param parameters what can be set in the store, and what is
 * @param freshness how long the store may repeat its counters: rates over less may be 0
 * @param tables the store's, those that are left alone too; null where it has none to be loaded
 * @param checks the engine's own, for what is wrong with its stores
 */
public record ClusterConnection(
    Configuration configuration,
    Words words,
    Ports ports,
    HostMetrics hosts,
    StoreParameters parameters,
    Duration freshness,
    @Nullable TableStore tables,
    List<StoreCheck> checks)
    implements AutoCloseable {
  public ClusterConnection {
    checks = List.copyOf(checks);
  }

  /** A cluster whose engine has no checks of its own. */
  public ClusterConnection(
      Configuration configuration,
      Words words,
      Ports ports,
      HostMetrics hosts,
      StoreParameters parameters,
      Duration freshness,
      @Nullable TableStore tables) {
    this(configuration, words, ports, hosts, parameters, freshness, tables, List.of());
  }

  /**
   * The store's tables.
   *
   * @throws InvalidValue where it has none to be loaded
   */
  @Override
  public TableStore tables() {
    if (tables == null) {
      throw new InvalidValue("bulk-load: the tables of this store are not loaded in bulk.");
    }
    return tables;
  }

  /** How the cluster is looked at. */
  public Store store() {
    return ports.store();
  }

  /**
   * What whoever looks at the cluster has to know first.
   *
   * @param interval from one look to the next
   */
  public List<String> remarks(Duration interval) {
    return Stream.of(
            configuration.extensions().remark(),
            objectionTo(interval),
            JournalRights.remark(configuration.journal().file()))
        .flatMap(Optional::stream)
        .toList();
  }

  /** What to say of an interval that is too short for this store; empty when it is not. */
  private Optional<String> objectionTo(Duration interval) {
    return interval.compareTo(freshness) >= 0
        ? Optional.empty()
        : Optional.of(
            "%s renews its metrics every %d s: over %s they may show no requests."
                .formatted(words.store(), freshness.toSeconds(), Figures.duration(interval)));
  }

  /** Looks at the cluster; reads only. */
  public Monitor monitor(MonitorSettings sampling, Time time) {
    return new Monitor(ports, hosts, sampling, time);
  }

  /**
   * Opens the cluster's journal to write and read, and makes it if there is none.
   *
   * @throws JournalException also when it is of another cluster
   */
  public SqliteJournal journal() throws PortException, JournalException {
    return own(journal(configuration));
  }

  /**
   * Opens the cluster's journal to read.
   *
   * @throws JournalException also when it is of another cluster, or there is none
   */
  public SqliteJournal journalToRead() throws PortException, JournalException {
    return own(SqliteJournal.openToRead(configuration.journal().file()));
  }

  /** Opens the journal of a cluster, whichever it is of; acting is audited with its settings. */
  public static SqliteJournal journal(Configuration configuration) throws JournalException {
    JournalSettings settings = configuration.journal();
    return SqliteJournal.open(settings.file(), settings.keep(), settings.keepAudit())
        .under(configuration.written());
  }

  private SqliteJournal own(SqliteJournal journal) throws PortException, JournalException {
    try {
      journal.requireOf(store().clusterId());
      return journal;
    } catch (PortException | JournalException | RuntimeException e) {
      journal.close();
      throw e;
    }
  }

  @Override
  public void close() {
    store().close();
  }

  /** How nodes and partitions are judged on the screen, whatever they are read from. */
  public static Appraisal appraisal(Configuration configuration) {
    MetSettings met = configuration.met();
    return new Appraisal(
        met.profiles()::classify,
        List.copyOf(met.profiles().profiles().values()),
        met.scaling().cpuAbove());
  }

  /** What would put everything in its place, guards and load aside; for looking only. */
  public static Optional<Plan> ideal(DecisionMaker decisions, Situation now) {
    Situation usable = NodeDrain.hidden(now);
    return decisions.strategy().decideRegardlessOfLoad(usable) instanceof Verdict.Retarget wanted
        ? Optional.of(decisions.planner().plan(usable, wanted))
        : Optional.empty();
  }

  /** What is shown of a cluster; without what should be where, before there was a span to judge. */
  public static ClusterView view(
      Configuration configuration, Observation seen, Optional<Situation> now) {
    DecisionMaker decisions = configuration.decisionMaker();
    return appraisal(configuration)
        .view(
            seen,
            now.flatMap(situation -> ideal(decisions, situation)).orElse(null),
            now.map(situation -> reasons(configuration, decisions, situation)).orElse(List.of()))
        .with(
            now.map(
                    situation ->
                        ClusterDoctor.observing(configuration)
                            .findings(ClusterDoctor.checkup(configuration, situation)))
                .orElse(List.of()));
  }

  /** Why it would act or not, and what it leaves alone as somebody has set it by hand. */
  private static List<Reason> reasons(
      Configuration configuration, DecisionMaker decisions, Situation now) {
    List<Reason> reasons = new ArrayList<>(decisions.decide(now).verdict().reasons());
    if (configuration.policies().keepsHandSet()
        && reasons.stream().noneMatch(reason -> reason.code() == ReasonCode.HAND_SET)) {
      now.memory().settings().handSet(now.topology()).ifPresent(reasons::add);
    }
    return reasons;
  }
}
