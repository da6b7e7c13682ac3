package io.proteus.app.server;

import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.EngineWords;
import io.proteus.app.notice.Notices;
import io.proteus.app.server.ClusterDocuments.Cluster;
import io.proteus.app.server.PlanDocuments.ControlState;
import io.proteus.app.server.PlanDocuments.LeadershipState;
import io.proteus.app.trace.PlanTraces;
import io.proteus.controller.Cycle;
import io.proteus.controller.Leadership;
import io.proteus.controller.accuracy.AccuracyDocument;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.approval.Approvals;
import io.proteus.controller.approval.NodeOrders;
import io.proteus.controller.approval.NotPossible;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.approval.Proposal;
import io.proteus.controller.audit.AuditEvent;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.json.DoctorDocument;
import io.proteus.controller.provider.Providers;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.EditedPlan;
import io.proteus.core.decision.NodeResize;
import io.proteus.core.decision.PlanEdit;
import io.proteus.core.port.Holder;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where requests about one cluster meet its loop: what is known of it, what was asked for, who
 * leads. It is there before the cluster can be reached, and whether or not it ever can.
 */
final class ClusterSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterSession.class);

  /** As many plans as metrics are made from. */
  private static final int JUDGED = 100;

  /** After so many periods without a sample, figures are stale. */
  private static final int MOST_PERIODS = 3;

  private final Configuration configuration;
  private final ActionLog actions;
  private final SqliteJournal journal;
  private final Time time;
  private final SqliteJournal reader;
  private final Approvals approvals;
  private final StopSignal planStop;
  private final Events events;
  private final PastApi past;
  private final Heat heat;
  private final Live live;
  private final Checkups checkups;
  private final Health health;
  private final Notices notices;
  private final Optional<PlanTraces> traces;
  private volatile Supplier<Leadership> leadership = () -> Leadership.UNKNOWN;
  private volatile @Nullable String hindrance;

  private ClusterSession(
      Configuration configuration,
      ActionLog actions,
      SqliteJournal journal,
      Time time,
      SqliteJournal reader,
      Approvals approvals,
      StopSignal planStop,
      Events events,
      Live live,
      Health health,
      Notices notices) {
    this.notices = notices;
    this.configuration = configuration;
    this.checkups = new Checkups(configuration, time);
    this.traces = PlanTraces.of(configuration.telemetry(), name(), words());
    this.actions = actions;
    this.journal = journal;
    this.time = time;
    this.reader = reader;
    this.past = new PastApi(name(), reader, ClusterConnection.appraisal(configuration));
    this.heat = new Heat(reader);
    this.approvals = approvals;
    this.planStop = planStop;
    this.events = events;
    this.live = live;
    this.health = health;
  }

  /**
   * Opens the cluster's journal, and knows from it what operators asked for before.
   *
   * @param stop ends the daemon
   */
  static ClusterSession open(
      Configuration configuration,
      MonitorSettings sampling,
      Time time,
      Metrics metrics,
      StopSignal stop)
      throws JournalException {
    String name = configuration.clusterName();
    Metrics.OfCluster measured = metrics.of(name);
    Events events =
        new Events(
            configuration.server().listeners(), EngineWords.of(configuration.engine().type()));
    Live live =
        new Live(
            name,
            ClusterConnection.appraisal(configuration),
            time,
            events,
            measured,
            staleAfter(configuration, sampling));
    StopSignal planStop = stop.narrower();
    SqliteJournal journal = ClusterConnection.journal(configuration);
    SqliteJournal reader = null;
    try {
      reader = SqliteJournal.openToRead(configuration.journal().file());
      ActionLog actions = new ActionLog(journal);
      Approvals approvals = Approvals.begin(actions, time, configuration.approval(), planStop);
      live.judgesBy(() -> Optional.ofNullable(approvals.status().pending()).map(Proposal::plan));
      ClusterSession session =
          new ClusterSession(
              configuration,
              actions,
              journal,
              time,
              reader,
              approvals,
              planStop,
              events,
              live,
              Health.of(live, sampling, Providers.costs(configuration.engine().type())),
              Notices.of(
                  name,
                  EngineWords.of(configuration.engine().type()),
                  configuration.notifications(),
                  time));
      measured.watch(live, approvals::status, session::leadership, session::accuracy);
      return session;
    } catch (JournalException | RuntimeException e) {
      if (reader != null) {
        reader.close();
      }
      journal.close();
      throw e;
    }
  }

  /** How old figures may be: as old as decisions allow, and some samples may be missing. */
  private static Duration staleAfter(Configuration configuration, MonitorSettings sampling) {
    Duration several = sampling.period().multipliedBy(MOST_PERIODS);
    Duration decisions = configuration.guards().staleAfter();
    return several.compareTo(decisions) > 0 ? several : decisions;
  }

  /** The store's own. */
  Words words() {
    return EngineWords.of(configuration.engine().type());
  }

  Configuration configuration() {
    return configuration;
  }

  String name() {
    return configuration.clusterName();
  }

  /** To write; closed by whoever acts with it, else with this. */
  Journal journal() {
    return actions.journal();
  }

  /** Notes what an operator asks for; returns the moment. */
  Instant noted(String what, OperatorRequest asked) throws JournalException {
    Instant now = time.now();
    journal().append(now, new OperatorAsked(asked.name(), what, asked.why()));
    return now;
  }

  /** Tells the audit log; where that cannot be written, the log of the process says so. */
  void audit(AuditEvent event) {
    try {
      journal.audit(time.now(), event);
    } catch (JournalException e) {
      LOG.warn("{} is not in the audit log: {}", event.text(), e.getMessage());
    }
  }

  /** The one fold of the cluster's journal. */
  ActionLog actions() {
    return actions;
  }

  /** A reader of its own, so that requests never keep the loop from writing. */
  SqliteJournal reader() {
    return reader;
  }

  Approvals approvals() {
    return approvals;
  }

  /** How good the predictions of the newest plans were. */
  AccuracyDocument accuracy(int plans) throws JournalException {
    return AccuracyDocument.of(name(), reader.before(Long.MAX_VALUE, plans, List.of("achieved")));
  }

  /** Empty where the journal cannot be read just now: then there is nothing to scrape. */
  private Optional<AccuracyDocument> accuracy() {
    try {
      return Optional.of(accuracy(JUDGED));
    } catch (JournalException e) {
      return Optional.empty();
    }
  }

  /** Ends the plan that runs and nothing else. */
  StopSignal planStop() {
    return planStop;
  }

  Events events() {
    return events;
  }

  /** Answers from the journal. */
  PastApi past() {
    return past;
  }

  /** Requests of partitions over time. */
  Heat heat() {
    return heat;
  }

  /** Told of each plan and step; nobody where nothing is traced. */
  Progress traces() {
    return traces.<Progress>map(told -> told).orElse(Progress.UNSEEN);
  }

  Notices notices() {
    return notices;
  }

  Live live() {
    return live;
  }

  Health health() {
    return health;
  }

  /** From here on it is known who leads. */
  void ledAs(Supplier<Leadership> told) {
    leadership = told;
  }

  Leadership leadership() {
    return leadership.get();
  }

  /** Why the cluster is not attended to; null when it is. */
  @Nullable String hindrance() {
    return hindrance;
  }

  void hinderedBy(@Nullable String why) {
    hindrance = why;
  }

  /** What is answered about it is as old as its last cycle. */
  Seen seen() {
    return live.seen()
        .orElseThrow(
            () -> {
              String why = hindrance;
              return Problem.of(
                      503,
                      "not yet",
                      why == null
                          ? "the cluster has not been observed yet; ask again soon."
                          : "the cluster cannot be reached: " + why)
                  .refusal();
            });
  }

  /** The cluster in figures, with their age. */
  Cluster figures() {
    Cluster figures = seen().figures();
    return figures.aged(
        live.age().map(Duration::toSeconds).orElse(0L), live.isStale() || !live.isReadable());
  }

  /** Whether it decides beside the cluster and can never act. */
  boolean isShadow() {
    return configuration.approval().mode() == ApprovalMode.SHADOW;
  }

  /** Refuses what would change something where another Proteus leads, and says where to ask. */
  void requireLead() {
    if (isShadow()) {
      throw new Problem(
              "urn:proteus:problem:shadow",
              "in the shadow",
              409,
              "this Proteus runs in the shadow of %s: it claims nothing and can change nothing [approval.mode]."
                  .formatted(name()),
              "approval.mode",
              "shadow",
              "a Proteus that may act")
          .refusal();
    }
    Leadership now = leadership();
    if (now.leads()) {
      return;
    }
    Holder leader = now.leader();
    throw new Problem(
            "urn:proteus:problem:not-leader",
            "not the leader",
            409,
            leader == null
                ? "this Proteus does not lead on %s, and nobody is known to; ask again soon."
                    .formatted(name())
                : "this Proteus stands by; %s leads on %s. Ask there.".formatted(leader, name()),
            "leader",
            leader == null ? null : leader.url(),
            "the leader's own address")
        .refusal();
  }

  /** The name of the plan that waits for a person. */
  Optional<String> waits() {
    return Optional.ofNullable(approvals.status().pending()).map(proposal -> proposal.plan().id());
  }

  ControlState controlState() {
    return controlState(reader);
  }

  private ControlState controlState(Journal readFrom) {
    return ControlState.of(
        approvals.status(), live.run().orElse(null), LeadershipState.of(leadership()), readFrom);
  }

  /** Keeps a node empty; what waits is decided anew without it. */
  void drain(NodeId node, OperatorRequest asked) throws NotPossible, JournalException {
    NodeOrders orders = nodeOrders();
    DrainedNodes then = orders.drained(node, seen().view().observation());
    order(orders, OperatorAsked.DRAIN + node, then, asked);
  }

  /** Lets a node be filled again. */
  void undrain(NodeId node, OperatorRequest asked) throws NotPossible, JournalException {
    NodeOrders orders = nodeOrders();
    order(orders, OperatorAsked.UNDRAIN + node, orders.undrained(node), asked);
  }

  /** The plan that starts so many nodes waits for approval. */
  void grow(int more, OperatorRequest asked) throws NotPossible, JournalException {
    Situation now = situationToOrderIn();
    refuse(resize().objectionToMore(more, now));
    order("nodes add %d".formatted(more), configuration.decisionMaker().grown(now, more), asked);
  }

  /** The plan that empties and ends these nodes waits for approval. */
  void shrink(List<NodeId> leaving, OperatorRequest asked) throws NotPossible, JournalException {
    Situation now = situationToOrderIn();
    refuse(resize().objectionToFewer(leaving, now));
    order(
        "nodes remove %s".formatted(String.join(" ", leaving.stream().map(NodeId::value).toList())),
        configuration.decisionMaker().shrunk(now, leaving),
        asked);
  }

  /** The same for those that have the least to hand over. */
  void shrink(int fewer, OperatorRequest asked) throws NotPossible, JournalException {
    Situation now = situationToOrderIn();
    refuse(NodeResize.objectionToCount(fewer, now));
    shrink(NodeResize.leastToHandOver(fewer, now), asked);
  }

  private NodeResize resize() {
    return new NodeResize(configuration.nodes());
  }

  private Situation situationToOrderIn() throws NotPossible {
    if (live.isStale() || !live.isReadable()) {
      throw new NotPossible("the cluster cannot be read, or was not for too long.");
    }
    return live.situation()
        .orElseThrow(() -> new NotPossible("the cluster has not been observed for long enough."));
  }

  private void refuse(Optional<Sentence> objection) throws NotPossible {
    if (objection.isPresent()) {
      throw new NotPossible(objection.get().in(words()) + ".");
    }
  }

  private void order(String what, Decision decision, OperatorRequest asked)
      throws NotPossible, JournalException {
    if (decision.plan().isEmpty()) {
      throw new NotPossible(decision.verdict().reasons().get(0).in(words()) + ".");
    }
    approvals.order(decision, what, asked);
  }

  private NodeOrders nodeOrders() {
    return new NodeOrders(journal(), time, words());
  }

  private synchronized void order(
      NodeOrders orders, String what, DrainedNodes then, OperatorRequest asked)
      throws JournalException {
    orders.order(what, then, asked);
    approvals.decideAnew(Sentence.of("%s asked for %s", asked.name(), what));
  }

  /**
   * What is left of the plan that waits without some of its parts.
   *
   * @throws NotPossible where it does not wait, has no such part, or cannot be divided
   */
  EditedPlan edited(String plan, PlanEdit edit) throws NotPossible {
    Proposal proposal = approvals.status().pending();
    Situation now = live.situation().orElse(null);
    if (proposal == null || now == null || !proposal.plan().id().equals(plan)) {
      throw new NotPossible("%s does not wait for a person.".formatted(plan));
    }
    try {
      return configuration.decisionMaker().edited(now, proposal.decision(), edit);
    } catch (InvalidValue e) {
      throw new NotPossible(String.valueOf(e.getMessage()));
    }
  }

  /** Tells all who listen how things stand. The loop tells it, and waits for no request. */
  void tellHowThingsStand() {
    events.publish("control", controlState(journal));
  }

  /** A cycle has ended; a plan may wait for a person now, or no longer. */
  void seen(Cycle cycle) {
    cycle.situation().ifPresent(checkups::seen);
    live.accept(cycle);
    cycle.observation().ifPresent(heat::add);
    notices.seen(cycle, approvals.status().pending());
    tellHowThingsStand();
  }

  /** The store can be asked from here on. */
  void reached(ClusterConnection connection) {
    checkups.reached(connection);
  }

  /** Asks the store what is wrong with it, where that is due and no plan runs. */
  void askTheStore() {
    checkups.askWhenDue(() -> approvals.status().running() != null);
  }

  /** What is wrong with the cluster; refused before anything was observed. */
  DoctorDocument checkup() {
    Instant at = seen().view().observation().topology().at();
    return checkups.known().orElseGet(() -> DoctorDocument.notYet(name(), at));
  }

  @Override
  public void close() {
    notices.close();
    traces.ifPresent(PlanTraces::close);
    reader.close();
    actions.journal().close();
  }
}
