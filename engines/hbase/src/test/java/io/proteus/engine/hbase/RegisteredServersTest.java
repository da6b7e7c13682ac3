package io.proteus.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RegisteredServersTest {
  private static final String FIRST = "127.0.0.11,21920,1795334170935";
  private static final String SECOND = "127.0.0.12,21920,1795334799885";

  @Test
  void aNodeIsNamedAsTheProcessThatLivesAndOneThatIsGoneIsLeftOut() {
    NodeId first = new NodeId("127.0.0.11:21920");
    NodeId gone = new NodeId("127.0.0.13:21920");

    assertThat(RegisteredServers.among(List.of(SECOND, FIRST), Set.of(first, gone)))
        .containsExactly(FIRST);
    assertThat(RegisteredServers.among(List.of(SECOND, FIRST), Set.of(gone))).isEmpty();
  }
}
