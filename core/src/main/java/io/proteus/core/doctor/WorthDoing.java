package io.proteus.core.doctor;

import io.proteus.core.decision.Option;
import io.proteus.core.decision.Worth;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.strategy.Reason;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;

/**
 * Partitions that are misplaced, and nodes and tables that are set otherwise than they should be.
 */
record WorthDoing() implements Check {

  @Override
  public String name() {
    return "misplaced";
  }

  @Override
  public List<Finding> findings(Checkup seen) {
    Reason unready = seen.assessment().unready();
    if (unready != null) {
      return List.of(
          Finding.notLookedAt(
              name(), unready.whole(), Sentence.of("cure the other findings, then look again")));
    }
    List<Finding> findings = new ArrayList<>();
    for (Option option : seen.assessment().options()) {
      if (option.worth().isAdvised()) {
        findings.add(finding(option));
      }
    }
    return findings;
  }

  private Finding finding(Option option) {
    Sentence gain = option.gain();
    return Finding.of(
        name(),
        option.worth() == Worth.CONSIDERING ? Severity.NOTE : Severity.WARNING,
        List.of(),
        Sentence.of("%s: %s", option.worth(), option.price()),
        gain == null
            ? Sentence.of("what it yields is not known")
            : Sentence.of("what is expected of it: %s", gain),
        Sentence.of("look at the plan, then apply it"),
        option.onRequest() ? "proteus plan --regardless-of-load" : "proteus plan");
  }
}
