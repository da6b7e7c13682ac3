package io.proteus.app.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Price;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PlanTracesTest {
  private static Plan plan() {
    List<Step> steps =
        List.of(
            new SetMemorySplit(new NodeId("rs1"), MemorySplit.of(0.1, 0.5)),
            new SetMemorySplit(new NodeId("rs2"), MemorySplit.of(0.1, 0.5)));
    return new Plan(
        "plan-7",
        1,
        Layout.of(List.of(), List.of(), Map.of()),
        steps,
        Price.of(steps),
        List.of(ReasonCode.RECONFIGURE.says("it is hot")));
  }

  private static void carryOut(PlanTraces traces) {
    traces.begins(plan());
    traces.reached(plan(), 0, StepState.ISSUED, null);
    traces.reached(plan(), 1, StepState.ISSUED, null);
    traces.reached(plan(), 0, StepState.DONE, null);
    traces.reached(plan(), 1, StepState.TIMED_OUT, Sentence.of("it took too long"));
    traces.ended(
        plan(), new Outcome.Abandoned(Outcome.Cause.OVERTAKEN, Sentence.of("rs2 is late"), 2));
  }

  @Test
  void aPlanIsATraceAndEachStepASpanOfIt() {
    List<SpanData> kept = new ArrayList<>();
    InMemorySpanExporter exporter = InMemorySpanExporter.create();
    PlanTraces traces = PlanTraces.into(keeping(exporter, kept), "shop", Words.NEUTRAL);
    carryOut(traces);
    traces.close();

    assertThat(kept).hasSize(3);
    SpanData whole =
        kept.stream().filter(it -> it.getName().equals("plan")).findFirst().orElseThrow();
    assertThat(kept)
        .filteredOn(it -> it != whole)
        .allMatch(it -> it.getTraceId().equals(whole.getTraceId()))
        .allMatch(it -> it.getParentSpanId().equals(whole.getSpanId()))
        .extracting(it -> it.getStatus().getStatusCode())
        .containsExactlyInAnyOrder(StatusCode.UNSET, StatusCode.ERROR);
    assertThat(whole.getStatus().getDescription()).isEqualTo("rs2 is late");
    assertThat(whole.getAttributes().asMap().toString())
        .contains("proteus.plan=plan-7", "proteus.cluster=shop", "proteus.outcome=abandoned");
  }

  /** The in-memory exporter forgets all when it is shut down. */
  private static SpanExporter keeping(InMemorySpanExporter exporter, List<SpanData> kept) {
    return new SpanExporter() {
      @Override
      public CompletableResultCode export(Collection<SpanData> spans) {
        kept.addAll(spans);
        return exporter.export(spans);
      }

      @Override
      public CompletableResultCode flush() {
        return exporter.flush();
      }

      @Override
      public CompletableResultCode shutdown() {
        return exporter.shutdown();
      }
    };
  }

  @Test
  void aCollectorGetsThemOverHttp() throws Exception {
    BlockingQueue<String> got = new LinkedBlockingQueue<>();
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/traces",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
          got.add(
              exchange.getRequestHeaders().getFirst("Content-Type")
                  + new String(body, StandardCharsets.ISO_8859_1));
        });
    collector.start();
    try {
      URI url =
          URI.create("http://127.0.0.1:%d/v1/traces".formatted(collector.getAddress().getPort()));
      try (PlanTraces traces = PlanTraces.to(url, "shop", Words.NEUTRAL)) {
        carryOut(traces);
      }
      assertThat(got.poll(20, TimeUnit.SECONDS))
          .contains("application/x-protobuf", "plan-7", "it took too long");
    } finally {
      collector.stop(0);
    }
  }
}
