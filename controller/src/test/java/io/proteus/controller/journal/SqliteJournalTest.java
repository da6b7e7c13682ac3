package io.proteus.controller.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.PlanProgress;
import io.proteus.controller.journal.JournalEvent.Achieved;
import io.proteus.controller.journal.JournalEvent.BalancerRestored;
import io.proteus.controller.journal.JournalEvent.BalancerTaken;
import io.proteus.controller.journal.JournalEvent.ClaimTaken;
import io.proteus.controller.journal.JournalEvent.CompactionsPaused;
import io.proteus.controller.journal.JournalEvent.CompactionsResumed;
import io.proteus.controller.journal.JournalEvent.Decided;
import io.proteus.controller.journal.JournalEvent.Drained;
import io.proteus.controller.journal.JournalEvent.LoadFinished;
import io.proteus.controller.journal.JournalEvent.LoadPrepared;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.PlanBraked;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.PoliciesRead;
import io.proteus.controller.journal.JournalEvent.PolicyDrafted;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.JournalEvent.Remembered;
import io.proteus.controller.journal.JournalEvent.StepReached;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.plan.Estimate;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Prediction;
import io.proteus.core.step.Price;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.RandomClusters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteJournalTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00.123456789Z");
  private static final Duration MONTH = Duration.ofDays(30);

  private static final TableId USERS = new TableId("users");

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("deep").resolve("journal.db");
  }

  private static Plan plan(String id) {
    List<Step> steps =
        List.of(
            new SetMemorySplit(new NodeId("rs1"), MemorySplit.of(0.1, 0.5)),
            new SetMemorySplit(new NodeId("rs2"), MemorySplit.of(0.1, 0.5)));
    return new Plan(
        id,
        1,
        Layout.of(List.of(), List.of(), Map.of()),
        steps,
        Price.of(steps),
        List.of(ReasonCode.RECONFIGURE.says("so")));
  }

  private static StepReached reached(String plan, int step, StepState state) {
    return new StepReached(plan, step, state, Sentence.verbatim("set it"), null);
  }

  private static Remembered remembered(int nodesToChange) {
    return new Remembered(StrategyMemory.INITIAL.withNodesToChange(nodesToChange));
  }

  private static LoadPrepared prepared() {
    return new LoadPrepared(
        USERS,
        true,
        Map.of("MAX_FILESIZE", "1"),
        Map.of("MAX_FILESIZE", "2", "MEMSTORE_FLUSHSIZE", "3"),
        List.of(
            new LoadPrepared.NodeMemory(
                new NodeId("rs1:16020"),
                MemorySplit.of(0.4, 0.4),
                MemorySplit.of(0.1, 0.6),
                false)));
  }

  @Test
  void whatALoadPutsBackIsKeptUntilItIsPutBack() throws JournalException {
    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH)) {
      journal.append(START, prepared());
      journal.append(START, remembered(2));
      Instant later = START.plus(MONTH).plus(MONTH);
      for (int i = 0; i < JournalSize.EVERY; i++) {
        journal.append(later, new BalancerTaken());
      }
      assertThat(journal.ofPlan(LoadPrepared.load(USERS))).hasSize(1);

      journal.append(START, new LoadFinished(USERS, Sentence.verbatim("all is as before")));
      for (int i = 0; i < JournalSize.EVERY; i++) {
        journal.append(later, new BalancerTaken());
      }
      assertThat(journal.ofPlan(LoadPrepared.load(USERS))).isEmpty();
    }
  }

  /** A cycle that began before the order writes down what it knew then. */
  @Test
  void whatOperatorsDrainedLastCountsWhateverIsRememberedAfterwards() throws Exception {
    DrainedNodes drained = DrainedNodes.NONE.drain(new NodeId("rs1"));
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      assertThat(journal.memory()).isEqualTo(StrategyMemory.INITIAL);
      journal.append(Instant.EPOCH, new Drained(drained));
      journal.append(Instant.EPOCH, remembered(4));

      assertThat(journal.drained()).isEqualTo(drained);
      assertThat(journal.memory().drains()).isEqualTo(drained);
    }
    for (int keep : List.of(1, 2)) {
      try (SqliteJournal journal =
          SqliteJournal.open(":memory:", new JournalSize(Duration.ofDays(keep), Long.MAX_VALUE))) {
        journal.append(Instant.EPOCH, new Drained(drained));
        for (int entry = 0; entry <= JournalSize.EVERY; entry++) {
          journal.append(Instant.EPOCH.plus(Duration.ofDays(9)), remembered(4));
        }
        assertThat(journal.drained()).as("it outlives what is dropped").isEqualTo(drained);
      }
    }
  }

  @Test
  void everyKindOfEventIsReadBackInOrder() throws Exception {
    var clock = ManualClock.start();
    var cluster = RandomClusters.of(5, clock);
    var observation =
        io.proteus.core.history.RateMeter.observe(
            1, null, cluster.sample(), Map.of(), cluster.ports().capabilities());
    List<JournalEvent> events =
        List.of(
            Observed.of(observation),
            ClusterSurveyed.of(observation),
            new Decided("hold", List.of(ReasonCode.HEALTHY.because("met.cpuAbove", "all fine"))),
            new OperatorAsked("ada", "apply", "the sale begins"),
            new Proposed(plan("p1"), null),
            new ProposalEnded("p1", "approved", Sentence.verbatim("ada: the sale begins")),
            achieved(),
            new Planned(plan("p1"), null, observation.topology(), "p0"),
            new BalancerTaken(),
            new StepReached(
                "p1",
                0,
                StepState.REFUSED,
                Sentence.verbatim("set it"),
                Sentence.verbatim("no answer")),
            reached("p1", 0, StepState.DONE),
            new PlanBraked(
                "p1",
                "slow",
                ReasonCode.BRAKED.because("execution.brake", "answers take %.1f ms", 20.0)),
            new PlanEnded("p1", "completed", Sentence.verbatim("all steps are done"), 1),
            new BalancerRestored(),
            remembered(4),
            new ClaimTaken(7),
            new Drained(DrainedNodes.NONE.drain(new NodeId("rs1")).undrain(new NodeId("rs2"))),
            new CompactionsPaused(List.of(new NodeId("rs1"))),
            new CompactionsResumed(),
            new UndoBegan("p2", "ada", Sentence.verbatim("it was a mistake")),
            new UndoEnded("p2", UndoEnded.COMPLETED, Sentence.verbatim("all is as before"), 1),
            new Verified("p2", ReasonCode.NOT_WORSE.says("as before"), 8, 8),
            new PolicyDrafted(
                "p2",
                "pcm-ro",
                Sentence.of("%s is proposed", "pcm-ro"),
                "schema: proteus/policy/1"),
            new PoliciesRead(Sentence.of("policies are read anew; changed: %s", "pcm-ro")),
            prepared(),
            new LoadFinished(USERS, Sentence.verbatim("all is as before")));
    assertThat(events.stream().map(Object::getClass).distinct())
        .hasSameElementsAs(List.of(JournalEvent.class.getPermittedSubclasses()).stream().toList());

    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH)) {
      for (int i = 0; i < events.size(); i++) {
        journal.append(START.plusSeconds(i), events.get(i));
      }
    }
    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH)) {
      assertThat(journal.last(100)).extracting(JournalEntry::event).isEqualTo(events);
      assertThat(journal.last(100).get(0).at()).isEqualTo(START);
      assertThat(journal.last(2))
          .extracting(JournalEntry::event)
          .isEqualTo(events.subList(events.size() - 2, events.size()));
      assertThat(journal.since(START.plusSeconds(10), 100, List.of())).hasSize(events.size() - 10);
      assertThat(journal.since(START.plusSeconds(10), 2, List.of()))
          .extracting(JournalEntry::event)
          .isEqualTo(events.subList(events.size() - 2, events.size()));
      assertThat(journal.ofPlan(LoadPrepared.load(USERS)))
          .extracting(JournalEntry::event)
          .isEqualTo(events.subList(events.size() - 2, events.size()));
      assertThat(journal.ofPlan("p1"))
          .extracting(JournalEntry::event)
          .containsExactly(
              events.get(4),
              events.get(5),
              events.get(7),
              events.get(9),
              events.get(10),
              events.get(11),
              events.get(12));
      assertThat(journal.before(journal.last(1).get(0).number(), 2, List.of()))
          .extracting(JournalEntry::event)
          .containsExactly(events.get(events.size() - 2), events.get(events.size() - 3));
      assertThat(journal.before(Long.MAX_VALUE, 5, List.of("proposed", "planned")))
          .extracting(JournalEntry::event)
          .containsExactly(events.get(7), events.get(4));
      assertThat(journal.lastAsked("apply", "pause").orElseThrow().event())
          .isEqualTo(events.get(3));
      assertThat(journal.lastAsked("pause")).isEmpty();
      assertThat(journal.memory().nodesToChange()).isEqualTo(4);
      assertThat(journal.balancerIsTaken()).isFalse();
      assertThat(journal.compactionsPausedOn()).isEmpty();
      assertThat(journal.lastAction()).contains(START.plusSeconds(12));
      assertThat(journal.unfinishedPlans()).isEmpty();
    }
  }

  @Test
  void anEmptyJournalKnowsNothing() {
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      assertThat(journal.memory()).isEqualTo(StrategyMemory.INITIAL);
      assertThat(journal.lastAction()).isEmpty();
      assertThat(journal.balancerIsTaken()).isFalse();
      assertThat(journal.unfinishedPlans()).isEmpty();
    } catch (JournalException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aPlanIsUnfinishedUntilItHasEnded() throws JournalException {
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      journal.append(START, new Planned(plan("p1"), null));
      journal.append(START, new PlanEnded("p1", "stopped", Sentence.verbatim("asked for"), 0));
      journal.append(START, new Planned(plan("p2"), null));
      journal.append(START, reached("p2", 0, StepState.ISSUED));
      journal.append(START, reached("p2", 0, StepState.DONE));
      journal.append(START, reached("p2", 1, StepState.ISSUED));

      assertThat(journal.unfinishedPlans()).containsExactly("p2");
      assertThat(new ActionLog(journal).now().latestPlan().map(ActionPlan::progress))
          .contains(new PlanProgress(plan("p2"), Set.of(0, 1), Set.of(0)));
      assertThat(journal.lastAction()).isEmpty();
    }
  }

  @Test
  void aPlanAndTheMemoryOfItAreOneEntry() throws JournalException {
    try (SqliteJournal journal = SqliteJournal.inMemory()) {
      journal.append(START, remembered(2));
      journal.append(START, new Planned(plan("p1"), StrategyMemory.INITIAL.withNodesToChange(8)));
      journal.append(START, new Planned(plan("p2"), null));

      assertThat(journal.memory().nodesToChange()).isEqualTo(8);
    }
  }

  @Test
  void whatWasAppendedSurvivesACrash() throws Exception {
    Path copy = folder.resolve("copy.db");
    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH)) {
      journal.append(START, new BalancerTaken());
      // what is on the disk at this moment, the journal still open
      Files.copy(file(), copy);
      Files.copy(Path.of(file() + "-wal"), Path.of(copy + "-wal"));
    }
    try (SqliteJournal journal = SqliteJournal.open(copy, MONTH)) {
      assertThat(journal.balancerIsTaken()).isTrue();
    }
  }

  @Test
  void anotherProcessReadsWhileOneWrites() throws JournalException {
    try (SqliteJournal writer = SqliteJournal.open(file(), MONTH)) {
      writer.append(START, remembered(2));
      try (SqliteJournal reader = SqliteJournal.openToRead(file())) {
        assertThat(reader.last(10)).hasSize(1);
        writer.append(START, remembered(4));
        assertThat(reader.last(10)).hasSize(2);
        assertThatThrownBy(() -> reader.append(START, remembered(8)))
            .isInstanceOf(JournalException.class);
      }
    }
  }

  @Test
  void theOldIsDroppedButNothingThatARestartLooksFor() throws JournalException {
    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH)) {
      journal.append(START, new Planned(plan("over"), null));
      journal.append(START, new PlanEnded("over", "completed", Sentence.verbatim("done"), 2));
      journal.append(START, remembered(2));
      journal.append(START, remembered(4));
      journal.append(START, new BalancerTaken());
      journal.append(START, new CompactionsPaused(List.of(new NodeId("rs1"))));
      journal.append(START, new Planned(plan("open"), null));
      journal.append(START, reached("open", 0, StepState.ISSUED));

      Instant later = START.plus(Duration.ofDays(31));
      for (int i = 0; i < JournalSize.EVERY; i++) {
        journal.append(later, new OperatorAsked("ada", "watch", "to fill the journal"));
      }

      assertThat(journal.ofPlan("over")).hasSize(1);
      assertThat(journal.lastAction()).contains(START);
      assertThat(journal.memory().nodesToChange()).isEqualTo(4);
      assertThat(journal.balancerIsTaken()).isTrue();
      assertThat(journal.compactionsPausedOn()).containsExactly(new NodeId("rs1"));
      assertThat(journal.unfinishedPlans()).hasSize(1);
      assertThat(journal.last(10_000)).hasSize(JournalSize.EVERY + 6);
    }
  }

  @Test
  void theFileStaysBelowItsLargestSize() throws Exception {
    long most = 400_000;
    try (SqliteJournal journal =
        SqliteJournal.open(folder.resolve("j.db").toString(), new JournalSize(MONTH, most))) {
      journal.append(START, new Planned(plan("open"), null));
      for (int i = 0; i < 1_500; i++) {
        journal.append(
            START, new Decided("hold", List.of(ReasonCode.HEALTHY.says("%s", "x".repeat(1_000)))));
      }
      assertThat(journal.last(10_000).size()).isBetween(100, 700);
      assertThat(journal.unfinishedPlans()).hasSize(1);
    }
    assertThat(Files.size(folder.resolve("j.db"))).isLessThan(2 * most);
  }

  @Test
  void aFullDiskIsToldAndNothingHalfIsLeft() throws JournalException {
    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH)) {
      journal.append(START, remembered(2));
      journal.limitTo(12);

      assertThatThrownBy(
              () -> journal.append(START, new OperatorAsked("ada", "x", "y".repeat(100_000))))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("The disk is full")
          .hasMessageContaining("journal.db");
      assertThat(journal.last(10)).hasSize(1);
    }
  }

  @Test
  void aFileThatCannotBeMadeForWantOfRoomSaysSo() throws Exception {
    Path file = folder.resolve("j.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA max_page_count = 2");

      assertThatThrownBy(() -> JournalFile.migrate(file.toString(), connection))
          .isInstanceOfSatisfying(
              SQLException.class,
              e ->
                  assertThat(JournalFile.problem("j.db", "cannot be opened", e))
                      .hasMessageContaining("The disk is full"));
    }
    try (SqliteJournal journal = SqliteJournal.open(file, MONTH)) {
      journal.append(START, remembered(2));
      assertThat(journal.last(10)).hasSize(1);
    }
  }

  @Test
  void whatWasAppendedIsWrittenThoughWhatIsOldCannotBeDropped() throws Exception {
    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH)) {
      journal.append(START, new OperatorAsked("ada", "watch", "long ago"));
    }
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TRIGGER nothing_goes BEFORE DELETE ON entry"
              + " BEGIN SELECT RAISE(ABORT, 'for a test'); END");
    }

    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH)) {
      journal.append(START.plus(MONTH.multipliedBy(2)), remembered(2));

      assertThat(journal.last(10)).hasSize(2);
    }
  }

  @Test
  void aFileInWhichNothingIsYetIsToldFromADamagedOne() throws Exception {
    Files.createDirectories(file().getParent());
    Files.createFile(file());

    assertThatThrownBy(() -> SqliteJournal.openToRead(file()))
        .isInstanceOf(EmptyJournal.class)
        .hasMessageContaining("journal.db: is empty");
  }

  @Test
  void whatIsNoJournalIsLeftAlone() throws Exception {
    Path text = folder.resolve("text.db");
    Files.writeString(text, "this is not a database, it only says so in its name. ".repeat(50));
    Path other = folder.resolve("other.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + other);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE wines (name TEXT)");
    }
    byte[] before = Files.readAllBytes(text);

    assertThatThrownBy(() -> SqliteJournal.open(text, MONTH))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("is damaged")
        .hasMessageContaining("Move it away");
    assertThatThrownBy(() -> SqliteJournal.open(other, MONTH))
        .hasMessageContaining("database of another program");
    assertThat(Files.readAllBytes(text)).isEqualTo(before);
  }

  @Test
  void aDamagedJournalIsTold() throws Exception {
    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH)) {
      for (int i = 0; i < 200; i++) {
        journal.append(START, new OperatorAsked("ada", "watch", "z".repeat(500)));
      }
    }
    byte[] bytes = Files.readAllBytes(file());
    for (int i = 5_000; i < 30_000; i++) {
      bytes[i] = 7;
    }
    Files.write(file(), bytes);

    assertThatThrownBy(() -> SqliteJournal.open(file(), MONTH))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("is damaged");
  }

  @Test
  void aPlaceThatCannotBeWrittenIsTold() throws Exception {
    Path blocked = folder.resolve("a-file");
    Files.writeString(blocked, "");

    assertThatThrownBy(() -> SqliteJournal.open(blocked.resolve("journal.db"), MONTH))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("Set journal.file to another place");
    assertThatThrownBy(() -> SqliteJournal.openToRead(folder.resolve("none.db")))
        .hasMessageContaining("there is none yet");
  }

  @Test
  void aJournalIsOfTheClusterThatItWasOpenedForFirst() throws Exception {
    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH)) {
      journal.requireOf("one");
      journal.requireOf("one");
    }

    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH);
        SqliteJournal reader = SqliteJournal.openToRead(file())) {
      journal.requireOf("one");
      reader.requireOf("one");
      for (SqliteJournal each : List.of(journal, reader)) {
        assertThatThrownBy(() -> each.requireOf("other"))
            .isInstanceOf(JournalException.class)
            .hasMessage(
                "journal %s: is of another cluster: want other, got one. Set journal.file to another place, or move the file away to start a new one; then start Proteus again."
                    .formatted(file()));
      }
      reader.requireOf("one");
    }
  }

  @Test
  void aJournalOfBeforeIsOfTheClusterThatItIsNextOpenedFor() throws Exception {
    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH)) {
      journal.append(START, remembered(2));
    }
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE cluster");
      statement.execute("DROP TABLE audit");
      statement.execute("PRAGMA user_version = 8");
    }

    try (SqliteJournal reader = SqliteJournal.openToRead(file())) {
      reader.requireOf("other"); // who only reads makes it nobody's
    }
    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH)) {
      journal.requireOf("one");
      assertThat(journal.memory().nodesToChange()).isEqualTo(2);
      assertThatThrownBy(() -> journal.requireOf("other")).hasMessageContaining("want other");
    }
  }

  @Test
  void whatIsSetAsideIsWholeThoughItWasNotClosed() throws Exception {
    Path copy = folder.resolve("copy.db");
    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH)) {
      journal.requireOf("one");
      journal.append(START, new BalancerTaken());
      Files.copy(file(), copy);
      Files.copy(Path.of(file() + "-wal"), Path.of(copy + "-wal"));
    }

    Path aside = SqliteJournal.setAside(copy, START).orElseThrow();

    try (SqliteJournal journal = SqliteJournal.open(aside, MONTH)) {
      assertThat(journal.balancerIsTaken()).isTrue();
    }
    try (SqliteJournal journal = SqliteJournal.open(copy, MONTH)) {
      journal.requireOf("other");
      assertThat(journal.last(1)).isEmpty();
    }
    assertThat(SqliteJournal.setAside(folder.resolve("none.db"), START)).isEmpty();
  }

  @Test
  void aNewerProteusIsLeftItsJournal() throws Exception {
    SqliteJournal.open(file(), MONTH).close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA user_version = 99");
    }
    assertThatThrownBy(() -> SqliteJournal.open(file(), MONTH))
        .hasMessageContaining("has version 99, and this Proteus knows up to 10");
  }

  @Test
  void entriesAreNeverChanged() throws Exception {
    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH);
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      journal.append(START, remembered(2));
      assertThatThrownBy(() -> statement.execute("UPDATE entry SET kind = 'other'"))
          .hasMessageContaining("append-only");
    }
  }

  /** As the version before there was an undo wrote it. */
  @Test
  void aPlanOfAnOlderVersionIsReadAndHasNoPast() throws Exception {
    try (SqliteJournal journal = SqliteJournal.open(file(), MONTH);
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      journal.append(START, new Planned(plan("p1"), null));
      try (ResultSet rows = statement.executeQuery("SELECT body FROM entry")) {
        assertThat(rows.getString(1)).doesNotContain("before", "continues", "undoes", "undone");
      }

      assertThat(new ActionLog(journal).now().latestPlan().orElseThrow().progress())
          .isEqualTo(PlanProgress.begin(plan("p1")))
          .extracting(PlanProgress::before)
          .isNull();
    }
  }

  @Test
  void aPlanThatIsBeingUndoneIsNotDropped() throws Exception {
    JournalSize size = new JournalSize(Duration.ofDays(1), JournalSize.MOST_BYTES);
    try (SqliteJournal journal = SqliteJournal.open(folder.resolve("small.db").toString(), size)) {
      journal.append(START, new Planned(plan("p1"), null));
      journal.append(
          START, new PlanEnded("p1", "completed", Sentence.verbatim("all steps are done"), 1));
      journal.append(START, new UndoBegan("p1", "ada", Sentence.verbatim("it was a mistake")));
      Instant later = START.plus(Duration.ofDays(3));
      for (int i = 0; i < 2 * JournalSize.EVERY; i++) {
        journal.append(later, new Decided("hold", List.of()));
      }
      assertThat(journal.ofPlan("p1")).hasSize(3);

      journal.append(
          later,
          new UndoEnded("p1", UndoEnded.COMPLETED, Sentence.verbatim("all is as before"), 1));
      for (int i = 0; i < 2 * JournalSize.EVERY; i++) {
        journal.append(later, new Decided("hold", List.of()));
      }
      assertThat(journal.ofPlan("p1")).extracting(JournalEntry::event).hasSize(2);
      assertThat(journal.before(Long.MAX_VALUE, 1, List.of("planned"))).isEmpty();
    }
  }

  private static Achieved achieved() {
    return new Achieved(
        "p0",
        new Prediction(
            PlanKind.GROW,
            0.3,
            Price.NOTHING,
            Duration.ofSeconds(100),
            null,
            1000,
            900,
            new Estimate(1000, 800, 1300),
            2.5,
            new Estimate(2, 1, 3),
            Duration.ofSeconds(10),
            Duration.ofHours(1)),
        Duration.ofSeconds(120),
        Duration.ofMinutes(10),
        1100.0,
        null,
        null);
  }
}
