package io.proteus.app.trace;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.proteus.controller.configuration.TelemetrySettings;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.journal.StepState;
import io.proteus.core.plan.Plan;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A trace for each plan, with a span for each step. Spans are sent on a thread of their own; where
 * no collector answers they are dropped.
 */
public final class PlanTraces implements Progress, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final SdkTracerProvider provider;
  private final Tracer tracer;
  private final String cluster;
  private final Words words;
  private final Map<Integer, Span> steps = new HashMap<>();
  private @Nullable Span plan;

  private PlanTraces(SpanExporter exporter, String cluster, Words words) {
    this.provider =
        SdkTracerProvider.builder()
            .setResource(
                Resource.getDefault()
                    .merge(
                        Resource.create(
                            Attributes.of(AttributeKey.stringKey("service.name"), "proteus"))))
            .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
            .build();
    this.tracer = provider.get("io.proteus");
    this.cluster = cluster;
    this.words = words;
  }

  /** Empty where traces go nowhere: then no class of OpenTelemetry is loaded. */
  public static Optional<PlanTraces> of(TelemetrySettings settings, String cluster, Words words) {
    return settings.traces().map(collector -> to(collector, cluster, words));
  }

  /** Sends traces to a collector that takes OTLP over HTTP. */
  static PlanTraces to(URI collector, String cluster, Words words) {
    return new PlanTraces(
        OtlpHttpSpanExporter.builder()
            .setEndpoint(collector.toString())
            .setTimeout(PATIENCE)
            .build(),
        cluster,
        words);
  }

  /** The same into an exporter, for tests. */
  static PlanTraces into(SpanExporter exporter, String cluster, Words words) {
    return new PlanTraces(exporter, cluster, words);
  }

  @Override
  public synchronized void begins(Plan begun) {
    end();
    plan =
        tracer
            .spanBuilder(begun.undoes() == null ? "plan" : "undo")
            .setNoParent()
            .setAttribute("proteus.cluster", cluster)
            .setAttribute("proteus.plan", begun.id())
            .setAttribute("proteus.steps", begun.steps().size())
            .setAttribute(
                "proteus.reason",
                begun.reasons().stream()
                    .map(reason -> reason.in(words))
                    .collect(Collectors.joining("; ")))
            .startSpan();
  }

  @Override
  public synchronized void reached(Plan of, int step, StepState state, @Nullable Sentence why) {
    Span parent = plan;
    if (parent == null) {
      return;
    }
    Span span =
        steps.computeIfAbsent(
            step,
            number ->
                tracer
                    .spanBuilder(of.steps().get(number).type().name())
                    .setParent(Context.root().with(parent))
                    .setAttribute("proteus.step", number)
                    .setAttribute("proteus.sentence", of.steps().get(number).sentence().in(words))
                    .startSpan());
    String reason = why == null ? "" : why.in(words);
    span.addEvent(
        state.name().toLowerCase(Locale.ROOT),
        Attributes.of(AttributeKey.stringKey("proteus.why"), reason));
    switch (state) {
      case DONE -> steps.remove(step).end();
      case TIMED_OUT, FAILED, ABANDONED -> {
        span.setStatus(StatusCode.ERROR, reason);
        steps.remove(step).end();
      }
      default -> {}
    }
  }

  @Override
  public synchronized void ended(Plan ended, Outcome outcome) {
    Span span = plan;
    if (span != null) {
      span.setAttribute("proteus.outcome", outcome.word());
      if (outcome instanceof Outcome.Abandoned || outcome instanceof Outcome.Incomplete) {
        span.setStatus(StatusCode.ERROR, outcome.sentence().in(words));
      }
    }
    end();
  }

  private void end() {
    steps.values().forEach(Span::end);
    steps.clear();
    if (plan != null) {
      plan.end();
      plan = null;
    }
  }

  @Override
  public synchronized void close() {
    end();
    provider.shutdown().join(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }
}
