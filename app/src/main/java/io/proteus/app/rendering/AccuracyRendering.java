package io.proteus.app.rendering;

import io.proteus.app.view.Figures;
import io.proteus.controller.accuracy.AccuracyDocument;
import io.proteus.controller.accuracy.AccuracyDocument.Figure;
import io.proteus.controller.accuracy.AccuracyDocument.JudgedPlan;
import io.proteus.controller.accuracy.AccuracyDocument.Summary;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How good predictions were: a line a plan, and a line a figure over all of them.
 *
 * @param words the engine's
 * @param width of the screen, in characters
 * @param zone in which times are shown
 */
public record AccuracyRendering(Words words, int width, ZoneId zone, Paint paint) {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");

  /** With a line break at its end. */
  public String render(AccuracyDocument accuracy) {
    String table =
        new Grid<JudgedPlan>()
            .text("judged", 4, plan -> TIME.withZone(zone).format(plan.at()))
            .text("plan", 3, JudgedPlan::plan)
            .text("to", 2, JudgedPlan::kind)
            .figure("op/s before", 5, plan -> rate(plan.throughput().before()))
            .figure("predicted", 0, plan -> rate(plan.throughput().expected()))
            .figure("8 in 10 within", 1, plan -> interval(plan.throughput()))
            .figure("came", 0, plan -> came(plan))
            .figure("off by", 0, plan -> percent(plan.throughput().error()))
            .figure("ms off by", 2, plan -> percent(error(plan.latencyMs())))
            .figure("took", 3, plan -> seconds(plan.seconds().achieved()))
            .figure("off by ", 3, plan -> percent(plan.seconds().error()))
            .render(accuracy.plans(), width, paint);
    return table
        + "\n\n"
        + summary("throughput", accuracy.throughput())
        + summary("latency", accuracy.latency())
        + summary("duration", accuracy.duration())
        + notJudged(accuracy);
  }

  private String notJudged(AccuracyDocument accuracy) {
    StringBuilder text = new StringBuilder();
    for (JudgedPlan plan : accuracy.plans()) {
      Sentence notJudged = plan.notJudged();
      if (notJudged != null) {
        text.append(" %s was not judged: %s\n".formatted(plan.plan(), notJudged.in(words)));
      }
    }
    return text.toString();
  }

  private static String summary(String figure, @Nullable Summary summary) {
    if (summary == null) {
      return " %-10s  nothing to compare yet\n".formatted(figure);
    }
    Double inside = summary.inside();
    return String.format(
        Locale.ROOT,
        " %-10s  %s: bias %s, mean absolute error %.0f %%%s%n",
        figure,
        Figures.count(summary.plans(), "plan", "plans"),
        percent(summary.bias()),
        summary.meanAbsoluteError() * 100,
        inside == null
            ? ""
            : String.format(
                Locale.ROOT, ", %.0f %% within their interval (80 %% should be)", inside * 100));
  }

  private static @Nullable Double error(@Nullable Figure figure) {
    return figure == null ? null : figure.error();
  }

  private String came(JudgedPlan plan) {
    return plan.notJudged() == null ? rate(plan.throughput().achieved()) : "not judged";
  }

  private static String rate(@Nullable Double rate) {
    return Figures.rate(rate);
  }

  private static String interval(Figure figure) {
    return figure.low() == null || figure.high() == null
        ? Figures.UNKNOWN
        : "%s to %s".formatted(rate(figure.low()), rate(figure.high()));
  }

  private static String seconds(@Nullable Double seconds) {
    return seconds == null
        ? Figures.UNKNOWN
        : Figures.duration(Duration.ofMillis(Math.round(seconds * 1000)));
  }

  private static String percent(@Nullable Double share) {
    return share == null ? Figures.UNKNOWN : String.format(Locale.ROOT, "%+.0f %%", share * 100);
  }
}
