package io.proteus.app.rendering;

import io.proteus.core.decision.Assessment;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is said of a cluster first, as text.
 *
 * @param words the engine's
 * @param width of the screen, in characters
 */
public record AssessmentRendering(Words words, int width, Paint paint) {

  /** The health, then each option on lines of its own, with a line break at its end. */
  public String render(Assessment assessment) {
    List<Sentence> sentences = assessment.sentences();
    return paint.bold(line("", sentences.get(0)))
        + sentences.stream()
            .skip(1)
            .map(sentence -> "\n" + line("  ", sentence))
            .collect(Collectors.joining())
        + "\n";
  }

  private String line(String lead, Sentence sentence) {
    String text = sentence.in(words);
    return SentenceLines.wrapped(
        lead, Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".", width);
  }
}
