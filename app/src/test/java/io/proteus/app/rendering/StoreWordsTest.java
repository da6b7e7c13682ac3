package io.proteus.app.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.execution.Outcome;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.StepState;
import io.proteus.controller.json.CoreJson;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Noun;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import io.proteus.testkit.ManualClock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A store is shown in its own words: neither in core's nor in those of another store. */
class StoreWordsTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  /**
   * Neither names of hosts, settings and keys of JSON nor the short head cache/ of a column count.
   */
  private static final Pattern OTHER_WORDS =
      Pattern.compile(
          "(?i)(?<![\\w\"-])(nodes?|partitions?|(?<!chunk |page )caches?(?!/)|write buffers?"
              + "|regionservers?|regions?|memstores?|hbase|block cache)(?![\\w\"-]|\\.\\w)");

  static Stream<Words> stores() {
    return Stream.of(
        new Words(
            "Cassandra",
            new Noun("peer", "peers"),
            new Noun("token range", "token ranges"),
            new Noun("column family", "column families"),
            new Noun("chunk cache", "chunk caches"),
            new Noun("memtable", "memtables")),
        new Words(
            "Redis",
            new Noun("primary", "primaries"),
            new Noun("hash slot range", "hash slot ranges"),
            new Noun("keyspace", "keyspaces"),
            new Noun("page cache", "page caches"),
            new Noun("output buffer", "output buffers")));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void theTerminalSaysNoOtherStoresWord(Words words) throws Exception {
    ManualClock clock = new ManualClock(NOON);
    Observation seen = Scenes.observe(Scenes.mixed(clock).build(), clock);
    Plan plan = Scenes.plan();
    List<JournalEntry> entries = new ArrayList<>();
    for (JournalEvent event : events(plan)) {
      entries.add(new JournalEntry(entries.size() + 1, NOON, event));
    }

    String shown =
        new PlanRendering(words, 200, 100, Paint.NONE).render(plan, seen.topology())
            + new PlanRendering(words, 200, 100, Paint.NONE).held(reasons())
            + new HistoryRendering(words, ZoneOffset.UTC, Paint.NONE).render(entries);

    assertThat(shown).doesNotContainPattern(OTHER_WORDS);
    assertThat(shown)
        .contains(
            "from 1 to 2 " + words.node().many(),
            "1 " + words.partition().one() + " of the plan was split",
            "start a " + words.node().one() + ", 3 in all",
            words.readCache().one() + " 55 %, " + words.writeBuffer().one() + " 10 %");
  }

  @ParameterizedTest
  @MethodSource("stores")
  void jsonSaysNoOtherStoresWord(Words words) {
    Verdict.Hold hold = new Verdict.Hold(reasons(), StrategyMemory.INITIAL);

    String json = CoreJson.text(hold, words) + CoreJson.text(Scenes.plan().steps(), words);

    assertThat(sentences(json)).isNotEmpty();
    for (String sentence : sentences(json)) {
      assertThat(sentence).doesNotContainPattern(OTHER_WORDS);
    }
  }

  /** The values of the key sentence. */
  private static List<String> sentences(String json) {
    return Pattern.compile("\"sentence\":\"([^\"]*)\"")
        .matcher(json)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static List<Reason> reasons() {
    return List.of(
        ReasonCode.GROW.because("nodes.max", "from %d to {%d nodes}", 1, 2),
        ReasonCode.OVERTAKEN.says("{%d partitions} of the plan {was|were} split", 1),
        ReasonCode.HEAP_FULL.says(
            "heaps stay as they are, as they have no room for larger {caches} and {write"
                + " buffers}"));
  }

  private static List<JournalEvent> events(Plan plan) {
    return List.of(
        new JournalEvent.Decided("retarget", reasons()),
        new JournalEvent.Planned(plan, StrategyMemory.INITIAL),
        new JournalEvent.StepReached(
            "p",
            0,
            StepState.DONE,
            Sentence.of(
                "start a {node}, %d in all, with %s",
                3, new MemorySplit(Ratio.of(0.55), Ratio.of(0.1))),
            null),
        new JournalEvent.StepReached(
            "p",
            1,
            StepState.BLOCKED,
            Sentence.verbatim("restart rs1"),
            Sentence.of("%s still holds {%d partitions}", new NodeId("rs1"), 1)),
        new JournalEvent.PlanEnded("p", "replan", new Outcome.Replan(1).sentence(), 1),
        new JournalEvent.Verified("p", reasons().get(0), 3, 3));
  }
}
