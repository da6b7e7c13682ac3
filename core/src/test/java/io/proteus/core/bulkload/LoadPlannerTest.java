package io.proteus.core.bulkload;

import static io.proteus.core.bulkload.Keys.keys;
import static io.proteus.core.bulkload.Keys.sampled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoadPlannerTest {
  private static final LoadRules RULES = new OneSetting(2);

  /** Rules that set the clients of a load, and tell its route. */
  private record OneSetting(int partitionsPerNode) implements LoadRules {
    @Override
    public String name() {
      return "one";
    }

    @Override
    public List<Proposal> propose(Load load) {
      return List.of(
          new Proposal(
              CommonLoadSetting.CLIENTS, load.partitionsPerNode(), "one a partition", "test"));
    }

    @Override
    public List<Sentence> remarks(Load load, List<Proposal> proposals) {
      return List.of(Sentence.of("%s with %d settings", load.route(), proposals.size()));
    }
  }

  @Test
  void theRulesSayHowManyPartitionsWhatIsSetAndWhatThereIsToKnow() {
    LoadPlan plan = plan(RULES, request(1_000_000, "1KB"), nodes(3, 1, true));

    assertThat(plan.splits().partitions()).isEqualTo(6);
    assertThat(plan.rules()).isEqualTo("one");
    assertThat(plan.proposal(CommonLoadSetting.CLIENTS).orElseThrow().amount()).isEqualTo(2);
    assertThat(plan.remarks()).map(Object::toString).containsExactly("PUTS with 1 settings");
    assertThat(plan.attributes()).isEmpty();
  }

  @Test
  void askingForPartitionsWinsOverTheRules() {
    assertThat(
            planner(RULES, UniformPartitioner.hex(new byte[0]), null, 5)
                .plan(request(1_000_000, "1KB"), nodes(3, 1, true), LoadRoute.FILES)
                .splits()
                .partitions())
        .isEqualTo(15);
    assertThat(
            planner(RULES, UniformPartitioner.hex(new byte[0]), 7, null)
                .plan(request(1_000_000, "1KB"), nodes(3, 1, true), LoadRoute.FILES)
                .splits()
                .partitions())
        .isEqualTo(7);
  }

  @Test
  void splitsWhoseEvennessNobodyKnowsAreRemarked() {
    LoadPlan plan =
        planner(RULES, new GivenSplits("--splits s.txt", keys("b", "c")), 3, null)
            .plan(request(1_000, "1KB"), nodes(1, 1, true), LoadRoute.PUTS);

    assertThat(plan.remarks())
        .map(Object::toString)
        .endsWith("How even the given splits are is not known: they are taken as they are.");
  }

  @Test
  void oneRowThatIsWrittenFarMoreOftenThanOthersIsNamed() {
    assertThatThrownBy(
            () ->
                planner(
                        new OneSetting(1),
                        sampled(keys("a", "b", "b", "b", "b", "b", "b", "c")),
                        null,
                        null)
                    .plan(request(1_000_000, "1KB"), nodes(3, 1, true), LoadRoute.PUTS))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("--sample keys.txt: the largest of 3 partitions")
        .hasMessageContaining("b is 75 % of the keys")
        .hasMessageContaining("--max-imbalance 2.3");
  }

  @Test
  void sizesThatCannotBeAreRefusedByTheNameOfTheOption() {
    assertThatThrownBy(() -> request(0, "1KB")).hasMessageContaining("--rows: want 1 or more");
    assertThatThrownBy(() -> request(1, "0B")).hasMessageContaining("--record-size");
    assertThatThrownBy(() -> request(Long.MAX_VALUE, "1KB")).hasMessageContaining("digit too many");
    assertThatThrownBy(() -> plan(new OneSetting(1), request(2, "1KB"), nodes(3, 1, true)))
        .hasMessageContaining("--rows: want at least 3, one a partition, got 2");
    assertThatThrownBy(() -> planner(RULES, UniformPartitioner.hex(new byte[0]), 0, null))
        .hasMessageContaining("--partitions: want 1..");
    assertThatThrownBy(() -> nodes(0, 1, true)).hasMessageContaining("at least 1 live node");
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
}
