package io.proteus.app.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of a restless week stays one page. */
class ReportPageTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final int LOOKS = 7 * 24 * 120;
  private static final Report.Load LOAD = new Report.Load(4_000, 8_000, 0.5, null);

  private static Report week(int wishes) {
    List<Report.Load.Point> points = new ArrayList<>();
    for (int look = 0; look < LOOKS; look++) {
      points.add(new Report.Load.Point(at(look), 4_000 + look % 1_000, null, 0.5));
    }
    List<Report.Wish> wanted = new ArrayList<>();
    for (int i = 0; i < wishes; i++) {
      String why = (i % 3 == 0 ? "SHRINK" : "HOT_PARTITION") + ": reason " + i;
      Instant first = at(i * LOOKS / wishes);
      Instant last = first.plus(Duration.ofHours(1));
      wanted.add(
          new Report.Wish(first, last, 1 + i, "plan-" + i, why, "2 moves", null, null, null, LOAD));
    }
    List<Report.Hold> holds = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      holds.add(new Report.Hold("REASON_" + i, 100 - i));
    }
    return new Report("shop", at(0), at(LOOKS - 1), LOOKS, 1, LOAD, wanted, holds, 0, points);
  }

  private static Instant at(int look) {
    return BEGIN.plusSeconds(30L * look);
  }

  @Test
  void ofManyPlansThoseThatWereWantedForLongestAreShownAndTheOthersCounted() {
    Report week = week(65);
    String page = ReportPage.of(week, Rehearsal.none("it was left out"));

    assertThat(ReportPage.summary(week)).startsWith("In 7 days Proteus wanted 65 different plans.");
    assertThat(page.split("<tr><td>2026-")).as("the rows, and what is before").hasSize(8 + 1);
    assertThat(page)
        .contains("reason 64", "reason 57")
        .doesNotContain("reason 56<")
        .contains("57 more were wanted", "by reason: HOT_PARTITION 43, SHRINK 22.")
        .contains("REASON_5", "<td>others</td><td>370</td>")
        .doesNotContain("REASON_6");
    assertThat(page.length()).isLessThan(25_000);
  }

  @Test
  void ofFewNothingIsLeftOut() {
    String page = ReportPage.of(week(8), Rehearsal.none("it was left out"));

    assertThat(page).contains("reason 0", "reason 7").doesNotContain("more were wanted");
    assertThat(page).contains("2026-01-01 21:00 to 22:00, 2 times");
  }
}
