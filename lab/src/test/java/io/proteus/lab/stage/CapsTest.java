package io.proteus.lab.stage;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.cloud.local.Capping;
import io.proteus.cloud.local.ResourceCap;
import io.proteus.core.port.PortException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapsTest {
  private static final ResourceCap CAP = ResourceCap.ofCores(0.22);

  @Test
  void aCapThatDoesNotHoldEndsTheExperimentWithWhatToDoAboutIt() {
    List<Capping> cappings =
        List.of(new Capping("rs1", CAP, null), new Capping("rs2", CAP, "no process may enter"));

    assertThatThrownBy(() -> Caps.require(cappings))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "rs2: wanted 22 % of a core, runs uncapped: no process may enter. What is compared here"
                + " needs the caps: run it as root, or in a group of your own (systemd-run --user"
                + " --scope -p Delegate=yes).");
  }

  @Test
  void capsThatHoldAndCapsThatAreLiftedAreFine() {
    List<Capping> cappings =
        List.of(
            new Capping("rs1", CAP, null),
            new Capping("rs2", ResourceCap.NONE, "this machine has no CPU control groups for us"));

    assertThatCode(() -> Caps.require(cappings)).doesNotThrowAnyException();
  }
}
