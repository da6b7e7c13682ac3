package io.proteus.core.health;

import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong with a cluster.
 *
 * @param check by which it was found
 * @param requests share of all requests that it costs something; null where that is not known, or
 *     it costs none now
 * @param subjects what it is about: nodes, partitions, tables
 * @param what is wrong
 * @param why it matters: what it costs, or will cost
 * @param cure what to do
 * @param command that cures it; null where no single one does
 */
public record Finding(
    String check,
    Severity severity,
    @Nullable Ratio requests,
    List<String> subjects,
    Sentence what,
    Sentence why,
    Sentence cure,
    @Nullable String command) {
  /** In a command of the store's own, the first subject. */
  private static final String SUBJECT = "{subject}";

  /** The most costly first. */
  public static final Comparator<Finding> BY_COST =
      Comparator.comparing(Finding::severity)
          .thenComparing(Finding::share, Comparator.reverseOrder())
          .thenComparing(Finding::check)
          .thenComparing(finding -> finding.what().toString());

  public Finding {
    subjects = List.copyOf(subjects);
  }

  /** What a check found of some subjects, with the command that cures it. */
  public static Finding of(
      String check,
      Severity severity,
      List<?> subjects,
      Sentence what,
      Sentence why,
      Sentence cure,
      @Nullable String command) {
    return new Finding(
        check,
        severity,
        null,
        subjects.stream().map(Object::toString).toList(),
        what,
        why,
        cure,
        command);
  }

  /** What a check could not look at, which is not to say that it is fine. */
  public static Finding notLookedAt(String check, Sentence why, Sentence cure) {
    return of(
        check,
        Severity.UNKNOWN,
        List.of(),
        Sentence.of("could not be looked at: %s", why),
        Sentence.of("what is wrong there stays unseen"),
        cure,
        null);
  }

  /** The same, where so many of all requests suffer. */
  public Finding costing(Ratio share) {
    return new Finding(check, severity, share, subjects, what, why, cure, command);
  }

  /**
   * The same, with the store's own command.
   *
   * @param template {@code {subject}} stands for the first subject
   */
  public Finding curedBy(String template) {
    String own = template.replace(SUBJECT, subjects.isEmpty() ? "" : subjects.get(0));
    return new Finding(check, severity, requests, subjects, what, why, cure, own);
  }

  private double share() {
    return requests == null ? 0 : requests.value();
  }
}
