package io.proteus.app.rendering;

import io.proteus.app.view.EntryView;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.core.units.OneLine;
import io.proteus.core.words.Words;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The journal, a line an entry.
 *
 * @param words the engine's
 * @param zone in which times are shown
 */
public record HistoryRendering(Words words, ZoneId zone, Paint paint) {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  /** All entries, with a line break at the end of each. */
  public String render(List<JournalEntry> entries) {
    return entries.stream().map(this::line).collect(Collectors.joining());
  }

  private String line(JournalEntry entry) {
    EntryView view = EntryView.of(entry.event());
    return "%s  %-9s  %s\n"
        .formatted(paint.faint(TIME.withZone(zone).format(entry.at())), view.kind(), text(view));
  }

  /** What others wrote is in these texts, so none of it is more than a part of its line. */
  private String text(EntryView view) {
    String text = OneLine.of(view.text().in(words));
    String marked = view.marked();
    return marked == null
        ? painted(view.tone(), text)
        : text.replaceFirst(
            Pattern.quote(marked), Matcher.quoteReplacement(painted(view.tone(), marked)));
  }

  private String painted(EntryView.Tone tone, String text) {
    return switch (tone) {
      case PLAIN -> text;
      case GOOD -> paint.green(text);
      case MIND -> paint.yellow(text);
      case WRONG -> paint.red(text);
    };
  }
}
