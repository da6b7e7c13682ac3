package io.proteus.engine.hbase.bulkload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.bulkload.CommonLoadSetting;
import io.proteus.core.bulkload.GivenSplits;
import io.proteus.core.bulkload.LoadPlan;
import io.proteus.core.bulkload.LoadPlanner;
import io.proteus.core.bulkload.LoadRequest;
import io.proteus.core.bulkload.LoadRoute;
import io.proteus.core.bulkload.LoadRules;
import io.proteus.core.bulkload.LoadSetting;
import io.proteus.core.bulkload.LoadTarget;
import io.proteus.core.bulkload.Partitioner;
import io.proteus.core.bulkload.Proposal;
import io.proteus.core.bulkload.UniformPartitioner;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What HConfig and PCM-BL propose for loads, and what they refuse. */
class HBaseLoadRulesTest {
  private static final LoadRules HCONFIG = new HConfigRules(HConfigRules.WHOLE);
  private static final LoadRules PCM = new PcmBulkLoadRules();

  @Test
  void thePapersClusterGetsThePapersSettings() {
    LoadPlan plan = plan(HCONFIG, request(100_000_000, "1KB"), nodes(9, 4, true));

    assertThat(plan.splits().partitions()).isEqualTo(9);
    assertThat(amount(plan, TableSetting.FLUSH_SIZE)).isEqualTo(512L << 20);
    assertThat(amount(plan, TableSetting.BLOCKING_FILES)).isEqualTo(20);
    assertThat(amount(plan, TableSetting.COMPACT_FROM_FILES)).isEqualTo(12);
    assertThat(amount(plan, TableSetting.COMPACTION_BATCH)).isEqualTo(20);
    assertThat(amount(plan, TableSetting.BLOCK_MULTIPLIER)).isEqualTo(4);
    assertThat(amount(plan, CommonLoadSetting.WRITE_BUFFER_SHARE)).isEqualTo(50);
    assertThat(amount(plan, TableSetting.LARGEST_PARTITION))
        .isBetween(100_000_000L * 1024 / 9, 14L << 30);
    assertThat(amount(plan, CommonLoadSetting.CLIENTS)).isEqualTo(1);
    assertThat(amount(plan, CommonLoadSetting.CLIENT_THREADS)).isEqualTo(4);
  }

  /** HBase draws each region's limit from 87.5-112.5 % of what is set. */
  @Test
  void theLargestPartitionFitsTheLeastLimitThatAStoreMayDraw() {
    LoadPlan plan = plan(HCONFIG, request(900_000_000, "1KB"), nodes(9, 4, true));

    double expected = plan.request().data().bytes() * plan.splits().expectedLargest().value();
    Proposal limit = plan.proposal(TableSetting.LARGEST_PARTITION).orElseThrow();
    assertThat(0.875 * limit.amount()).isGreaterThan(1.1 * expected);
    assertThat(limit.reason()).contains("1.3 times the 95.4 GB that the largest region gets");
  }

  @Test
  void aTableWithRowsIsNotSplitHoweverLargeItsPartitionsAre() {
    LoadTarget empty = nodes(3, 4, true);
    LoadTarget full =
        new LoadTarget(empty.nodes(), empty.heap(), empty.allHeaps(), empty.memory(), true, true);

    for (LoadRoute route : LoadRoute.values()) {
      LoadPlan plan =
          planner(HCONFIG, UniformPartitioner.hex(new byte[0]), null, null)
              .plan(request(1_000_000, "1KB"), full, route);

      Proposal limit = plan.proposal(TableSetting.LARGEST_PARTITION).orElseThrow();
      assertThat(limit.amount()).isEqualTo(1L << 50);
      assertThat(limit.reason()).contains("a size that no region reaches");
    }
  }

