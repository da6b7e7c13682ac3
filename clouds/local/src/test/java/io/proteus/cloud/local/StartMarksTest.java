package io.proteus.cloud.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machine;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.PriceList;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartMarksTest {
  @TempDir Path root;

  private StartMarks marks() throws Exception {
    return LocalProcesses.in(root).marks("/clusters/one");
  }

  private Machine machine(String name) throws Exception {
    PriceList prices = new PriceList(Map.of(PriceList.ANY, BigDecimal.ONE));
    return marks().machine(name, new NodeId(name), Instant.EPOCH, prices);
  }

  @Test
  void anOrderFindsAgainWhatItHadBegunBeforeACrash() throws Exception {
    Launch launch = Launch.of(3, Map.of(), "plan-1", 4);
    assertThat(marks().begunBy(marks().of(launch))).isEmpty();

    marks().write("redis-3", marks().of(launch));

    assertThat(marks().begunBy(marks().of(launch))).contains("redis-3");
    assertThat(marks().begunBy(marks().of(Launch.of(3, Map.of(), "plan-1", 5)))).isEmpty();
    marks().remove("redis-3");
    marks().remove("redis-3");
    assertThat(marks().begunBy(marks().of(launch))).isEmpty();
  }

  @Test
  void ordersOfNoPlanAreAllDifferent() throws Exception {
    marks().write("redis-3", marks().ofNoPlan());

    assertThat(marks().begunBy(marks().ofNoPlan())).isEmpty();
    assertThat(MachineTags.read(machine("redis-3").tags()))
        .contains(new MachineTags("/clusters/one", "", ""));
  }

  @Test
  void whatNobodyMarkedIsTheOperators() throws Exception {
    assertThat(machine("redis-1").tags()).isEmpty();
    assertThat(machine("redis-1").pricePerHour()).contains(BigDecimal.ONE);
    assertThat(LocalProcesses.in(root).all()).as("a mark is no process").isEmpty();
  }
}
