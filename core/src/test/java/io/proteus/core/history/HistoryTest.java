package io.proteus.core.history;

import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.Observation;
import io.proteus.core.units.InvalidValue;
import org.junit.jupiter.api.Test;

/** MET-3. */
class HistoryTest {
  private static final Observation SEEN = situation().node("rs1").build().latest();

  @Test
  void onlyTheNewestObservationsAreKept() {
    History history = History.empty(2);
    Observation last = situation().node("rs9").build().latest();

    history = history.with(SEEN).with(SEEN).with(last);

    assertThat(history.window()).containsExactly(SEEN, last);
    assertThat(history.latest()).contains(last);
  }

  @Test
  void aWindowIsFullWithAsManyAsADecisionWants() {
    assertThat(History.empty(2).with(SEEN).isFull()).isFalse();
    assertThat(History.empty(2).with(SEEN).with(SEEN).isFull()).isTrue();
  }

  @Test
  void anActionForgetsWhatWasMeasuredBeforeIt() {
    History cut = History.empty(2).with(SEEN).with(SEEN).cut();

    assertThat(cut.window()).isEmpty();
    assertThat(cut.latest()).isEmpty();
    assertThat(cut.isFull()).isFalse();
  }

  @Test
  void aWindowOfNothingIsRefused() {
    assertThatThrownBy(() -> History.empty(0))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("1 or more");
  }
}