  @Test
  void pcmGoesByTheGigabytesOfTheHeap() {
    LoadPlan plan = plan(PCM, request(10_000_000, "1KB"), nodes(9, 6, true));

    assertThat(plan.splits().partitions()).isEqualTo(36);
    assertThat(amount(plan, TableSetting.FLUSH_SIZE)).isEqualTo(768L << 20);
    assertThat(amount(plan, TableSetting.BLOCK_MULTIPLIER)).isEqualTo(6);
    assertThat(amount(plan, TableSetting.COMPACT_FROM_FILES)).isEqualTo(18);
    assertThat(amount(plan, TableSetting.BLOCKING_FILES)).isEqualTo(45);
    assertThat(amount(plan, CommonLoadSetting.WRITE_BUFFER_SHARE)).isEqualTo(60);
    assertThat(amount(plan, CommonLoadSetting.READ_CACHE_SHARE)).isEqualTo(10);
    assertThat(amount(plan, TableSetting.LARGEST_PARTITION)).isEqualTo(10L << 30);
  }

  @Test
  void pcmsFactorsAreHeldWhereItsAuthorsNeverTried() {
    LoadPlan eight = plan(PCM, request(10_000_000, "1KB"), nodes(9, 8, true));
    LoadPlan large = plan(PCM, request(10_000_000, "1KB"), nodes(9, 31, true));

    for (LoadSetting setting :
        List.of(
            TableSetting.BLOCKING_FILES,
            TableSetting.COMPACT_FROM_FILES,
            TableSetting.COMPACT_AT_MOST_FILES,
            TableSetting.BLOCK_MULTIPLIER)) {
      assertThat(amount(large, setting)).as("%s", setting).isEqualTo(amount(eight, setting));
    }
    assertThat(amount(large, TableSetting.BLOCKING_FILES)).isEqualTo(60);
    assertThat(amount(large, TableSetting.FLUSH_SIZE)).isEqualTo((31L << 30) / 8);
  }

  @Test
  void asManyFilesMayBeMergedAtOnceAsMergingStartsFrom() {
    LoadPlan plan = plan(HCONFIG, request(1_000_000, "1KB"), nodes(3, 1, false));

    assertThat(amount(plan, TableSetting.COMPACT_AT_MOST_FILES))
        .isGreaterThanOrEqualTo(amount(plan, TableSetting.COMPACT_FROM_FILES));
  }

  @Test
  void theBlockMultiplierIsForDataBeyondMemory() {
    assertThat(
            plan(HCONFIG, request(1_000_000, "1KB"), nodes(3, 1, true))
                .proposal(TableSetting.BLOCK_MULTIPLIER))
        .isEmpty();
    LoadPlan beyond = plan(HCONFIG, request(10_000_000, "1KB"), nodes(3, 1, true));
    assertThat(amount(beyond, TableSetting.BLOCK_MULTIPLIER)).isEqualTo(4);
    assertThat(beyond.remarks()).anyMatch(remark -> remark.toString().contains("--by files"));
  }

  @Test
  void withoutThePluginTheHeapStaysAndTheFlushSizeFitsIt() {
    LoadTarget target =
        new LoadTarget(
            3,
            new ByteSize(1L << 30),
            new ByteSize(3L << 30),
            MemorySplit.of(0.40, 0.25),
            false,
            false);
    LoadPlan plan =
        planner(PCM, UniformPartitioner.hex(new byte[0]), null, null)
            .plan(request(1_000_000, "1KB"), target, LoadRoute.PUTS);

    assertThat(plan.proposals(LoadSetting.Scope.NODE)).isEmpty();
    // 4 partitions share a quarter of the heap: a sixteenth each, not an eighth
    assertThat(amount(plan, TableSetting.FLUSH_SIZE)).isEqualTo(64L << 20);
    assertThat(plan.remarks())
        .anyMatch(remark -> remark.toString().contains("stays divided as it is"));
  }

  @Test
  void recordsOverFiveKilobytesGetThreeTimesTheBuffer() {
    assertThat(
            amount(
                plan(HCONFIG, request(1_000_000, "1KB"), nodes(9, 4, true)),
                CommonLoadSetting.CLIENT_BUFFER))
        .isEqualTo(12L << 20);
    assertThat(
            amount(
                plan(HCONFIG, request(1_000_000, "6KB"), nodes(9, 4, true)),
                CommonLoadSetting.CLIENT_BUFFER))
        .isEqualTo(36L << 20);
    assertThat(
            amount(
                plan(HCONFIG, request(1_000_000, "1KB"), nodes(36, 4, true)),
                CommonLoadSetting.CLIENTS))
        .isEqualTo(4);
  }

