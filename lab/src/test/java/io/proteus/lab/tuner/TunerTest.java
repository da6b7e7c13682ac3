package io.proteus.lab.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.InvalidValue;
import io.proteus.lab.tuner.Trial.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TunerTest {
  private static final double NOISE = 0.03;

  private static Tuner tuner(long seed) {
    return new Tuner(MadeUpStore.space(), new Tuner.Settings(30, seed, 3, Map.of()));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void comesWithinFivePercentOfTheBestThereIs(long seed) {
    MadeUpStore store = new MadeUpStore(MadeUpStore::usualRate, NOISE, seed);

    List<Trial> trials = store.tune(tuner(seed));

    Map<String, String> chosen = tuner(seed).chosen(trials).orElseThrow();
    assertThat(store.without(chosen))
        .as("seed %d chose %s", seed, chosen)
        .isGreaterThan(0.95 * store.best(MadeUpStore.space()));
    assertThat(trials.stream().filter(trial -> trial.purpose() != Purpose.COMPARE)).hasSize(30);
  }

  @Test
  void noiseIsSeldomTakenForAnEffectAndAnEffectSeldomForNoise() {
    int found = 0;
    int inert = 0;
    int filters = 0;
    int runs = 40;
    for (long seed = 1; seed <= runs; seed++) {
      MadeUpStore store = new MadeUpStore(MadeUpStore::usualRate, NOISE, seed);
      for (Effect effect : tuner(seed).sensitivity(store.screen(tuner(seed))).effects()) {
        found += effect.significant() ? 1 : 0;
        inert += effect.significant() && effect.parameter().equals("inert") ? 1 : 0;
        filters += effect.significant() && effect.value().equals("NONE") ? 1 : 0;
      }
    }

    // a tenth of what is found may be false; having no filter costs 30 %
    assertThat(inert).isLessThanOrEqualTo(found / 10);
    assertThat(filters).isGreaterThanOrEqualTo(runs * 9 / 10);
  }

  @Test
  void whereNothingMattersTheDefaultsAreKept() {
    MadeUpStore flat = new MadeUpStore(values -> 1000, 0, 1);

    List<Trial> trials = flat.tune(tuner(1));

    assertThat(MadeUpStore.count(trials, Purpose.SEARCH)).isZero();
    assertThat(tuner(1).searched(trials)).isEmpty();
    assertThat(tuner(1).chosen(trials)).contains(MadeUpStore.space().usualValues());
  }

  @Test
  void goesOnAsIfItHadNotBeenStopped() {
    MadeUpStore store = new MadeUpStore(MadeUpStore::usualRate, NOISE, 5);
    List<Trial> trials = store.tune(tuner(5));

    for (int stopped : List.of(0, 1, 12, 20, 29, 31)) {
      Proposal next = tuner(5).next(trials.subList(0, stopped)).orElseThrow();

      Trial was = trials.get(stopped);
      assertThat(next).isEqualTo(new Proposal(was.purpose(), was.subject(), was.values()));
    }
  }

  @Test
  void aFailedTrialCountsAsTheWorstSeenAndIsNeverChosen() {
    MadeUpStore dies =
        new MadeUpStore(
            values ->
                values.get("filter").equals("ROWCOL") ? Double.NaN : MadeUpStore.usualRate(values),
            NOISE,
            2);

    List<Trial> trials = dies.tune(tuner(2));

    List<Effect> effects = tuner(2).sensitivity(trials).effects();
    assertThat(effects)
        .filteredOn(effect -> effect.value().equals("ROWCOL"))
        .singleElement()
        .satisfies(effect -> assertThat(effect.failed()).isTrue())
        .satisfies(effect -> assertThat(effect.ratio()).isLessThan(1));
    assertThat(tuner(2).chosen(trials).orElseThrow()).doesNotContainEntry("filter", "ROWCOL");
  }

  @Test
  void theDefaultsAreMeasuredAgainAndAgainAmongTheFirstTrials() {
    List<Trial> trials = new MadeUpStore(MadeUpStore::usualRate, NOISE, 1).tune(tuner(1));

    List<Integer> baselines =
        trials.stream()
            .filter(trial -> trial.purpose() == Purpose.BASELINE)
            .map(Trial::number)
            .toList();
    assertThat(baselines).hasSizeGreaterThanOrEqualTo(4).startsWith(1);
    for (int i = 1; i < baselines.size(); i++) {
      assertThat(baselines.get(i) - baselines.get(i - 1)).isLessThanOrEqualTo(4);
    }
  }

  @Test
  void theComparisonIsMadeInTurnsAndSaysWhatThePoliciesCameTo() {
    Map<String, String> known = new TreeMap<>(MadeUpStore.space().usualValues());
    known.put("block", "16");
    Tuner tuner =
        new Tuner(MadeUpStore.space(), new Tuner.Settings(30, 4, 3, Map.of("by-hand", known)));

    List<Trial> trials = new MadeUpStore(MadeUpStore::usualRate, NOISE, 4).tune(tuner);

    assertThat(
            trials.stream().filter(trial -> trial.purpose() == Purpose.COMPARE).map(Trial::subject))
        .containsExactly(
            "default", "tuned", "by-hand", "by-hand", "tuned", "default", "default", "tuned",
            "by-hand");
    Comparison tuned = Comparison.named(Tuner.RESULT, Comparison.of(trials)).orElseThrow();
    assertThat(tuned.significant()).isTrue();
    assertThat(tuned.ratio()).isNotNull();
    assertThat(tuned.ratio().median()).isGreaterThan(1.2);
  }

  @Test
  void twoThatMultiplyDoNotInteractAndTwoThatHelpOnlyTogetherDo() {
    MadeUpStore together =
        new MadeUpStore(
            values ->
                1000
                    * (values.get("block").equals("8") ? 1.3 : 1)
                    * (values.get("cache").equals("7") ? 1.3 : 1)
                    * (values.get("block").equals("8") && values.get("cache").equals("7")
                        ? 1.5
                        : 1),
            0.005,
            1);

    List<Interaction> found = tuner(1).interactions(together.tune(tuner(1)));

    assertThat(found)
        .filteredOn(pair -> pair.first().equals("cache") && pair.second().equals("block"))
        .singleElement()
        .satisfies(pair -> assertThat(pair.significant()).isTrue())
        .satisfies(pair -> assertThat(pair.ratio()).isBetween(1.4, 1.6));
  }

  /** With all trials other parameters may look worth it than those that were when it was chosen. */
  @Test
  void everyPairThatWasTriedIsTold() {
    int tried = 0;
    for (long seed = 1; seed <= 20; seed++) {
      List<Trial> trials = new MadeUpStore(TunerTest::slightlyBetter, 0.04, seed).tune(tuner(seed));

      List<String> told =
          tuner(seed).interactions(trials).stream()
              .map(pair -> pair.first() + " + " + pair.second())
              .toList();
      List<String> pairs =
          trials.stream()
              .filter(trial -> trial.purpose() == Purpose.PAIR)
              .map(Trial::subject)
              .toList();
      assertThat(told).as("seed %d", seed).containsAll(pairs);
      tried += pairs.size();
    }
    assertThat(tried).isPositive();
  }

  /** So little that chance has its say in which parameters look worth it. */
  private static double slightlyBetter(Map<String, String> values) {
    return 1000
        * (1 + 0.02 * Double.parseDouble(values.get("cache")))
        * Math.pow(Double.parseDouble(values.get("block")), -0.04);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aSpaceThatIsKnownWellBeforeAllTrialsAreMadeIsComparedAtOnce(long seed) {
    Tuner tuner = blocks("8", "64");
    MadeUpStore store =
        new MadeUpStore(values -> values.get("block").equals("8") ? 1500 : 1000, 0.01, seed);

    List<Trial> trials = store.tune(tuner);

    assertThat(tuner.next(trials)).isEmpty();
    assertThat(trials.stream().filter(trial -> trial.purpose() != Purpose.COMPARE)).hasSize(6);
    assertThat(trials.stream().filter(trial -> trial.purpose() == Purpose.COMPARE)).hasSize(4);
    assertThat(tuner.chosen(trials)).contains(Map.of("block", "8"));
    assertThat(tuner.expected(trials)).isEqualTo(trials.size());
    assertThat(tuner.expected(trials.subList(0, 5))).isGreaterThanOrEqualTo(12);
  }

  @Test
  void aSettingThatFailedIsNotTriedAgainWhereNothingElseIsLeft() {
    Tuner tuner = blocks("8", "64", "128");
    Map<String, Double> rates = Map.of("8", Double.NaN, "64", 1000.0, "128", 1500.0);
    MadeUpStore dies = new MadeUpStore(values -> rates.get(values.get("block")), 0.01, 1);

    List<Trial> trials = dies.tune(tuner);

    assertThat(tuner.next(trials)).isEmpty();
    assertThat(trials).filteredOn(trial -> trial.perSecond() == null).hasSize(1);
    assertThat(tuner.chosen(trials)).contains(Map.of("block", "128"));
  }

  /** The second is the default. */
  private static Tuner blocks(String... levels) {
    Tunable block = new Tunable("block", List.of(levels), 1, true, Set.of());
    return new Tuner(
        new Space(List.of(block), 1, values -> true), new Tuner.Settings(12, 1, 2, Map.of()));
  }

  @Test
  void tooFewTrialsAreRefusedWithTheNumberThatWillDo() {
    assertThatThrownBy(() -> new Tuner(MadeUpStore.space(), new Tuner.Settings(10, 1, 3, Map.of())))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("--trials: want 1")
        .hasMessageContaining("got 10");
  }

  @Test
  void nothingIsTriedThatIsNotPossible() {
    List<Trial> trials = new MadeUpStore(MadeUpStore::usualRate, NOISE, 9).tune(tuner(9));

    List<Map<String, String>> possible = new ArrayList<>(MadeUpStore.space().everything());
    assertThat(trials).allSatisfy(trial -> assertThat(possible).contains(trial.values()));
  }
}
