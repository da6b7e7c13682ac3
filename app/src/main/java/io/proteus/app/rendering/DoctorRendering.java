package io.proteus.app.rendering;

import io.proteus.app.view.Figures;
import io.proteus.core.doctor.Checkup;
import io.proteus.core.doctor.Limits;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is wrong with a cluster, as text.
 *
 * @param words the engine's
 * @param width of the screen, in characters
 */
public record DoctorRendering(Words words, int width, Paint paint) {

  /** The whole report, with a line break at its end. */
  public String render(Checkup seen, List<Finding> findings) {
    List<String> blocks = new ArrayList<>();
    blocks.add(
        paint.bold(
                "%s cluster %s: %s"
                    .formatted(words.store(), seen.now().topology().cluster(), count(findings)))
            + "\n"
            + line(" ", seen.assessment().health().sentence()));
    findings.forEach(finding -> blocks.add(block(finding)));
    List<Sentence> cannot = Limits.of(seen.now().latest().capabilities(), seen.now().topology());
    if (!cannot.isEmpty()) {
      blocks.add(
          "What Proteus cannot do here:\n"
              + cannot.stream().map(limit -> line("  ", limit)).collect(Collectors.joining("\n")));
    }
    return String.join("\n\n", blocks) + "\n";
  }

  /** {@code nothing is wrong}, {@code 3 findings: 1 error, 2 warnings}. */
  public static String count(List<Finding> findings) {
    if (findings.isEmpty()) {
      return "nothing is wrong";
    }
    return "%s: %s"
        .formatted(
            Figures.count(findings.size(), "finding", "findings"),
            Arrays.stream(Severity.values())
                .map(severity -> of(severity, findings))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", ")));
  }

  private static String of(Severity severity, List<Finding> findings) {
    long count = findings.stream().filter(finding -> finding.severity() == severity).count();
    if (count == 0) {
      return "";
    }
    return severity == Severity.UNKNOWN
        ? count + " could not be looked at"
        : Figures.count(count, severity.word(), severity.word() + "s");
  }

  /** A finding, without a line break at its end. */
  public String block(Finding finding) {
    Ratio share = finding.requests();
    String cost = share == null ? "" : " (%s of all requests)".formatted(Figures.percent(share));
    String command = finding.command();
    return "%s %s\n%s\n%s\n%s%s"
        .formatted(
            painted(finding.severity()),
            paint.bold(finding.check()),
            line("  ", finding.what()),
            line("  costs: ", finding.why(), cost),
            line("  cure:  ", finding.cure()),
            command == null ? "" : "\n         " + command);
  }

  private String painted(Severity severity) {
    return switch (severity) {
      case ERROR -> paint.red(severity.word());
      case WARNING -> paint.yellow(severity.word());
      case UNKNOWN, NOTE -> paint.faint(severity.word());
    };
  }

  private String line(String lead, Sentence sentence) {
    return line(lead, sentence, "");
  }

  private String line(String lead, Sentence sentence, String tail) {
    return SentenceLines.wrapped(lead, sentence.in(words) + tail, width);
  }
}
