package io.proteus.controller.action;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.json.CoreJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Journals that the simulator and the tests of undo, canary and approval wrote, faults and kills
 * included, mean what they meant when they were recorded: the fold agreed then with all readers
 * that it has replaced, after every entry. {@code -Dproteus.record=FOLDER} writes down what they
 * mean now.
 */
class RecordedJournalsTest {
  static List<String> recorded() {
    return List.of(
        "soak-2",
        "soak-3",
        "soak-5",
        "soak-6",
        "soak-10",
        "soak-12",
        "canary-killed",
        "canary-stopped",
        "canary-put-back",
        "table-canary-killed",
        "table-canary-put-back",
        "past-put-back",
        "undo-proposed",
        "stopped-then-restarted",
        "undone-and-done-again");
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void aRecordedJournalMeansWhatItMeant(String name) throws Exception {
    StringBuilder meaning = new StringBuilder();
    Actions actions = Actions.NONE;
    for (JournalEntry entry : entries(name)) {
      actions = actions.after(entry);
      meaning.append(entry.number()).append(' ').append(summary(actions)).append('\n');
    }
    String folder = System.getProperty("proteus.record");
    if (folder != null) {
      Files.writeString(Path.of(folder, name + ".states"), meaning);
    }

    try (InputStream golden = resource(name + ".states")) {
      assertThat(meaning.toString()).isEqualTo(new String(golden.readAllBytes(), UTF_8));
    }
  }

  /** One log that lives on folds to what a process that starts now reads. */
  @ParameterizedTest
  @MethodSource("recorded")
  void whatIsFoldedAsItComesIsWhatIsReadAnew(String name) throws Exception {
    try (Journal journal = SqliteJournal.inMemory()) {
      ActionLog shared = new ActionLog(journal);
      for (JournalEntry entry : entries(name)) {
        journal.append(entry.at(), entry.event());
        assertThat(shared.now())
            .as("%s, entry %d", name, entry.number())
            .isEqualTo(new ActionLog(journal).now());
      }
    }
  }

  /** A Proteus that dies between any two entries leaves what the next one can go on from. */
  @ParameterizedTest
  @MethodSource("recorded")
  void whereverItEndsRecoveryCanGoOn(String name) throws Exception {
    Actions actions = Actions.NONE;
    for (JournalEntry entry : entries(name)) {
      Actions before = actions;
      actions = actions.after(entry);

      String as = "%s, entry %d".formatted(name, entry.number());
      assertThat(before.after(entry)).as(as).isEqualTo(actions);
      for (ActionPlan left : actions.unfinished()) {
        int steps = left.plan().steps().size();
        assertThat(left.progress().issued()).as(as).allMatch(step -> step < steps);
        assertThat(left.progress().onlyBegun().over())
            .as(as)
            .hasSizeGreaterThanOrEqualTo(steps - left.changes());
      }
      assertThat(actions.unfinished().size()).as(as).isLessThanOrEqualTo(1);
      if (actions.underWay() != null) {
        Optional<Action> putBack = actions.of(actions.underWay().event().plan());
        assertThat(putBack).as(as).isPresent();
        assertThat(putBack.get().issued()).as(as).isPresent();
        assertThat(putBack.get().state()).as(as).isInstanceOf(ActionState.PuttingBack.class);
      }
      actions
          .newestFirst()
          .forEach(
              action ->
                  assertThat(action.state().isOver())
                      .as("%s: %s", as, action.id())
                      .isEqualTo(isOver(action)));
    }
  }

  private static boolean isOver(Action action) {
    return action.hasEnded()
        && !(action.state() instanceof ActionState.Watched)
        && !(action.state() instanceof ActionState.PuttingBack);
  }

  private static String summary(Actions actions) {
    return "%s; open %s; put back %s; paused %s; unfinished %s; found %s; stopped %s"
        .formatted(
            actions.newest().map(RecordedJournalsTest::summary).orElse("nothing"),
            actions.open().orElse("-"),
            actions.underWay() == null ? "-" : actions.underWay().event().plan(),
            actions.paused().isPresent(),
            actions.unfinished().stream().map(ActionPlan::id).toList(),
            actions.verified() == null
                ? "-"
                : actions.verified().event().result().code() + " " + actions.isAnswered(),
            actions.wasLastActionStopped());
  }

  private static String summary(Action action) {
    ActionState state = action.state();
    return "%s of %s is %s, %d of %d steps, undoes %s, ends %s"
        .formatted(
            action.id(),
            action.plans().stream().map(ActionPlan::id).toList(),
            state instanceof ActionState.Ended end
                ? "ended " + end.outcome()
                : state.getClass().getSimpleName(),
            action.changes(),
            action.steps(),
            action.undoes(),
            action.ends().stream().map(end -> end.event().outcome()).toList());
  }

  private static List<JournalEntry> entries(String name) throws IOException {
    List<JournalEntry> entries = new ArrayList<>();
    try (InputStream packed = resource(name + ".jsonl.gz");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(new GZIPInputStream(packed), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode entry = CoreJson.mapper().readTree(line);
        entries.add(
            new JournalEntry(
                entry.get("number").longValue(),
                Instant.parse(entry.get("at").textValue()),
                CoreJson.mapper().treeToValue(entry.get("event"), JournalEvent.class)));
      }
    }
    return entries;
  }

  private static InputStream resource(String file) {
    return Objects.requireNonNull(RecordedJournalsTest.class.getResourceAsStream(file), file);
  }
}
