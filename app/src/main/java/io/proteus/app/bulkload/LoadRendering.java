package io.proteus.app.bulkload;

import io.proteus.app.rendering.Paint;
import io.proteus.app.view.Figures;
import io.proteus.core.bulkload.LoadPlan;
import io.proteus.core.bulkload.LoadRoute;
import io.proteus.core.bulkload.LoadSetting;
import io.proteus.core.bulkload.Proposal;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A planned load on the screen.
 *
 * @param words the engine's
 */
record LoadRendering(Words words, int width, Paint paint) {
  private static final int SPLITS_SHOWN = 8;
  private static final int LEAST_TEXT = 30;

  /** Some paragraphs, with a line break at the end. */
  String render(PlannedLoad load) {
    LoadPlan plan = load.plan();
    StringBuilder text = new StringBuilder();
    text.append(
        "%,d rows of %s, %s, into %s on %s with %s of heap%n"
            .formatted(
                plan.request().rows(),
                plan.request().recordSize(),
                plan.request().data(),
                plan.request().table(),
                words.nodes(plan.target().nodes()),
                plan.target().heap()));
    text.append("%s %s%n".formatted(plan.request().table(), load.change().sentence().in(words)));
    if (load.change() != TableChange.ALTER) {
      text.append(splits(plan));
    }
    heading(text, "Table", plan.proposals(LoadSetting.Scope.TABLE));
    text.append(
        wrapped(
            "  as %s has them:  ".formatted(words.store()),
            new TreeMap<>(load.attributes())
                .entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .collect(Collectors.joining(", "))));
    heading(text, words.node().many(), plan.proposals(LoadSetting.Scope.NODE));
    heading(text, "Clients", plan.proposals(LoadSetting.Scope.CLIENT));
    if (!load.remarks().isEmpty()) {
      text.append("%n%s%n".formatted(paint.bold("Mind")));
      load.remarks().forEach(remark -> text.append(wrapped("- ", remark.in(words))));
    }
    if (plan.route() == LoadRoute.FILES) {
      text.append("%n%s%n".formatted(paint.bold("Then run")));
      load.commands().forEach(line -> text.append("  %s%n".formatted(line)));
    }
    return text.toString();
  }

  private String splits(LoadPlan plan) {
    List<RowKey> keys = plan.splits().keys();
    String shown =
        keys.stream().limit(SPLITS_SHOWN).map(RowKey::toString).collect(Collectors.joining(", "));
    Ratio largest = plan.splits().largestShare();
    String share =
        largest == null
            ? ""
            : String.format(
                Locale.ROOT,
                "; the largest gets %s of the rows, %.2f of its fair share",
                largest,
                plan.splits().imbalance());
    return wrapped(
        "",
        "%s (HCF-1, PCM-8, keys %s)%s%s"
            .formatted(
                words.partitions(plan.splits().partitions()),
                plan.distribution(),
                share,
                keys.isEmpty()
                    ? ""
                    : ", split at %s%s"
                        .formatted(
                            shown,
                            keys.size() > SPLITS_SHOWN
                                ? " and %,d more".formatted(keys.size() - SPLITS_SHOWN)
                                : "")));
  }

  private void heading(StringBuilder text, String title, List<Proposal> proposals) {
    if (proposals.isEmpty()) {
      return;
    }
    text.append("%n%s%n".formatted(paint.bold(title)));
    for (Proposal proposal : proposals) {
      String head =
          String.format(
              Locale.ROOT, "  %-17s %13s  ", proposal.setting().title(), proposal.shown());
      text.append(wrapped(head, "%s (%s)".formatted(proposal.reason(), proposal.source())));
    }
  }

  /** Words after a head, on as many lines as they need, the later ones indented as far. */
  private String wrapped(String head, String sentence) {
    int room = Math.max(LEAST_TEXT, width - head.length());
    StringBuilder text = new StringBuilder(head);
    int used = 0;
    for (String word : sentence.split(" ", -1)) {
      if (used > 0 && used + 1 + word.length() > room) {
        text.append('\n').append(" ".repeat(head.length()));
        used = 0;
      }
      if (used > 0) {
        text.append(' ');
        used++;
      }
      text.append(word);
      used += word.length();
    }
    return text.append('\n').toString();
  }

  /** What the setting up came to. */
  String prepared(PlannedLoad load) {
    MemorySplit memory = load.memory();
    return "%s is set up: %s, %s%s."
        .formatted(
            load.plan().request().table(),
            words.partitions(load.plan().splits().partitions()),
            Figures.count(load.attributes().size(), "setting", "settings"),
            memory == null ? "" : Sentence.of(", %s on every {node}", memory).in(words));
  }
}
