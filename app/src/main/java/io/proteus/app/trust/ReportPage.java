package io.proteus.app.trust;

import com.samskivert.mustache.Mustache;
import io.proteus.app.trust.Report.Load;
import io.proteus.app.view.Figures;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A report as one page without scripts. */
final class ReportPage {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm").withZone(ZoneOffset.UTC);

  /** As many points as a curve shows. */
  private static final int MOST_POINTS = 500;

  /** As many plans, and as many reasons, as there is room for on a page. */
  private static final int MOST_WISHES = 8;

  private static final int MOST_HOLDS = 6;

  private ReportPage() {}

  static String of(Report report, Rehearsal rehearsal) {
    try (InputStream template = ReportPage.class.getResourceAsStream("/report/report.html")) {
      String text =
          new String(Objects.requireNonNull(template).readAllBytes(), StandardCharsets.UTF_8);
      return Mustache.compiler().defaultValue("-").compile(text).execute(values(report, rehearsal));
    } catch (IOException e) {
      throw new UncheckedIOException("the template of the report", e);
    }
  }

  /** What there is to say in two sentences. */
  static String summary(Report report) {
    Duration time = Duration.between(report.from(), report.until());
    return "In %s Proteus wanted %s. %s"
        .formatted(
            time.toHours() < 48
                ? Figures.count(time.toHours(), "hour", "hours")
                : "%,d days".formatted(Math.round(time.toHours() / 24.0)),
            report.wishes().isEmpty()
                ? "to change nothing"
                : report.wishes().size() == 1
                    ? "one plan"
                    : "%,d different plans".formatted(report.wishes().size()),
            report.carriedOut() == 0
                ? "Nothing was changed by it."
                : "%,d plans were carried out meanwhile, so what was measured is not all without them."
                    .formatted(report.carriedOut()));
  }

  static String text(@Nullable Load load) {
    return load == null
        ? "nothing was measured"
        : "%s op/s on average, at most %s%s%s."
            .formatted(
                number(load.meanRequestsPerSecond(), 0),
                number(load.mostRequestsPerSecond(), 0),
                load.busy() == null
                    ? "; CPU is not known"
                    : "; in %s of the time a node used more than 80 %% of its CPU"
                        .formatted(share(load.busy())),
                load.latencyMs() == null
                    ? ""
                    : "; %s ms to an answer".formatted(number(load.latencyMs(), 1)));
  }

  private static Map<String, Object> values(Report report, Rehearsal rehearsal) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("cluster", report.cluster());
    values.put("summary", summary(report));
    values.put("from", TIME.format(report.from()));
    values.put("until", TIME.format(report.until()));
    values.put("observations", "%,d".formatted(report.observations()));
    values.put("seen", share(report.seen()));
    values.put("load", text(report.load()));
    values.put("curve", curve(report));
    values.put(
        "marks", report.wishes().stream().map(wish -> number(x(report, wish.first()), 1)).toList());
    values.put("hasWishes", !report.wishes().isEmpty());
    List<Report.Wish> shown = foremost(report.wishes());
    values.put("wishes", shown.stream().map(ReportPage::wish).toList());
    values.put("more", more(report.wishes(), shown));
    List<Report.Hold> holds = report.holds();
    values.put("holds", holds.subList(0, Math.min(MOST_HOLDS, holds.size())));
    int others = holds.stream().skip(MOST_HOLDS).mapToInt(Report.Hold::times).sum();
    values.put("otherHolds", others == 0 ? List.of() : List.of(others));
    values.put(
        "rehearsal",
        rehearsal.whyNot() == null
            ? "The same time again in the simulator, which is fitted to this cluster's journal:"
            : "No figures: " + rehearsal.whyNot() + ".");
    values.put("remarks", rehearsal.remarks());
    values.put("sides", sides(rehearsal));
    return values;
  }

  /** Those that were wanted most often, the earliest first. */
  private static List<Report.Wish> foremost(List<Report.Wish> all) {
    List<Report.Wish> most =
        all.stream()
            .sorted(Comparator.comparingInt(Report.Wish::times).reversed())
            .limit(MOST_WISHES)
            .toList();
    return all.stream().filter(most::contains).toList();
  }

  /** What the table leaves out, and what all were for. */
  private static String more(List<Report.Wish> all, List<Report.Wish> shown) {
    int left = all.size() - shown.size();
    if (left == 0) {
      return "";
    }
    Map<String, Integer> reasons = new TreeMap<>();
    all.forEach(wish -> reasons.merge(wish.why().replaceFirst(":.*", ""), 1, Integer::sum));
    return "These were wanted for longest, and %,d more %s wanted; `proteus report --json` has each. All of them by reason: %s."
        .formatted(
            left,
            left == 1 ? "was" : "were",
            reasons.entrySet().stream()
                .map(it -> "%s %,d".formatted(it.getKey(), it.getValue()))
                .collect(Collectors.joining(", ")));
  }

  private static Map<String, Object> wish(Report.Wish wish) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put(
        "when",
        wish.times() == 1
            ? TIME.format(wish.first())
            : "%s to %s, %,d times"
                .formatted(TIME.format(wish.first()), until(wish), wish.times()));
    values.put("why", wish.why());
    values.put("price", wish.price());
    values.put("takes", wish.takes() == null ? "" : wish.takes());
    values.put("expected", wish.expected() == null ? "nothing was predicted" : wish.expected());
    values.put("latency", wish.latency() == null ? "" : wish.latency());
    values.put("meanwhile", text(wish.meanwhile()));
    return values;
  }

  /** Without the day where that is the same. */
  private static String until(Report.Wish wish) {
    String first = TIME.format(wish.first());
    String last = TIME.format(wish.last());
    int day = "uuuu-MM-dd ".length();
    return last.startsWith(first.substring(0, day)) ? last.substring(day) : last;
  }

  private static List<Map<String, Object>> sides(Rehearsal rehearsal) {
    if (rehearsal.asItWas() == null || rehearsal.withProteus() == null) {
      return List.of();
    }
    return List.of(
        Map.of(
            "rows",
            List.of(
                row("as it was", rehearsal.asItWas()),
                row("with Proteus acting", rehearsal.withProteus()))));
  }

  private static Map<String, Object> row(String name, Rehearsal.Side side) {
    return Map.of(
        "name", name,
        "operations", number(side.millionOperations(), 2),
        "p99", side.p99Ms() == null ? "-" : number(side.p99Ms(), 1) + " ms",
        "nodeHours", number(side.nodeHours(), 1),
        "moves", side.moves(),
        "restarts", side.restarts());
  }

  private static String curve(Report report) {
    List<Load.Point> points = report.points();
    int each = Math.max(1, points.size() / MOST_POINTS);
    double most = Math.max(1, report.load().mostRequestsPerSecond());
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < points.size(); i += each) {
      Load.Point point = points.get(i);
      shown.add(
          number(x(report, point.at()), 1)
              + ","
              + number(98 - 95 * point.requestsPerSecond() / most, 1));
    }
    return String.join(" ", shown);
  }

  private static double x(Report report, Instant at) {
    double whole = Math.max(1, Duration.between(report.from(), report.until()).toMillis());
    return 1000 * Duration.between(report.from(), at).toMillis() / whole;
  }

  private static String number(double value, int digits) {
    return String.format(Locale.ROOT, digits == 0 ? "%,.0f" : "%." + digits + "f", value);
  }

  private static String share(double value) {
    return number(100 * value, 0) + " %";
  }
}
