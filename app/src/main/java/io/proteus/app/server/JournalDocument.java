package io.proteus.app.server;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.app.view.EntryView;
import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.json.CoreJson;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * An entry of the journal as the API shows it.
 *
 * @param text what happened, as {@code history} shows it
 * @param event as it is in the journal, but for what is long: what the strategy remembers, what was
 *     before a plan, the steps of a plan and of its rest, and the parts of a survey, which are
 *     counted
 */
record JournalDocument(long number, Instant at, Sentence text, ObjectNode event) {
  /** As they are named in JSON. */
  static final List<String> KINDS =
      Arrays.stream(JournalEvent.class.getAnnotation(JsonSubTypes.class).value())
          .map(JsonSubTypes.Type::name)
          .toList();

  static JournalDocument of(JournalEntry entry, Words words) {
    ObjectNode event = CoreJson.tree(entry.event(), words);
    event.remove(List.of("memory", "before"));
    for (String part : List.of("plan", "rest")) {
      if (event.get(part) instanceof ObjectNode plan) {
        int steps = plan.path("steps").size();
        plan.remove(List.of("steps", "target"));
        plan.put("steps", steps);
      }
    }
    if (entry.event() instanceof ClusterSurveyed survey) {
      event.put("nodes", survey.nodes().size());
      event.put("tables", survey.tables().size());
      event.put("partitions", survey.partitions().size());
    }
    return new JournalDocument(
        entry.number(), entry.at(), EntryView.of(entry.event()).text(), event);
  }
}
