package io.proteus.core.strategy;

import io.proteus.core.units.InvalidValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The load at each time of the day and of the week, and its variance.
 *
 * <p>It is a week of slots, so its size is fixed. A time counts as learned once it was seen twice:
 * at the same time of the week, or until then at the same time of any day.
 *
 * @param slot how long one is
 * @param sampled when it last learned
 * @param load at that moment, op/s
 * @param drift mean square of what the load changed by from one sample to the next beyond what the
 *     season would have it change by, (op/s)^2
 * @param capacity what one node serves at the CPU limit, op/s; 0 while it is not known
 * @param slots of a week, {@value #DAYS} days
 * @param found how many nodes there were when it began to learn; null in older journals
 */
public record Season(
    Duration slot,
    Instant sampled,
    double load,
    double drift,
    double capacity,
    List<Slot> slots,
    @Nullable Integer found) {

  public static final int DAYS = 7;

  /** Several samples show how the load changes within a slot. */
  private static final int SAMPLES_A_SLOT = 6;

  /** A minute a slot, a day of 24 hours. */
  private static final int MOST_SLOTS = DAYS * 24 * 60;

  /**
   * The weight of the newest sample in a moving mean; after ten samples a third of the old value is
   * left.
   */
  private static final double NEWEST = 0.1;

  /**
   * The load at one time of the week.
   *
   * @param times on how many occasions it was seen
   * @param samples what mean and variance are made of; the older ones fade
   */
  public record Slot(int times, int samples, double mean, double variance) {
    public static final Slot UNSEEN = new Slot(0, 0, 0, 0);

    /** The count stops here: about two months of one slot a week. */
    private static final int MOST = 8 * SAMPLES_A_SLOT;

    Slot with(double load, boolean again) {
      int now = Math.min(samples + 1, MOST);
      double newMean = mean + (load - mean) / now;
      double newVariance =
          samples == 0 ? 0 : (1 - 1.0 / now) * (variance + (load - mean) * (load - mean) / now);
      return new Slot(
          Math.min(times + (again ? 1 : 0), MOST), now, rounded(newMean), rounded(newVariance));
    }

    private Slot pooledWith(Slot other) {
      int all = samples + other.samples;
      if (all == 0) {
        return this;
      }
      double share = (double) other.samples / all;
      double apart = other.mean - mean;
      return new Slot(
          times + other.times,
          all,
          mean + share * apart,
          (1 - share) * variance + share * other.variance + share * (1 - share) * apart * apart);
    }
  }

  public Season {
    slots = List.copyOf(slots);
    if (!isWeek(slots.size()) || slot.isZero() || slot.isNegative()) {
      throw new InvalidValue(
          "season: want a week of slots, %d at most, got %d of %s."
              .formatted(MOST_SLOTS, slots.size(), slot));
    }
  }

  private static boolean isWeek(int slots) {
    return slots > 0 && slots <= MOST_SLOTS && slots % DAYS == 0;
  }

  public static Season unseen(Duration slot, int slotsADay) {
    return new Season(
        slot, Instant.EPOCH, 0, 0, 0, Collections.nCopies(DAYS * slotsADay, Slot.UNSEEN), null);
  }

  /** The same, with this number of nodes at the beginning unless one is recorded. */
  public Season orFoundWith(int nodes) {
    return found == null ? new Season(slot, sampled, load, drift, capacity, slots, nodes) : this;
  }

  public boolean hasSlots(Duration length, int slotsADay) {
    return slot.equals(length) && slots.size() == DAYS * slotsADay;
  }

  /** The time between two samples. */
  public Duration rhythm() {
    return slot.dividedBy(SAMPLES_A_SLOT);
  }

  /**
   * Whether enough time has passed since the last sample. A sample from the far future comes from a
   * clock that was wrong, and is ignored.
   */
  public boolean wantsSampleAt(Instant now) {
    return Duration.between(sampled, now).abs().compareTo(rhythm()) >= 0;
  }

  /**
   * The same with one more sample.
   *
   * @param newCapacity what one node is held to serve now, op/s
   */
  public Season with(Instant now, double newLoad, double newCapacity) {
    List<Slot> learned = new ArrayList<>(slots);
    int index = indexOf(now);
    learned.set(index, slots.get(index).with(newLoad, slotNumber(now) != slotNumber(sampled)));
    return new Season(
        slot, now, rounded(newLoad), driftWith(now, newLoad), rounded(newCapacity), learned, found);
  }

  /** The same load without what nodes serve. */
  public Season withoutCapacity() {
    return new Season(slot, sampled, load, drift, 0, slots, found);
  }

  /** A sample after a pause, or a clock's change, tells no change from sample to sample. */
  private double driftWith(Instant now, double newLoad) {
    if (now.isBefore(sampled) || now.isAfter(sampled.plus(rhythm().multipliedBy(2)))) {
      return drift;
    }
    double seasonal =
        at(now).flatMap(then -> at(sampled).map(before -> then.mean() - before.mean())).orElse(0.0);
    double strayed = newLoad - load - seasonal;
    double square = strayed * strayed;
    return rounded(drift == 0 ? square : drift + NEWEST * (square - drift));
  }

  /**
   * The season's load at a moment, interpolated between the middles of two slots; empty if not
   * learned.
   */
  public Optional<Slot> at(Instant moment) {
    double position = (double) moment.toEpochMilli() / slot.toMillis() - 0.5;
    long before = (long) Math.floor(position);
    double share = position - before;
    return learned(before)
        .flatMap(
            one ->
                learned(before + 1)
                    .map(
                        other ->
                            new Slot(
                                Math.min(one.times(), other.times()),
                                one.samples() + other.samples(),
                                (1 - share) * one.mean() + share * other.mean(),
                                Math.max(one.variance(), other.variance()))));
  }

  private Optional<Slot> learned(long number) {
    int size = slots.size();
    Slot ofWeek = slots.get((int) Math.floorMod(number, (long) size));
    if (ofWeek.times() >= 2) {
      return Optional.of(ofWeek);
    }
    int slotsADay = size / DAYS;
    int ofDay = (int) Math.floorMod(number, (long) slotsADay);
    Slot pooled = Slot.UNSEEN;
    for (int day = 0; day < DAYS; day++) {
      pooled = pooled.pooledWith(slots.get(day * slotsADay + ofDay));
    }
    return pooled.times() >= 2 ? Optional.of(pooled) : Optional.empty();
  }

  private int indexOf(Instant moment) {
    return (int) Math.floorMod(slotNumber(moment), (long) slots.size());
  }

  private long slotNumber(Instant moment) {
    return Math.floorDiv(moment.toEpochMilli(), slot.toMillis());
  }

  /** Rounded to six digits, because the journal holds it many times. */
  private static double rounded(double value) {
    if (value == 0) {
      return 0;
    }
    double unit = Math.pow(10, 5 - (int) Math.floor(Math.log10(Math.abs(value))));
    return Double.isFinite(unit) ? Math.round(value * unit) / unit : value;
  }
}
