package io.proteus.core.strategy.scaling;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.StrategyMemory;
import java.util.List;

/** A scaling policy's answer taken apart. */
final class Answers {
  private Answers() {}

  static List<Reason> reasons(Scaling answer) {
    return answer instanceof Scaling.Keep keep
        ? List.of(keep.reason())
        : ((Scaling.Resize) answer).reasons();
  }

  static List<ReasonCode> codes(Scaling answer) {
    return reasons(answer).stream().map(Reason::code).toList();
  }

  static Reason reason(Scaling answer) {
    return reasons(answer).get(0);
  }

  static int nodes(Scaling answer) {
    return ((Scaling.Resize) answer).nodes();
  }

  static StrategyMemory memory(Scaling answer) {
    return answer instanceof Scaling.Keep keep ? keep.memory() : ((Scaling.Resize) answer).memory();
  }

  static ScalingMemory scaling(Scaling answer) {
    return memory(answer).scaling();
  }
}