  @Test
  void filesTakeSplitsAndNothingThatConcernsMemory() {
    LoadPlan plan =
        planner(HCONFIG, UniformPartitioner.hex(new byte[0]), null, null)
            .plan(request(1_000_000, "1KB"), nodes(3, 1, true), LoadRoute.FILES);

    assertThat(plan.splits().partitions()).isEqualTo(3);
    assertThat(plan.proposals())
        .extracting(Proposal::setting)
        .containsExactly(TableSetting.CONSTANT_SIZE_SPLIT, TableSetting.LARGEST_PARTITION);
  }

  @Test
  void morePartitionsThanTheHeapHoldsAreRefused() {
    assertThatThrownBy(
            () ->
                planner(HCONFIG, UniformPartitioner.hex(new byte[0]), null, 100)
                    .plan(request(1_000_000, "1KB"), nodes(3, 1, false), LoadRoute.PUTS))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("--partitions-per-node: 100 regions share")
        .hasMessageContaining("At most 25 fit");
  }

  @Test
  void aTableThatStaysAsItIsSplitKeepsItsFlushSizeWhereItsPartitionsDoNotFit() {
    List<RowKey> splits =
        IntStream.range(1, 300)
            .mapToObj("%04d"::formatted)
            .map(text -> RowKey.of(text.getBytes(StandardCharsets.UTF_8)))
            .toList();
    LoadTarget target = nodes(3, 1, false);

    for (LoadRules rules : List.of(HCONFIG, PCM)) {
      LoadPlan plan =
          planner(rules, new GivenSplits("table users", splits, true), 300, null)
              .plan(request(1_000_000, "1KB"), target, LoadRoute.PUTS);

      assertThat(plan.proposal(TableSetting.FLUSH_SIZE)).isEmpty();
      assertThat(plan.proposal(TableSetting.BLOCKING_FILES)).isPresent();
      assertThat(plan.remarks())
          .anyMatch(
              remark ->
                  remark.toString().contains("flush size stays as it is: the 100 partitions"));
    }
    assertThatThrownBy(
            () ->
                planner(HCONFIG, new GivenSplits("--splits s.txt", splits), 300, null)
                    .plan(request(1_000_000, "1KB"), target, LoadRoute.PUTS))
        .hasMessageContaining("--partitions-per-node: 100 regions share");
  }

