package io.proteus.controller.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.Known;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class KnownJsonTest {
  private static final NodeId ID = new NodeId("n1");

  private static Node readBack(Node node, String expected) throws UnreadableJson {
    String json = CoreJson.text(node);

    assertThat(json).contains(expected);
    return CoreJson.read(json, Node.class);
  }

  @Test
  void aNodeThatDividesNoMemorySaysSo() throws UnreadableJson {
    Node node = Node.undivided(ID, "1");

    assertThat(readBack(node, "\"memory\":\"none\"")).isEqualTo(node);
  }

  @Test
  void whatANodeIsSetToInItsOwnKeysIsReadBackWithItsEffects() throws UnreadableJson {
    Node node =
        Node.undivided(
            ID,
            "1",
            new TreeMap<>(Map.of("maxmemory", "1gb")),
            new TreeMap<>(Map.of("maxmemory", Effect.ONLINE, "databases", Effect.NEVER)));

    assertThat(readBack(node, "\"effects\":{\"databases\":\"never\",\"maxmemory\":\"online\"}"))
        .isEqualTo(node);
  }

  @Test
  void aSplitIsReadBackAsItWas() throws UnreadableJson {
    Node node = new Node(ID, "1", MemorySplit.of(0.4, 0.2), true);

    assertThat(readBack(node, "\"memory\":{\"readCache\":0.4,\"writeBuffer\":0.2}"))
        .isEqualTo(node);
  }

  @Test
  void whatWasNotKnownIsStillNotKnown() throws UnreadableJson {
    Node node = new Node(ID, "1", (MemorySplit) null, true);

    assertThat(readBack(node, "n1")).isEqualTo(node);
    String text =
        "{\"id\":\"n1\",\"incarnation\":\"1\",\"memory\":null,\"memoryOnline\":true,\"shrinksOnline\":true}";
    assertThat(CoreJson.read(text, Node.class))
        .extracting(Node::split)
        .isInstanceOf(Known.Unknown.class);
  }
}
