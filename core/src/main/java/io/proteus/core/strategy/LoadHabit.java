package io.proteus.core.strategy;

import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the load has done since it is watched: the most that was asked for in each of the last
 * {@value #MOST} spans of ten minutes.
 *
 * @param since when watching began
 * @param found how many nodes there were then
 * @param newest when the newest span began
 * @param peaks the most in each span, oldest first; never empty
 * @param strained the newest moment at which some node was busy; null when none ever was
 * @param grown the last such moment before the newest growth; null before the first one
 * @param use what tables are used for; null where that is not known
 */
public record LoadHabit(
    Instant since,
    int found,
    Instant newest,
    List<Peak> peaks,
    @Nullable Strain strained,
    @Nullable Strain grown,
    @Nullable UseHabit use) {
  /** How long one span is. */
  public static final Duration SPAN = Duration.ofMinutes(10);

  /** A day of spans. */
  private static final int MOST = 144;

  /**
   * The most that was asked for.
   *
   * @param demand nodes of the usual speed that it keeps busy all the time, however many there are
   * @param bytesRead size of the partitions that were read
   */
  public record Peak(double demand, double bytesRead) {
    /** A smaller change is noise, and is not written down. */
    private static final double NOISE = 1.02;

    boolean covers(Peak other) {
      return other.demand <= demand * NOISE && other.bytesRead <= bytesRead * NOISE;
    }

    /** The larger of each figure. */
    public Peak or(Peak other) {
      return new Peak(Math.max(demand, other.demand), Math.max(bytesRead, other.bytesRead));
    }
  }

  /**
   * A moment at which some node was busy.
   *
   * @param served op/s
   * @param hottest CPU and I/O wait of the hottest node
   */
  public record Strain(Instant at, int nodes, double served, Ratio hottest) {}

  public LoadHabit {
    peaks = List.copyOf(peaks);
    if (peaks.isEmpty() || peaks.size() > MOST || found < 0) {
      throw new InvalidValue(
          "load habit: want 1 to %d spans and no negative count, got %d spans and %d nodes."
              .formatted(MOST, peaks.size(), found));
    }
  }

  /** The beginning, with the first load. */
  public static LoadHabit beginning(Instant now, int nodes, Peak load) {
    return new LoadHabit(now, nodes, now, List.of(load), null, null, null);
  }

  /**
   * The same after one more look. After a pause of more than a day, or where a clock was set back,
   * it begins anew. A span in which nobody looked is taken to be as the one before, tells nothing
   * of how the load rises, and is not one of those in which it was watched.
   */
  public LoadHabit with(Instant now, int nodes, Peak load) {
    long spans = Duration.between(newest, now).dividedBy(SPAN);
    if (now.isBefore(newest) || spans > MOST) {
      return beginning(now, nodes, load);
    }
    Peak last = peaks.get(peaks.size() - 1);
    if (spans == 0 && last.covers(load)) {
      return this;
    }
    List<Peak> seen = new ArrayList<>(peaks);
    if (spans == 0) {
      seen.set(seen.size() - 1, last.or(load));
    }
    for (long unseen = spans - 1; unseen > 0; unseen--) {
      seen.add(unseen == 1 ? last.or(load) : last);
    }
    if (spans > 0) {
      seen.add(load);
    }
    return new LoadHabit(
        since.plus(SPAN.multipliedBy(Math.max(0, spans - 1))),
        found,
        newest.plus(SPAN.multipliedBy(spans)),
        seen.subList(Math.max(0, seen.size() - MOST), seen.size()),
        strained,
        grown,
        use);
  }

  /** The same with one more strained moment, or with none. */
  public LoadHabit strained(Optional<Strain> moment, Optional<Resized> lastGrowth) {
    Strain before = strained;
    boolean hasGrown =
        before != null
            && lastGrowth.filter(growth -> !growth.at().isBefore(before.at())).isPresent();
    Strain then = hasGrown ? before : grown;
    Strain latest = moment.orElse(hasGrown ? null : before);
    return new LoadHabit(since, found, newest, peaks, latest, then, use);
  }

  /** The same with what tables are used for. */
  public LoadHabit with(UseHabit uses) {
    return new LoadHabit(since, found, newest, peaks, strained, grown, uses);
  }

  /** How long the load has been watched. */
  public Duration watched(Instant now) {
    return Duration.between(since, now);
  }

  /** By how many busy nodes more is asked for than in the span before; negative where by less. */
  public double rise() {
    int spans = peaks.size();
    return spans < 2 ? 0 : peaks.get(spans - 1).demand() - peaks.get(spans - 2).demand();
  }

  /** The most that was asked for within so long. */
  public Peak peak(Duration within) {
    int spans = (int) Math.min(peaks.size(), within.dividedBy(SPAN) + 1);
    return peaks.subList(peaks.size() - spans, peaks.size()).stream()
        .reduce(Peak::or)
        .orElseThrow();
  }
}
