package io.proteus.lab.tuning;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import io.proteus.lab.result.Spread;
import io.proteus.lab.tuner.Comparison;
import io.proteus.lab.tuner.Effect;
import io.proteus.lab.tuner.Interaction;
import io.proteus.lab.tuner.Sensitivity.Verdict;
import io.proteus.lab.tuner.TuningResult;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A tuning on the screen. */
record TuningTables(TuningResult result) {

  String text() {
    StringBuilder text = new StringBuilder();
    if (!result.effects().isEmpty()) {
      text.append(effects()).append(System.lineSeparator());
    }
    if (!result.interactions().isEmpty()) {
      text.append(interactions()).append(System.lineSeparator());
    }
    if (!result.comparison().isEmpty()) {
      text.append(comparison()).append(System.lineSeparator());
    }
    return text.append(result.conclusion()).toString();
  }

  private String effects() {
    return AsciiTable.getTable(
        result.effects(),
        List.of(
            text("alone").with(effect -> effect.parameter() + " " + effect.value()),
            text("gave way")
                .with(effect -> effect.gaveWay().isEmpty() ? "" : effect.gaveWay().toString()),
            figure("over default")
                .with(effect -> ratio(effect.ratio()) + (effect.failed() ? " failed" : "")),
            figure("95 % interval").with(effect -> interval(effect.low(), effect.high())),
            text("verdict").with(this::verdict)));
  }

  private String verdict(Effect effect) {
    return switch (result.verdicts().getOrDefault(effect.parameter(), Verdict.UNDECIDED)) {
      case MATTERS -> effect.significant() ? "matters" : "matters, not here";
      case UNDECIDED -> "undecided";
      case NO_EFFECT -> "less than 5 %";
    };
  }

  private String interactions() {
    return AsciiTable.getTable(
        result.interactions(),
        List.of(
            new Column()
                .header("in pairs")
                .dataAlign(HorizontalAlign.LEFT)
                .with(
                    (Interaction pair) ->
                        "%s %s, %s %s"
                            .formatted(
                                pair.first(),
                                pair.firstValue(),
                                pair.second(),
                                pair.secondValue())),
            figure("over independent").with((Interaction pair) -> ratio(pair.ratio())),
            figure("95 % interval").with((Interaction pair) -> interval(pair.low(), pair.high())),
            figure("beyond noise").with((Interaction pair) -> pair.significant() ? "yes" : "no")));
  }

  private String comparison() {
    return AsciiTable.getTable(
        result.comparison(),
        List.of(
            new Column().header("compared").dataAlign(HorizontalAlign.LEFT).with(Comparison::name),
            figure("op/s")
                .with(
                    (Comparison side) ->
                        side.perSecond().isEmpty()
                            ? "-"
                            : String.format(Locale.ROOT, "%,.0f", side.median())),
            figure("over default").with((Comparison side) -> spread(side.ratio())),
            figure("95 % interval").with((Comparison side) -> interval(side.low(), side.high())),
            figure("beyond noise")
                .with(
                    (Comparison side) ->
                        side.ratio() == null ? "" : side.significant() ? "yes" : "no"),
            figure("failed")
                .with(
                    (Comparison side) ->
                        side.failures() == 0
                            ? ""
                            : "%d of %d".formatted(side.failures(), side.made()))));
  }

  private static String spread(@Nullable Spread spread) {
    return spread == null
        ? "-"
        : "%s (%s-%s)".formatted(ratio(spread.median()), ratio(spread.min()), ratio(spread.max()));
  }

  private static String interval(@Nullable Double low, @Nullable Double high) {
    return low == null || high == null ? "-" : ratio(low) + "-" + ratio(high);
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static Column text(String header) {
    return new Column().header(header).dataAlign(HorizontalAlign.LEFT);
  }

  private static Column figure(String header) {
    return new Column().header(header).dataAlign(HorizontalAlign.RIGHT);
  }
}
