package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyFile;
import io.proteus.controller.policy.PolicyReview;
import io.proteus.controller.policy.PolicyReview.State;
import io.proteus.controller.policy.PolicyReviewer;
import io.proteus.controller.policy.PolicyShelf;
import io.proteus.controller.policy.PolicyTuning;
import io.proteus.controller.policy.PolicyValues;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.StoredFiles;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.PendingChoice;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.configuration.SettingsChoice;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped policies held against a table on a node: class, hold, formulas, what is set. */
class PolicyReviewerTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration HOLD = Duration.ofMinutes(10);
  private static final TableId T = new TableId("t");
  private static final NodeId RS1 = new NodeId("rs1");
  private static final String TABLE = "table t";
  private static final String HANDLERS = "hbase.regionserver.handler.count";
  private static final String LOWER_LIMIT = "hbase.regionserver.global.memstore.size.lower.limit";
  private static final MemorySplit SPLIT = MemorySplit.of(0.4, 0.4);
  private static final TableSettings PLAIN =
      TableSettings.of(Map.of(), Map.of("f", Map.of("BLOCKSIZE", "65536")));
  private static final PolicyShelf SHELF = shelf();

  private static PolicyShelf shelf() {
    try {
      return PolicyShelf.of(
          new HBaseGuide(), PolicyShelf.Selection.SHIPPED, ByteSize.ofMegabytes(16 << 10));
    } catch (InvalidConfiguration e) {
      throw new AssertionError(e);
    }
  }

  private static PolicyReviewer reviewer(boolean restarts) {
    return new PolicyReviewer(SHELF, null, Ratio.of(0.1), restarts, 0.01);
  }

  /** One table of one region on one node, fact by fact. */
  private static final class Scene {
    private Instant at = START;
    private @Nullable RequestRates rates = new RequestRates(100, 0, 0);
    private long megabytes = 1000;
    private @Nullable ByteSize heap = ByteSize.ofMegabytes(1024);
    private @Nullable TableSettings settings = PLAIN;
    private MemorySplit split = SPLIT;
    private @Nullable ByteSize heapUsed = ByteSize.ofMegabytes(256);
    private @Nullable StoredFiles files;
    private LoadBasis basis = LoadBasis.MEASURED;
    private boolean online = true;
    private boolean shrinks = true;
    private @Nullable SortedMap<String, String> started = new TreeMap<>();
    private SettingsMemory memory = SettingsMemory.NONE;
    private Set<String> explicit = Set.of();
    private final EnumSet<Capability> capabilities = EnumSet.allOf(Capability.class);

    /** Where the table is split; null where the store does not tell rows. */
    private @Nullable List<String> splitsAt;

    Scene at(Duration after) {
      at = START.plus(after);
      return this;
    }

    Scene requests(double reads, double scans, double writes) {
      rates = new RequestRates(reads, scans, writes);
      return this;
    }

    Scene remembering(SettingsMemory remembered) {
      memory = remembered;
      return this;
    }

    Situation situation() {
      Partition partition =
          new Partition(new PartitionId("a"), T, RS1, ByteSize.ofMegabytes(megabytes), null)
              .having(files);
      List<Partition> partitions = new ArrayList<>(List.of(partition));
      if (splitsAt != null) {
        partitions.clear();
        RowKey from = null;
        for (String key : splitsAt) {
          RowKey to = RowKey.parse(key);
          partitions.add(part(partitions.size(), new KeyRange(from, to)));
          from = to;
        }
        partitions.add(part(partitions.size(), new KeyRange(from, null)));
      }
      Topology topology =
          new Topology(
              "test",
              at,
              List.of(new Node(RS1, "1", split, online, online && shrinks, started)),
              List.of(),
              partitions,
              List.of(new Table(T, null, settings, new TreeMap<>(), null, explicit)),
              List.of(),
              false,
              List.of());
      Map<PartitionId, RequestRates> known =
          rates == null
              ? Map.of()
              : partitions.stream().collect(Collectors.toMap(Partition::id, part -> rates));
      Map<NodeId, NodeLoad> loads =
          Map.of(RS1, new NodeLoad(HostLoad.UNKNOWN, null, null, null, heapUsed, heap, null, null));
      Observation latest =
          new Observation(
              1, topology, Duration.ofSeconds(30), known, loads, capabilities, List.of(), basis);
      return new Situation(
          at, latest, 6, true, known, loads, null, StrategyMemory.INITIAL.with(memory));
    }

    private Partition part(int number, KeyRange rows) {
      PartitionId id = new PartitionId(String.valueOf((char) ('a' + number)));
      return new Partition(id, T, RS1, ByteSize.ofMegabytes(megabytes), null).holding(rows);
    }

    PolicyReview table(PolicyReviewer reviewer, boolean atOnce) {
      return of(TABLE, reviewer, atOnce);
    }

    PolicyReview node(PolicyReviewer reviewer) {
      return of("node rs1", reviewer, true);
    }

    private PolicyReview of(String name, PolicyReviewer reviewer, boolean atOnce) {
      return reviewer.review(situation(), atOnce).stream()
          .filter(review -> review.subject().name().equals(name))
          .findFirst()
          .orElseThrow();
    }

    SettingsChoice choose() {
      return new PolicyTuning(reviewer(false)).choose(situation(), false);
    }
  }

  private static String chosen(PolicyReview review) {
    return review.chosen() == null ? "none" : review.chosen().name();
  }

  private static PolicyValues.Line line(PolicyReview review, String parameter) {
    return review.values().lines().stream()
        .filter(line -> line.parameter().name().equals(parameter))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "1,0,0,pcm-ro",
    "0,1,0,pcm-ro",
    "0,0,1,pcm-wo",
    "95,0,5,pcm-rm",
    "50,45,5,pcm-rm",
    "5,0,95,pcm-wm",
    "90,0,10,pcm-mixr",
    "61,0,39,pcm-mixr",
    "60,0,40,pcm-mixrw",
    "40,0,60,pcm-mixrw",
    "39,0,61,pcm-mixw",
    "10,0,90,pcm-mixw"
  })
  void aTableAndItsNodeAreOfTheClassOfTheirRequests(
      double reads, double scans, double writes, String policy) {
    Scene scene = new Scene().requests(reads, scans, writes);

    assertThat(chosen(scene.table(reviewer(false), true))).isEqualTo(policy);
    assertThat(chosen(scene.node(reviewer(false)))).isEqualTo(policy);
  }

  @Test
  void anEmptyTableIsLoadedFirstWhetherItIsWrittenToYetOrNot() {
    Scene scene = new Scene().requests(0, 0, 0);
    scene.megabytes = 0;

    assertThat(chosen(scene.table(reviewer(false), true))).isEqualTo("pcm-bl");
    assertThat(chosen(scene.requests(0, 0, 7).table(reviewer(false), true))).isEqualTo("pcm-bl");
    assertThat(chosen(scene.requests(1, 0, 7).table(reviewer(false), true))).isNotEqualTo("pcm-bl");
  }

  /** Where only nodes are counted, what a table is used for is not known. */
  @Test
  void aTableWhoseRequestsAreCountedHasAPolicyWhereItsPartitionsAreNotCounted() {
    Scene scene = new Scene().requests(900, 0, 0);
    String measured = chosen(scene.table(reviewer(false), true));
    assertThat(measured).startsWith("pcm-");

    scene.basis = LoadBasis.BY_TABLE;
    assertThat(chosen(scene.table(reviewer(false), true))).isEqualTo(measured);
    scene.basis = LoadBasis.APPORTIONED;
    assertThat(scene.table(reviewer(false), true).state()).isEqualTo(PolicyReview.State.UNKNOWN);
  }

  /** PCM-6: the load is not over with the first file, and counts without ten minutes' wait. */
  @Test
  void aLoadHasItsPolicyAtOnceAndUntilTheTableIsRead() {
    Scene empty = new Scene().requests(0, 0, 0);
    empty.megabytes = 0;
    SettingsMemory loading = empty.choose().decided();
    assertThat(loading.of(TABLE).orElseThrow().inForce())
        .satisfies(choice -> assertThat(choice.policy()).isEqualTo("pcm-bl"));

    Scene filling = new Scene().at(Duration.ofSeconds(30)).requests(0, 0, 900);
    assertThat(chosen(filling.table(reviewer(false), false))).isEqualTo("pcm-wo");
    filling.remembering(loading);
    assertThat(chosen(filling.table(reviewer(false), false))).isEqualTo("pcm-bl");

    Scene read = new Scene().at(Duration.ofSeconds(60)).requests(900, 0, 900).remembering(loading);
    assertThat(chosen(read.table(reviewer(false), false))).isEqualTo("pcm-mixrw");
  }

  /** PCM-2: max(10 GB, data/regions) is of the data that is loaded, not of what is there yet. */
  @Test
  void whatATableIsToHoldSaysFromWhereOnItIsSplit() throws InvalidConfiguration {
    Scene empty = new Scene().requests(0, 0, 0);
    empty.megabytes = 0;
    var told =
        new PolicyShelf.Selection(Optional.empty(), List.of(), List.of(), List.of(T + "=100GB"));
    PolicyReviewer expecting =
        new PolicyReviewer(
            PolicyShelf.of(new HBaseGuide(), told, null), null, Ratio.of(0.1), false, 0.01);

    assertThat(line(empty.table(reviewer(false), true), "maxFileSize").value())
        .isEqualTo(Long.toString(10L << 30));
    assertThat(line(empty.table(expecting, true), "maxFileSize").value())
        .isEqualTo(Long.toString(130L << 30));
    Scene filled = new Scene().requests(0, 0, 0);
    filled.megabytes = 200 << 10;
    assertThat(filled.table(expecting, true).subject().situation().get("expectedSize"))
        .isEqualTo(BigDecimal.valueOf(200L << 30));
  }

  /** One that knows how the table's keys are drawn, or has a sample of them. */
  private static PolicyReviewer knowing(List<String> keys, Optional<Path> samples)
      throws InvalidConfiguration {
    var told =
        new PolicyShelf.Selection(
            Optional.empty(), List.of(), List.of(), List.of(T + "=100GB"), keys, samples);
    return new PolicyReviewer(
        PolicyShelf.of(new HBaseGuide(), told, null), null, Ratio.of(0.1), false, 0.01);
  }

  private static Scene empty() {
    Scene scene = new Scene().requests(0, 0, 0);
    scene.megabytes = 0;
    scene.splitsAt = List.of();
    return scene;
  }

  /** PCM-8: four regions on each server; here is one server. */
  @Test
  void anEmptyTableWhoseKeysAreKnownIsSplitBeforeItsLoadAndSetForThat()
      throws InvalidConfiguration {
    PolicyReviewer knowing = knowing(List.of("t=hex:u"), Optional.empty());

    PolicyReview review = empty().table(knowing, false);
    assertThat(review.state()).isEqualTo(State.TO_SET);
    assertThat(review.change().splits())
        .extracting(RowKey::toString)
        .containsExactly("u400", "u800", "uc00");
    assertThat(review.sentence()).endsWith("and splits it at 3 keys");
    assertThat(line(review, "maxFileSize").value()).isEqualTo(Long.toString(40L << 30));
    SettingsChoice choice = new PolicyTuning(knowing).choose(empty().situation(), false);
    assertThat(choice.presplits()).containsOnlyKeys(T);
    assertThat(choice.changesNothing()).isFalse();
    assertThat(choice.remarks())
        .extracting(Reason::toString)
        .noneMatch(said -> said.contains("is not split"));
  }

  @Test
  void aTableThatIsSplitSoIsLeftAndKeepsItsSettingsWhileItFills() throws InvalidConfiguration {
    PolicyReviewer knowing = knowing(List.of("t=hex:u"), Optional.empty());
    SettingsMemory decided = new PolicyTuning(knowing).choose(empty().situation(), false).decided();
    Scene split = empty().remembering(decided);
    split.splitsAt = List.of("u400", "u800", "uc00");
    Scene loading = new Scene().requests(0, 0, 900).remembering(decided);
    loading.splitsAt = split.splitsAt;

    PolicyReview then = split.table(knowing, false);
    assertThat(then.change().splits()).isEmpty();
    assertThat(then.target()).isEqualTo(decided.of(TABLE).orElseThrow().inForce());
    assertThat(loading.table(knowing, false).target()).isEqualTo(then.target());
    split.splitsAt = List.of("u800");
    assertThat(split.table(knowing, false).change().splits())
        .extracting(RowKey::toString)
        .containsExactly("u400", "uc00");
  }

  /** An undo merges the regions, and nothing splits them again. */
  @Test
  void aTableWhoseSplitsSomebodyTookBackIsLeftSo() throws InvalidConfiguration {
    PolicyReviewer knowing = knowing(List.of("t=hex"), Optional.empty());
    SettingsMemory undone =
        new PolicyTuning(knowing).choose(empty().situation(), false).decided().leftToOthers();

    PolicyReview review = empty().remembering(undone).table(knowing, false);
    assertThat(review.state()).isEqualTo(State.LEFT);
    assertThat(review.sentence()).contains("3 splits are not as pcm-bl had set them");
  }

  @Test
  void aSampleOfTheKeysSaysWhereATableIsSplit(@TempDir Path folder)
      throws InvalidConfiguration, IOException {
    Files.writeString(folder.resolve("t.txt"), "a\nb\nc\nd\ne\nf\ng\nh\n");

    assertThat(
            empty().table(knowing(List.of("t=hex"), Optional.of(folder)), false).change().splits())
        .extracting(RowKey::toString)
        .containsExactly("c", "e", "g");
    Files.writeString(folder.resolve("t.txt"), "a\nb\n");
    assertThat(unsplit(empty(), knowing(List.of(), Optional.of(folder))))
        .contains("policies.keySamples t.txt: has 2 different keys of 2, want at least 4");
    assertThatThrownBy(() -> knowing(List.of(), Optional.of(folder.resolve("t.txt"))))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("policies.keySamples: want a folder");
  }

  private static String unsplit(Scene scene, PolicyReviewer reviewer) {
    assertThat(scene.table(reviewer, false).change().splits()).isEmpty();
    return new PolicyTuning(reviewer)
        .choose(scene.situation(), false).remarks().stream()
            .map(Reason::toString)
            .filter(said -> said.contains("is not split into"))
            .findFirst()
            .orElse("");
  }

  @Test
  void aTableThatIsNotSplitBeforeItsLoadIsToldWhy() throws InvalidConfiguration {
    PolicyReviewer knowing = knowing(List.of("t=hex"), Optional.empty());

    assertThat(unsplit(empty(), reviewer(false)))
        .contains("table t is not split into", "before its load: nobody says how its keys look")
        .contains("policies.keys");
    Scene otherwise = empty();
    otherwise.splitsAt = List.of("m");
    assertThat(unsplit(otherwise, knowing)).contains("it is split at other keys, and left so");
    Scene unable = empty();
    unable.capabilities.remove(Capability.RESHAPE_PARTITION);
    assertThat(unsplit(unable, knowing)).contains("does not split");
    Scene many = empty();
    many.splitsAt = List.of("m", "n", "o", "p");
    assertThat(unsplit(many, knowing)).isEmpty();
    assertThat(unsplit(new Scene(), knowing)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"users", "=hex", "users=sequential", "users=hexx:a"})
  void howKeysLookIsCheckedWhereItIsRead(String entry) {
    assertThatThrownBy(
            () ->
                new PolicyShelf.Selection(
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(entry),
                    Optional.empty()))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("policies.keys: want TABLE=hash, hex or decimal")
        .hasMessageContaining("got '%s'".formatted(entry));
  }

  /** PCM-11: what the monitor tells of heap and files can be the condition of a policy. */
  @Test
  void heapFilesAndCompactionsAreKnownToConditionsWhereTheStoreTellsThem() {
    Scene scene = new Scene();
    scene.files = new StoredFiles(4, 100, 40);

    Map<String, Object> table = scene.table(reviewer(false), true).subject().situation();
    assertThat(table)
        .containsEntry("storeFiles", BigDecimal.valueOf(4.0))
        .containsEntry("compacting", BigDecimal.valueOf(0.6))
        .containsEntry("heapUsed", new BigDecimal("0.25"));
    scene.files = new StoredFiles(4, 100, 100);
    assertThat(scene.node(reviewer(false)).subject().situation())
        .containsEntry("compacting", BigDecimal.ZERO);
    scene.files = null;
    scene.heapUsed = null;
    assertThat(scene.table(reviewer(false), true).subject().situation())
        .doesNotContainKeys("storeFiles", "compacting", "heapUsed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"users", "users=many", "=4GB"})
  void whatATableIsToHoldIsCheckedWhereItIsRead(String entry) {
    assertThatThrownBy(
            () -> new PolicyShelf.Selection(Optional.empty(), List.of(), List.of(), List.of(entry)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining(
            "policies.expected: want TABLE=SIZE, as users=400GB, got '%s'".formatted(entry));
  }

  @Test
  void whatIsNotUsedOrNotKnownIsOfNoClass() {
    Scene idle = new Scene().requests(0, 0, 0);
    Scene unknown = new Scene();
    unknown.rates = null;

    assertThat(idle.table(reviewer(false), true).state()).isEqualTo(State.IDLE);
    assertThat(unknown.table(reviewer(false), true).state()).isEqualTo(State.UNKNOWN);
    assertThat(unknown.table(reviewer(false), true).matches())
        .allSatisfy(match -> assertThat(match.inClass()).isEmpty());
  }

  /** What is remembered after looking every so often, up to a moment. */
  private static SettingsMemory looking(
      SettingsMemory before, Duration from, Duration until, Duration every) {
    SettingsMemory memory = before;
    for (Duration now = from; now.compareTo(until) <= 0; now = now.plus(every)) {
      memory = new Scene().at(now).remembering(memory).choose().decided();
    }
    return memory;
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 90})
  void aClassCountsOnceItHasHeldForAsLongAsItsPolicySays(int every) {
    Duration span = Duration.ofSeconds(every);
    SettingsChoice first = new Scene().choose();
    SettingsMemory watched = looking(first.decided(), span, HOLD.minusSeconds(1), span);
    SettingsChoice nearly = new Scene().at(HOLD.minusSeconds(1)).remembering(watched).choose();
    SettingsChoice then = new Scene().at(HOLD).remembering(nearly.decided()).choose();

    assertThat(first.changesNothing()).isTrue();
    assertThat(first.waiting())
        .extracting(Reason::toString)
        .anyMatch(
            reason ->
                reason.startsWith("CLASS_NOT_CONFIRMED: table t is RO (100 op/s, 100 % reads")
                    && reason.endsWith("for 0 s of 10 min: pcm-ro waits [policies.hold]"));
    assertThat(nearly.changesNothing()).isTrue();
    assertThat(then.settings().tables().get(T))
        .isEqualTo(TableSettings.of(Map.of(), Map.of("f", Map.of("BLOCKSIZE", "16384"))));
    assertThat(then.splits()).containsEntry(RS1, MemorySplit.of(0.6, 0.1));
    assertThat(then.switches()).extracting(Reason::code).containsOnly(ReasonCode.POLICY_SWITCH);
  }

  /** Proteus was down, or acted, or a guard held meanwhile. */
  @Test
  void timeInWhichNobodyLookedDoesNotCount() {
    Duration span = Duration.ofSeconds(30);
    Duration back = Duration.ofMinutes(9);
    SettingsMemory before = looking(SettingsMemory.NONE, Duration.ZERO, span, span);
    SettingsChoice first = new Scene().at(back).remembering(before).choose();
    SettingsMemory watched =
        looking(first.decided(), back.plus(span), back.plus(HOLD).minusSeconds(1), span);

    assertThat(first.waiting())
        .extracting(Reason::sentence)
        .anyMatch(sentence -> sentence.toString().endsWith("for 0 s of 10 min: pcm-ro waits"));
    assertThat(new Scene().at(HOLD).remembering(first.decided()).choose().changesNothing())
        .isTrue();
    assertThat(new Scene().at(back.plus(HOLD)).remembering(watched).choose().changesNothing())
        .isFalse();
  }

  @Test
  void aJournalThatDoesNotTellWhenItLookedLastBeginsAnew() {
    Scene scene = new Scene();
    PolicyReview review = scene.table(reviewer(false), false);
    PendingChoice coming = Objects.requireNonNull(review.watched().coming());
    SettingsMemory older =
        SettingsMemory.of(
            Map.of(
                TABLE,
                review
                    .watched()
                    .awaiting(new PendingChoice(coming.choice(), START.minus(HOLD), null))));

    assertThat(scene.remembering(older).table(reviewer(false), false).state())
        .isEqualTo(State.WAITS);
  }

  @Test
  void aClassThatComesAndGoesNeverCounts() {
    for (long seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      SettingsMemory memory = SettingsMemory.NONE;
      Duration now = Duration.ZERO;
      Duration stretch = Duration.ZERO;
      boolean reads = true;
      for (int cycle = 0; cycle < 60; cycle++) {
        boolean before = reads;
        reads =
            stretch.plusSeconds(90).compareTo(HOLD) < 0 ? reads ^ random.nextInt(8) == 0 : !reads;
        stretch = before == reads ? stretch.plusSeconds(30) : Duration.ZERO;
        Scene scene = new Scene().at(now).remembering(memory);
        scene.requests(reads ? 100 : 0, 0, reads ? 0 : 100);
        SettingsChoice choice = scene.choose();

        assertThat(choice.changesNothing()).as("seed %d, cycle %d", seed, cycle).isTrue();
        memory = choice.decided();
        now = now.plusSeconds(30);
      }
    }
  }

  @Test
  void formulasFollowFromTheHeapThatANodeHasAndNotFromTheOneItShouldHave() {
    Scene scene = new Scene().requests(0, 0, 100);
    PolicyReview table = scene.table(reviewer(false), true);
    PolicyReview node = scene.node(reviewer(false));

    assertThat(line(table, "flushSize").value()).isEqualTo(Long.toString(128L << 20));
    assertThat(line(table, "flushSize").filled()).isEqualTo("128 * MB * min(1 GB / GB, 8)");
    assertThat(line(node, "heap").value()).isEqualTo(Long.toString(10L << 30));
    assertThat(line(node, "heap").obstacle()).startsWith("Proteus does not set it");
    assertThat(table.change().ofTable().table().set())
        .containsEntry("MEMSTORE_FLUSHSIZE", "134217728")
        .containsEntry("hbase.hstore.blockingStoreFiles", "16")
        .containsEntry("MAX_FILESIZE", "10737418240")
        .doesNotContainKey("hfile.block.cache.size");
  }

  @Test
  void whatFollowsFromSomethingUnknownIsNotSetAndSaidSo() {
    Scene scene = new Scene().requests(0, 0, 100);
    scene.heap = null;
    PolicyReview table = scene.table(reviewer(false), true);

    assertThat(line(table, "flushSize").value()).isNull();
    assertThat(line(table, "flushSize").obstacle()).isEqualTo("not known: heap");
    assertThat(table.change().ofTable().table().set())
        .containsKey("MAX_FILESIZE")
        .doesNotContainKey("MEMSTORE_FLUSHSIZE");
  }

  @Test
  void aTableWhoseSettingsAreNotKnownIsLeftAlone() {
    Scene scene = new Scene();
    scene.settings = null;

    assertThat(scene.table(reviewer(false), true).state()).isEqualTo(State.UNKNOWN);
  }

  @Test
  void blocksFollowTheScans() {
    assertThat(line(new Scene().table(reviewer(false), true), "blockSize").value())
        .isEqualTo("16384");
    assertThat(
            line(new Scene().requests(30, 70, 0).table(reviewer(false), true), "blockSize").value())
        .isEqualTo("262144");
  }

  @Test
  void aColumnFamilysOwnValueWouldWinSoItIsSetToo() {
    Scene scene = new Scene().requests(0, 0, 100);
    scene.settings =
        TableSettings.of(
            Map.of(), Map.of("f", Map.of("hbase.hstore.blockingStoreFiles", "7"), "g", Map.of()));
    var change = scene.table(reviewer(false), true).change().ofTable();

    assertThat(change.table().set()).containsEntry("hbase.hstore.blockingStoreFiles", "16");
    assertThat(change.families()).containsOnlyKeys("f");
    assertThat(change.families().get("f").set())
        .containsOnly(Map.entry("hbase.hstore.blockingStoreFiles", "16"));
  }

  @Test
  void whatTakesARestartIsSetOnlyWhereRestartsAreAllowed() {
    PolicyReview without = new Scene().node(reviewer(false));
    PolicyReview with = new Scene().node(reviewer(true));

    assertThat(line(without, "memstoreLowerLimit").obstacle())
        .isEqualTo("it takes a restart of the node");
    assertThat(line(without, "memstoreLowerLimit").setting()).isEqualTo("policies.restart");
    assertThat(without.change().ofStart().changesNothing()).isTrue();
    assertThat(with.change().ofStart().set())
        .containsOnly(Map.entry("hbase.regionserver.global.memstore.size.lower.limit", "0.8"));
    Scene unknown = new Scene();
    unknown.started = null;
    assertThat(line(unknown.node(reviewer(true)), "memstoreLowerLimit").obstacle())
        .isEqualTo("what the node was started with is not known");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aNodeThatTakesNoSplitWhileItRunsGetsItByARestartOrNotAtAll(boolean restarts) {
    Scene scene = new Scene();
    scene.online = false;

    assertThat(scene.node(reviewer(restarts)).change().split() != null).isEqualTo(restarts);
  }

  /** HBase keeps the memory that memstores give up where it takes it in chunks at its start. */
  @Test
  void aNodeThatTakesSomeSplitsWhileItRunsIsNotRestartedForTheOthersUnlessThatIsAllowed() {
    Scene scene = new Scene();
    scene.shrinks = false;
    PolicyReview reads = scene.node(reviewer(false));
    PolicyReview allowed = scene.node(reviewer(true));
    PolicyReview writes = scene.requests(0, 0, 100).node(reviewer(false));

    assertThat(line(reads, "memstoreShare").obstacle())
        .isEqualTo("the node divides its heap so by a restart only");
    assertThat(line(reads, "memstoreShare").setting()).isEqualTo("policies.restart");
    assertThat(reads.change().split()).isNull();
    assertThat(reads.state()).isEqualTo(State.IN_PLACE);
    assertThat(allowed.change().split()).isEqualTo(MemorySplit.of(0.6, 0.1));
    assertThat(writes.change().split()).isEqualTo(MemorySplit.of(0.1, 0.6));
  }

  @Test
  void whatWasDecidedOnWhileRestartsWereAllowedTakesNoneOnceTheyAreNot() {
    Scene scene = new Scene();
    scene.shrinks = false;
    SettingsMemory switched =
        SettingsMemory.of(Map.of("node rs1", scene.node(reviewer(true)).decided()));
    scene.remembering(switched);

    assertThat(scene.of("node rs1", reviewer(true), false).change().split()).isNotNull();
    assertThat(scene.of("node rs1", reviewer(false), false).change().changesNothing()).isTrue();
  }

  private static PolicyReviewer reviewerOf(String set) {
    String text =
        """
        schema: proteus/policy/1
        name: mine
        title: mine
        source: me
        workload:
          class: RO
          when: reads == 1
        set:
        """
            + set.indent(2);
    try {
      Policy policy = PolicyFile.parse("mine.yaml", text, SHELF.catalogue());
      return new PolicyReviewer(
          new PolicyShelf(SHELF.catalogue(), SHELF.guide(), List.of(policy), Set.of(), null),
          null,
          Ratio.of(0.1),
          true,
          0.01);
    } catch (InvalidConfiguration e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "memstoreLowerLimit: 0.8, 0.80, true",
    "memstoreLowerLimit: 0.8, 0.8f, true",
    "memstoreLowerLimit: 0.8, 0.81, false",
    "memstoreLowerLimit: 0.8, , false",
    "memstoreLowerLimit: 0.95, , false", // its former key may be set, and HBase reads that too
    "memstoreLowerLimit: 0.95, 0.8, false",
    "handlers: 30, , true",
    "handlers: 30, 030, true",
    "handlers: 30, 60, false"
  })
  void aNodeIsNotRestartedForWhatItHasAlready(String set, @Nullable String started, boolean hasIt) {
    Scene scene = new Scene();
    if (started != null) {
      scene.started =
          new TreeMap<>(Map.of(set.startsWith("handlers") ? HANDLERS : LOWER_LIMIT, started));
    }
    PolicyReview review = scene.node(reviewerOf(set));

    assertThat(review.change().ofStart().changesNothing()).isEqualTo(hasIt);
    assertThat(review.state()).isEqualTo(hasIt ? State.IN_PLACE : State.TO_SET);
  }

  @Test
  void whatANodeHasAlreadyIsNotAmongWhatItIsRestartedFor() {
    Scene scene = new Scene();
    scene.started = new TreeMap<>(Map.of(LOWER_LIMIT, "0.80", HANDLERS, "30"));
    SettingsChoice choice =
        new PolicyTuning(reviewerOf("memstoreLowerLimit: 0.8\nhandlers: 60"))
            .choose(scene.situation(), true);

    assertThat(choice.settings().changesOfNodes(scene.situation().topology()).get(RS1).set())
        .containsOnly(Map.entry(HANDLERS, "60"));
  }

  /**
   * PCM: major compactions matter for range reads; how often HBase makes them is its own setting.
   */
  @Test
  void aPolicyForScansHasManyFilesCompactedMoreOften() {
    PolicyReviewer compacting =
        reviewerOf("majorCompactionPeriod: if(scans > 0.6 && storeFiles > 4, 21600000, 604800000)");
    Scene scene = new Scene().requests(0, 900, 0);

    scene.files = new StoredFiles(7, 0, 0);
    assertThat(line(scene.table(compacting, true), "majorCompactionPeriod").value())
        .isEqualTo("21600000");
    assertThat(
            new PolicyTuning(compacting)
                .choose(scene.situation(), true)
                .settings()
                .changesOfTables(scene.situation().topology())
                .get(T)
                .table()
                .set())
        .containsEntry("hbase.hregion.majorcompaction", "21600000");
    scene.files = new StoredFiles(2, 0, 0);
    assertThat(line(scene.table(compacting, true), "majorCompactionPeriod").value())
        .isEqualTo("604800000");
  }

  @Test
  void aTableIsNotAlteredForWhatItHasAlready() {
    Scene scene = new Scene();
    scene.settings =
        TableSettings.of(
            Map.of("MAX_FILESIZE", "10737418240"), Map.of("f", Map.of("BLOCKSIZE", "65536 ")));

    assertThat(scene.table(reviewerOf("maxFileSize: 10 * GB\nblockSize: 64 * KB"), true).state())
        .isEqualTo(State.IN_PLACE);
  }

  @Test
  void whatSomebodyElseChangesIsLeftToThemUntilSomethingElseIsAskedFor() {
    SettingsMemory switched =
        SettingsMemory.of(Map.of(TABLE, new Scene().table(reviewer(false), true).decided()));
    Scene inPlace = new Scene().remembering(switched);
    inPlace.settings = TableSettings.of(Map.of(), Map.of("f", Map.of("BLOCKSIZE", "16384")));
    PolicyReview seen = inPlace.table(reviewer(false), false);
    Scene undone = new Scene().remembering(SettingsMemory.of(Map.of(TABLE, seen.decided())));

    assertThat(new Scene().remembering(switched).table(reviewer(false), false).state())
        .isEqualTo(State.TO_SET);
    assertThat(seen.state()).isEqualTo(State.IN_PLACE);
    assertThat(undone.table(reviewer(false), false).state()).isEqualTo(State.LEFT);
    assertThat(
            new Scene().remembering(switched.leftToOthers()).table(reviewer(false), false).state())
        .isEqualTo(State.LEFT);
    assertThat(undone.choose().waiting())
        .extracting(Reason::code)
        .contains(ReasonCode.SETTINGS_LEFT);
    assertThat(undone.requests(0, 0, 100).table(reviewer(false), true).state())
        .isEqualTo(State.TO_SET);
  }

  /** As HBase's own way to say that a table's regions are not split. */
  @Test
  void aSplitPolicyThatSomebodyHasSetIsKeptAndNamedUnlessASettingSaysOtherwise() {
    String own = "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy";
    Scene scene = new Scene().requests(0, 0, 100);
    scene.settings =
        TableSettings.of(
            Map.of("SPLIT_POLICY", own),
            Map.of("f", Map.of("BLOCKSIZE", "8192"), "g", Map.of("BLOCKSIZE", "65536")));
    scene.explicit = Set.of("SPLIT_POLICY", "BLOCKSIZE");
    PolicyReview kept = scene.table(reviewer(false), true);
    PolicyReview replaced =
        scene.table(new PolicyReviewer(SHELF, null, Ratio.of(0.1), false, false, 0.01), true);

    assertThat(kept.state()).isEqualTo(State.TO_SET);
    assertThat(kept.change().ofTable().table().set()).doesNotContainKey("SPLIT_POLICY");
    assertThat(line(kept, "splitPolicy").obstacle())
        .isEqualTo("DisabledRegionSplitPolicy was set by hand, and is kept");
    assertThat(line(kept, "splitPolicy").setting()).isEqualTo("configuration.keepHandSet");
    assertThat(replaced.change().ofTable().table().set()).containsKey("SPLIT_POLICY");

    scene.requests(100, 0, 0);
    assertThat(line(scene.table(reviewer(false), true), "blockSize").obstacle())
        .isEqualTo("8 KB, 64 KB was set by hand, and is kept");
  }

  @Test
  void whatAPolicyHasSetItselfIsNotHandSet() {
    Scene written = new Scene().requests(0, 0, 100);
    PolicyReview first = written.table(reviewer(false), true);
    written.settings = first.change().ofTable().applied(PLAIN);
    written.explicit = Set.of("SPLIT_POLICY", "BLOCKSIZE");
    written.remembering(SettingsMemory.of(Map.of(TABLE, first.decided())));

    assertThat(first.change().ofTable().table().set()).containsKey("SPLIT_POLICY");
    assertThat(written.table(reviewer(false), true).state()).isEqualTo(State.IN_PLACE);
    assertThat(
            line(written.requests(50, 0, 50).table(reviewer(false), true), "splitPolicy")
                .obstacle())
        .isNull();
  }

  /** The policy for reads sets no split policy, and leaves that of the one for writes. */
  @Test
  void whatAnEarlierPolicyHasSetIsNotHandSetWhereTheOneAfterItLeftThat() {
    Scene scene = new Scene().requests(0, 0, 100);
    PolicyReview written = scene.table(reviewer(false), true);
    scene.settings = written.change().ofTable().applied(PLAIN);
    scene.explicit = Set.of("SPLIT_POLICY", "BLOCKSIZE");
    scene.remembering(SettingsMemory.of(Map.of(TABLE, written.decided())));
    PolicyReview read = scene.requests(100, 0, 0).table(reviewer(false), true);
    scene.settings = read.change().ofTable().applied(scene.settings);
    scene.remembering(SettingsMemory.of(Map.of(TABLE, read.decided())));

    assertThat(read.change().ofTable().table().set()).doesNotContainKey("SPLIT_POLICY");
    assertThat(
            line(scene.requests(50, 0, 50).table(reviewer(false), true), "splitPolicy").obstacle())
        .isNull();
  }

  @Test
  void valuesThatHardlyMoveAreTheSame() {
    Scene grown = new Scene().requests(0, 0, 100);
    SettingsMemory switched =
        SettingsMemory.of(Map.of(TABLE, grown.table(reviewer(false), true).decided()));
    grown.remembering(switched).heap = ByteSize.ofMegabytes(1100);
    PolicyReview little = grown.table(reviewer(false), false);
    grown.heap = ByteSize.ofMegabytes(2048);
    PolicyReview much = grown.table(reviewer(false), false);

    assertThat(little.decided().coming()).isNull();
    assertThat(little.change().ofTable().table().set())
        .containsEntry("MEMSTORE_FLUSHSIZE", "134217728");
    assertThat(much.decided().coming()).isNotNull();
  }

  @Test
  void whatCannotBeSetIsAmongTheRemarks() {
    SettingsChoice choice = new PolicyTuning(reviewer(false)).choose(new Scene().situation(), true);

    assertThat(choice.remarks())
        .extracting(Reason::toString)
        .anyMatch(
            remark ->
                remark.startsWith("NOT_CAPABLE: heap 12 GB is not set: Proteus does not set it"))
        .anyMatch(
            remark ->
                remark.equals(
                    "NOT_CAPABLE: memstoreLowerLimit 0.8 is not set: it takes a restart of the"
                        + " node (rs1) [policies.restart]"));
  }
}
