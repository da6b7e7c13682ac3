package io.proteus.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import org.junit.jupiter.api.Test;

/** What of a node's figures says that it is at work. */
class FiguresTest {
  private static final CompositeType SESSION = type("session", "peer", SimpleType.STRING);

  /** With one item, as Cassandra's has among others. */
  private static CompositeType type(String name, String item, OpenType<?> of) {
    try {
      return new CompositeType(
          name, name, new String[] {item}, new String[] {item}, new OpenType<?>[] {of});
    } catch (OpenDataException e) {
      throw new IllegalStateException(e);
    }
  }

  private static CompositeData stream(String... peers) throws OpenDataException {
    CompositeData[] sessions = new CompositeData[peers.length];
    for (int peer = 0; peer < peers.length; peer++) {
      sessions[peer] = new CompositeDataSupport(SESSION, Map.of("peer", peers[peer]));
    }
    CompositeType state = type("stream", "sessions", new ArrayType<>(1, SESSION));
    return new CompositeDataSupport(state, Map.of("sessions", sessions));
  }

  @Test
  void aStreamWithoutASessionIsOver() throws Exception {
    assertThat(Figures.streams(List.of())).isFalse();
    assertThat(Figures.streams(List.of(stream()))).isFalse();
    assertThat(Figures.streams(List.of(stream(), stream("127.0.0.2")))).isTrue();
  }
}
