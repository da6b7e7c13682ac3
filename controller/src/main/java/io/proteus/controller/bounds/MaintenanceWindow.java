package io.proteus.controller.bounds;

import io.proteus.core.units.InvalidValue;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A span of the week in which changes may begin. Times are those of the clock on the wall: where it
 * is set forward or back in between, the span is an hour shorter or longer, and a time that the
 * clock leaves out is the one an hour later.
 *
 * @param days on which it begins
 * @param from when
 * @param to when it ends; on the next day where that is not later than {@code from}
 * @param zone whose clock it is
 */
public record MaintenanceWindow(Set<DayOfWeek> days, LocalTime from, LocalTime to, ZoneId zone) {
  /** Two weeks, as the clock may leave out the one of this week. */
  private static final int DAYS_AHEAD = 14;

  public MaintenanceWindow {
    days = Set.copyOf(days);
    if (days.isEmpty()) {
      throw new InvalidValue("window: want one day or more, got none.");
    }
  }

  /**
   * One occurrence of the window.
   *
   * @param from its first moment
   * @param to the first moment after it
   */
  record Span(Instant from, Instant to) {}

  /** The occurrences of two weeks that have not ended at a moment, the earliest first. */
  List<Span> after(Instant at) {
    LocalDate yesterday = at.atZone(zone).toLocalDate().minusDays(1);
    return Stream.iterate(yesterday, day -> day.plusDays(1))
        .limit(DAYS_AHEAD + 2L)
        .filter(day -> days.contains(day.getDayOfWeek()))
        .map(this::on)
        .filter(span -> span.to().isAfter(at))
        .toList();
  }

  private Span on(LocalDate day) {
    LocalDate ends = to.isAfter(from) ? day : day.plusDays(1);
    return new Span(
        ZonedDateTime.of(day, from, zone).toInstant(),
        ZonedDateTime.of(ends, to, zone).toInstant());
  }
}
