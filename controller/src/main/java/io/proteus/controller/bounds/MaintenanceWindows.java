package io.proteus.controller.bounds;

import io.proteus.controller.bounds.MaintenanceWindow.Span;
import io.proteus.core.setting.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All windows together: open while any of them is. Without any, it is always open. */
public record MaintenanceWindows(
    @Key(
            doc =
                "when plans are begun, as `{days: [sat, sun], from: \"02:00\", to: \"05:00\", zone:"
                    + " Europe/Berlin}`; none: always",
            usual = "[]")
        List<MaintenanceWindow> windows) {
  public static final MaintenanceWindows ALWAYS = new MaintenanceWindows(List.of());

  public MaintenanceWindows {
    windows = List.copyOf(windows);
  }

  /**
   * How they stand at a moment.
   *
   * @param open whether one is open
   * @param until when it closes; null when it is closed, or open for a week and more
   * @param opens when the next one opens; null while one is open
   * @param lasts how long it, or the next, is open in all; null when for a week and more
   */
  public record State(
      boolean open, @Nullable Instant until, @Nullable Instant opens, @Nullable Duration lasts) {}

  public boolean areAny() {
    return !windows.isEmpty();
  }

  public State at(Instant now) {
    if (windows.isEmpty()) {
      return new State(true, null, null, null);
    }
    List<Span> spans =
        windows.stream()
            .flatMap(window -> window.after(now).stream())
            // a window that the clock leaves out entirely
            .filter(span -> span.from().isBefore(span.to()))
            .sorted(Comparator.comparing(Span::from))
            .toList();
    if (spans.isEmpty()) {
      return new State(false, null, null, null);
    }
    Instant opens = spans.get(0).from();
    Instant closes = spans.get(0).to();
    for (Span span : spans) {
      if (!span.from().isAfter(closes) && span.to().isAfter(closes)) {
        closes = span.to();
      }
    }
    boolean open = !now.isBefore(opens);
    boolean everOpen = closes.isAfter(opens.plus(Duration.ofDays(7)));
    return new State(
        open,
        open && !everOpen ? closes : null,
        open ? null : opens,
        everOpen ? null : Duration.between(opens, closes));
  }
}