  @Test
  void recordsThatDoNotFitAFlushAreRefused() {
    assertThatThrownBy(() -> plan(HCONFIG, request(1_000, "100MB"), nodes(3, 1, true)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("--record-size")
        .hasMessageContaining("Want records of at most 16 MB")
        .hasMessageContaining("records of 100 MB");
  }

  @Test
  void hconfigsConstantsAreSettings() {
    HConfigSettings own = new HConfigSettings(30, 10, 40, 6, Ratio.of(0.45), Ratio.of(0.3));

    LoadPlan plan =
        plan(
            new HConfigRules(4, own),
            request(1_000_000, "1KB"),
            new LoadTarget(
                5,
                ByteSize.ofMegabytes(4096),
                ByteSize.ofMegabytes(5 * 4096),
                MemorySplit.of(0.4, 0.4),
                true,
                false));

    assertThat(plan.attributes())
        .containsEntry("hbase.hstore.blockingStoreFiles", "30")
        .containsEntry("hbase.hstore.compaction.min", "10")
        .containsEntry("hbase.hstore.compaction.kv.max", "40")
        .containsEntry("hbase.hregion.memstore.block.multiplier", "6");
    assertThatThrownBy(() -> new HConfigSettings(9, 10, 40, 6, Ratio.of(0.45), Ratio.of(0.3)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("engine.hconfig.compactFrom: want 2 to blockingFiles (9)");
    assertThatThrownBy(() -> new HConfigSettings(30, 10, 40, 6, Ratio.of(0.6), Ratio.of(0.3)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("got 60 % and 30 %");
  }

  @Test
  void aStepOfHConfigHasAllOfThoseBeforeIt() {
    LoadTarget target = nodes(3, 2, true);
    for (int step = 1; step <= 4; step++) {
      LoadPlan before = plan(new HConfigRules(step - 1), request(1_000_000, "1KB"), target);
      LoadPlan plan = plan(new HConfigRules(step), request(1_000_000, "1KB"), target);

      assertThat(plan.proposals().size()).isGreaterThan(before.proposals().size());
      assertThat(plan.proposals()).containsAll(before.proposals());
      assertThat(plan.proposals(LoadSetting.Scope.NODE)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whateverIsPlannedFitsTheHeapAndOneAnother(long seed) {
    Random random = new Random(seed);
    LoadRules rules = random.nextBoolean() ? HCONFIG : PCM;
    int count = 1 + random.nextInt(40);
    long heap = (256L << random.nextInt(8)) << 20;
    LoadTarget target =
        new LoadTarget(
            count,
            new ByteSize(heap),
            new ByteSize(heap * count),
            MemorySplit.of(0.40, 0.05 + 0.35 * random.nextDouble()),
            random.nextBoolean(),
            random.nextBoolean());
    LoadRequest request =
        new LoadRequest(
            new TableId("users"),
            1 + random.nextInt(2_000_000_000),
            new ByteSize(1L << random.nextInt(24)));
    Integer perNode = random.nextBoolean() ? null : 1 + random.nextInt(40);
    try {
      LoadPlan plan =
          planner(rules, UniformPartitioner.hex(new byte[0]), null, perNode)
              .plan(request, target, LoadRoute.PUTS);

      long percent =
          plan.proposal(CommonLoadSetting.WRITE_BUFFER_SHARE)
              .map(Proposal::amount)
              .orElse(Math.round(100 * target.memory().writeBuffer().value()));
      int each = (plan.splits().partitions() + count - 1) / count;
      assertThat(amount(plan, TableSetting.FLUSH_SIZE) * each)
          .isLessThanOrEqualTo(heap / 100 * (percent + 1));
      assertThat(amount(plan, TableSetting.FLUSH_SIZE)).isLessThanOrEqualTo(heap / 8);
      assertThat(plan.proposals(LoadSetting.Scope.NODE).stream().mapToLong(Proposal::amount).sum())
          .isLessThanOrEqualTo(80);
      assertThat(
              plan.proposal(TableSetting.COMPACT_AT_MOST_FILES).map(Proposal::amount).orElse(10L))
          .isGreaterThanOrEqualTo(amount(plan, TableSetting.COMPACT_FROM_FILES));
      assertThat(amount(plan, CommonLoadSetting.CLIENT_BUFFER)).isGreaterThanOrEqualTo(2L << 20);
    } catch (InvalidValue refused) {
      assertThat(refused).hasMessageStartingWith("--");
    }
  }

  private static LongStream seeds() {
    return LongStream.rangeClosed(1, 2000);
  }

  private static LoadRequest request(long rows, String recordSize) {
    return new LoadRequest(new TableId("users"), rows, ByteSize.parse(recordSize));
  }

  private static LoadTarget nodes(int count, int gigabytes, boolean online) {
    long heap = (long) gigabytes << 30;
    return new LoadTarget(
        count,
        new ByteSize(heap),
        new ByteSize(heap * count),
        MemorySplit.of(0.40, 0.40),
        online,
        false);
  }

  private static LoadPlan plan(LoadRules rules, LoadRequest request, LoadTarget target) {
    return planner(rules, UniformPartitioner.hex(new byte[0]), null, null)
        .plan(request, target, LoadRoute.PUTS);
  }

  private static LoadPlanner planner(
      LoadRules rules,
      Partitioner partitioner,
      @Nullable Integer partitions,
      @Nullable Integer perNode) {
    return new LoadPlanner(rules, partitioner, partitions, perNode, 1.5);
  }

  private static long amount(LoadPlan plan, LoadSetting setting) {
    return plan.proposal(setting).orElseThrow().amount();
  }
}
