package io.proteus.core.strategy.scaling;

import static io.proteus.core.strategy.ReasonCode.RECONFIGURE;
import static io.proteus.core.strategy.ReasonCode.SIZE_FITS;

import io.proteus.core.strategy.Situation;
import java.util.List;

/** Keeps the number of nodes, for clusters where Proteus only tends the settings. */
public record KeepNodes() implements ScalingPolicy {
  @Override
  public Scaling decide(Situation now) {
    return new Scaling.Keep(
        SIZE_FITS.because(
            "scaling.policy",
            "the {%d nodes} that there {is|are} {stays|stay}",
            now.topology().nodes().size()),
        now.memory());
  }

  @Override
  public Scaling.Resize unchanged(Situation now) {
    return new Scaling.Resize(
        now.topology().nodes().size(),
        List.of(RECONFIGURE.says("for the present number of {nodes}")),
        now.memory());
  }
}
