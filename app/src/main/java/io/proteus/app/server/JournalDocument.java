package io.proteus.app.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.json.CoreJson;
import java.time.Instant;
import java.util.List;

/**
 * An entry of the journal as the API shows it.
 *
 * @param event as it is in the journal, but for what the strategy remembers and a plan's steps,
 *     which are long
 */
record JournalDocument(long number, Instant at, ObjectNode event) {
  static final List<String> KINDS =
      List.of(
          "observed",
          "decided",
          "planned",
          "step",
          "plan-ended",
          "balancer-taken",
          "balancer-restored",
          "remembered",
          "operator-asked",
          "proposed",
          "proposal-ended");

  static JournalDocument of(JournalEntry entry) {
    ObjectNode event = CoreJson.mapper().valueToTree(entry.event());
    event.remove("memory");
    if (event.get("plan") instanceof ObjectNode plan) {
      int steps = plan.path("steps").size();
      plan.remove(List.of("steps", "target"));
      plan.put("steps", steps);
    }
    return new JournalDocument(entry.number(), entry.at(), event);
  }
}
