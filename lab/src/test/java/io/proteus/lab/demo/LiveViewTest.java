package io.proteus.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.Screen;
import io.proteus.app.rendering.Paint;
import io.proteus.core.port.PortException;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class LiveViewTest {
  private final StringWriter out = new StringWriter();

  @Test
  void aLookThatFailsIsSaidAndNotTheLastOne() throws Exception {
    Queue<LiveView.Look> looks =
        new ArrayDeque<>(
            List.of(
                () -> "the first table",
                () -> {
                  throw new PortException("the master is away");
                },
                () -> {
                  throw new IllegalStateException("the client is closed");
                },
                () -> "the last table"));
    try (LiveView view = new LiveView(screen(), () -> looks.remove().draw())) {
      while (!looks.isEmpty()) {
        view.look();
      }
    }

    assertThat(out.toString())
        .contains("the first table")
        .contains("the view waits: the master is away")
        .contains("the view waits: java.lang.IllegalStateException: the client is closed")
        .contains("the last table");
  }

  private Screen screen() {
    PrintWriter writer = new PrintWriter(out, true);
    return new Screen(writer, writer, new BufferedReader(new StringReader("")), true, Paint.NONE);
  }
}
