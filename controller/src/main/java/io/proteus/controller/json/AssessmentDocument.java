package io.proteus.controller.json;

import io.proteus.core.decision.Assessment;
import io.proteus.core.decision.Health;
import io.proteus.core.decision.Option;
import io.proteus.core.strategy.Reason;
import io.proteus.core.words.Sentence;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What is said of a cluster first, as programs read it.
 *
 * @param health healthy, unhealthy or unknown
 * @param sentences the health and each option, as people read them
 * @param options what could be done, the best first
 * @param unready why nobody can say what is worth doing; left out where it can be said
 */
public record AssessmentDocument(
    @Required String health,
    @Required List<Sentence> sentences,
    @Required List<OptionDocument> options,
    @Nullable Reason unready) {

  /**
   * Something that could be done.
   *
   * @param worth online, needed, considering, held or not
   */
  public record OptionDocument(
      @Required String worth,
      @Required Sentence price,
      @Nullable Sentence gain,
      @Nullable Reason because,
      @Required boolean onRequest) {
    static OptionDocument of(Option option) {
      return new OptionDocument(
          word(option.worth()),
          option.price(),
          option.gain(),
          option.because(),
          option.onRequest());
    }
  }

  public static AssessmentDocument of(Assessment assessment) {
    return new AssessmentDocument(
        word(assessment.health().state()),
        assessment.sentences(),
        assessment.options().stream().map(OptionDocument::of).toList(),
        assessment.unready());
  }

  static AssessmentDocument unknown(Sentence why) {
    return new AssessmentDocument(word(Health.State.UNKNOWN), List.of(why), List.of(), null);
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
