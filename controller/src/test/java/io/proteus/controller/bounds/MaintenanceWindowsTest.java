package io.proteus.controller.bounds;

import static java.time.DayOfWeek.FRIDAY;
import static java.time.DayOfWeek.MONDAY;
import static java.time.DayOfWeek.SATURDAY;
import static java.time.DayOfWeek.SUNDAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.bounds.MaintenanceWindows.State;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MaintenanceWindowsTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private static MaintenanceWindow window(Set<DayOfWeek> days, String from, String to) {
    return new MaintenanceWindow(days, LocalTime.parse(from), LocalTime.parse(to), BERLIN);
  }

  private static State at(String berlin, MaintenanceWindow... windows) {
    return new MaintenanceWindows(List.of(windows)).at(instant(berlin));
  }

  private static Instant instant(String berlin) {
    return ZonedDateTime.of(java.time.LocalDateTime.parse(berlin), BERLIN).toInstant();
  }

  @Test
  void withoutWindowsItIsAlwaysOpen() {
    assertThat(MaintenanceWindows.ALWAYS.at(Instant.EPOCH))
        .isEqualTo(new State(true, null, null, null));
  }

  @Test
  void itIsOpenFromItsFirstMomentAndClosedAtItsLast() {
    MaintenanceWindow nights = window(Set.of(SATURDAY, SUNDAY), "02:00", "05:00");

    assertThat(at("2026-06-06T01:59", nights).open()).isFalse();
    assertThat(at("2026-06-06T01:59", nights).opens()).isEqualTo(instant("2026-06-06T02:00"));
    assertThat(at("2026-06-06T02:00", nights).open()).isTrue();
    assertThat(at("2026-06-06T04:59", nights).until()).isEqualTo(instant("2026-06-06T05:00"));
    assertThat(at("2026-06-06T05:00", nights).open()).isFalse();
    assertThat(at("2026-06-06T05:00", nights).opens()).isEqualTo(instant("2026-06-07T02:00"));
    assertThat(at("2026-06-07T05:00", nights).opens()).isEqualTo(instant("2026-06-13T02:00"));
  }

  @Test
  void acrossMidnightItBelongsToTheDayOnWhichItBegins() {
    MaintenanceWindow night = window(Set.of(FRIDAY), "22:00", "03:00");

    assertThat(at("2026-06-05T21:59", night).open()).isFalse();
    assertThat(at("2026-06-05T23:30", night).until()).isEqualTo(instant("2026-06-06T03:00"));
    assertThat(at("2026-06-06T02:59", night).open()).isTrue();
    assertThat(at("2026-06-06T23:00", night).open()).as("on Saturday").isFalse();
  }

  @Test
  void windowsThatAdjoinAreOne() {
    State state =
        at(
            "2026-06-06T23:00",
            window(Set.of(SATURDAY), "22:00", "00:00"),
            window(Set.of(SUNDAY), "00:00", "04:00"));

    assertThat(state.until()).isEqualTo(instant("2026-06-07T04:00"));
    assertThat(state.lasts()).isEqualTo(Duration.ofHours(6));
  }

  @Test
  void aWindowOfEveryWholeDayNeverCloses() {
    MaintenanceWindow always = window(EnumSet.allOf(DayOfWeek.class), "00:00", "00:00");

    assertThat(at("2026-06-06T12:00", always)).isEqualTo(new State(true, null, null, null));
  }

  @Test
  void asTheClockIsSetForwardTheNightIsAnHourShorter() {
    // on 29 March 2026 there is no 02:00 to 03:00 in Berlin
    MaintenanceWindow night = window(Set.of(SUNDAY), "01:00", "05:00");
    MaintenanceWindow gone = window(Set.of(SUNDAY), "02:00", "05:00");

    assertThat(at("2026-03-29T01:30", night).lasts()).isEqualTo(Duration.ofHours(3));
    assertThat(at("2026-03-28T12:00", gone).opens()).isEqualTo(instant("2026-03-29T03:00"));
    assertThat(at("2026-03-28T12:00", gone).lasts()).isEqualTo(Duration.ofHours(2));
    assertThat(at("2026-03-28T12:00", window(Set.of(SUNDAY), "02:30", "03:15")).opens())
        .as("a window that this night leaves out is there a week later")
        .isEqualTo(instant("2026-04-05T02:30"));
  }

  @Test
  void asTheClockIsSetBackTheNightIsAnHourLonger() {
    // on 25 October 2026 it is 02:00 to 03:00 twice in Berlin
    State state = at("2026-10-25T01:30", window(Set.of(SUNDAY), "01:00", "05:00"));

    assertThat(state.lasts()).isEqualTo(Duration.ofHours(5));
    assertThat(state.until()).isEqualTo(instant("2026-10-25T05:00"));
  }

  @Test
  void zonesAreTheWindowsOwn() {
    MaintenanceWindow utc =
        new MaintenanceWindow(
            Set.of(MONDAY), LocalTime.of(0, 0), LocalTime.of(1, 0), ZoneId.of("UTC"));

    assertThat(at("2026-06-08T01:30", utc).open()).as("23:30 on Sunday in UTC").isFalse();
    assertThat(at("2026-06-08T02:30", utc).open()).isTrue();
  }

  /** A property over three years of moments: what is promised comes true. */
  @Test
  void whatIsSaidOfTheNextMomentIsSo() {
    for (long seed = 1; seed <= 300; seed++) {
      Random random = new Random(seed);
      MaintenanceWindows windows = new MaintenanceWindows(List.of(any(random), any(random)));
      Instant now = instant("2026-01-01T00:00").plusSeconds(random.nextInt(3 * 365 * 86_400));
      State state = windows.at(now);
      Instant turns = state.open() ? state.until() : state.opens();
      if (turns != null) {
        assertThat(turns).as("seed %d", seed).isAfter(now);
        assertThat(windows.at(turns).open()).as("seed %d", seed).isEqualTo(!state.open());
        assertThat(windows.at(turns.minusSeconds(1)).open())
            .as("seed %d", seed)
            .isEqualTo(state.open());
        Instant between = now.plus(Duration.between(now, turns).dividedBy(2));
        assertThat(windows.at(between).open()).as("seed %d", seed).isEqualTo(state.open());
      }
    }
  }

  private static MaintenanceWindow any(Random random) {
    LocalTime from = LocalTime.of(random.nextInt(24), 30 * random.nextInt(2));
    return new MaintenanceWindow(
        EnumSet.of(DayOfWeek.of(1 + random.nextInt(7)), DayOfWeek.of(1 + random.nextInt(7))),
        from,
        from.plusMinutes(30L * (1 + random.nextInt(40))),
        random.nextBoolean() ? BERLIN : ZoneId.of("America/New_York"));
  }
}
