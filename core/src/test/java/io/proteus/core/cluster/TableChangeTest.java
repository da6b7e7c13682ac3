package io.proteus.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.fixture.Seeds;
import io.proteus.core.units.InvalidValue;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TableChangeTest {
  private static final List<String> KEYS = List.of("a", "b", "c", "d", "e");

  @Test
  void takenBackEverythingIsAsItWasValueByValue() {
    Seeds.forAll(300, TableChangeTest::isTakenBack);
  }

  private static void isTakenBack(long seed) {
    Random random = new Random(seed);
    TableSettings before =
        TableSettings.of(some(random), Map.of("f", some(random), "g", some(random)));
    TableChange change =
        TableChange.of(aChange(random), Map.of("f", aChange(random), "g", aChange(random)));

    TableSettings after = change.applied(before);
    TableChange back = change.inverse(before);

    assertThat(change.appliesTo(after)).isTrue();
    assertThat(change.applied(after)).as("twice").isEqualTo(after);
    assertThat(back.applied(after)).isEqualTo(before);
    assertThat(back.appliesTo(before)).isTrue();
  }

  @Test
  void whatWasNotSetBeforeIsRemovedAndNotSetToADefault() {
    SettingsChange change = SettingsChange.setting(Map.of("flush", "128", "split", "other"));

    assertThat(change.inverse(Map.of("split", "usual")))
        .isEqualTo(SettingsChange.of(Map.of("split", "usual"), List.of("flush")));
  }

  @Test
  void onlyWhatDiffersIsChanged() {
    TableSettings is = TableSettings.of(Map.of("a", "1", "b", "2"), Map.of("f", Map.of("x", "1")));
    TableSettings wanted =
        TableSettings.of(
            Map.of("a", "1", "b", "3"), Map.of("f", Map.of("x", "1"), "gone", Map.of("x", "9")));

    assertThat(is.changeTo(wanted))
        .isEqualTo(TableChange.of(SettingsChange.setting(Map.of("b", "3")), Map.of()));
    assertThat(is.changeTo(is).changesNothing()).isTrue();
  }

  @Test
  void oneAfterTheOtherIsBoth() {
    Seeds.forAll(
        100,
        seed -> {
          Random random = new Random(seed);
          Map<String, String> before = some(random);
          SettingsChange first = aChange(random);
          SettingsChange second = aChange(random);

          assertThat(first.and(second).applied(before))
              .isEqualTo(second.applied(first.applied(before)));
        });
  }

  @Test
  void aKeyIsSetOrRemoved() {
    assertThatThrownBy(() -> SettingsChange.of(Map.of("a", "1"), List.of("a")))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("want a set or removed");
  }

  private static Map<String, String> some(Random random) {
    Map<String, String> values = new TreeMap<>();
    for (String key : KEYS) {
      if (random.nextBoolean()) {
        values.put(key, Integer.toString(random.nextInt(3)));
      }
    }
    return values;
  }

  private static SettingsChange aChange(Random random) {
    Map<String, String> set = some(random);
    List<String> removed =
        KEYS.stream().filter(key -> !set.containsKey(key) && random.nextBoolean()).toList();
    return SettingsChange.of(set, removed);
  }
}
