package io.proteus.app.server;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.proteus.controller.accuracy.AccuracyDocument;
import io.proteus.controller.accuracy.AccuracyDocument.Figure;
import io.proteus.controller.accuracy.AccuracyDocument.JudgedPlan;
import io.proteus.controller.accuracy.AccuracyDocument.Summary;
import io.proteus.controller.approval.Proposal;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Prediction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What plans are said to cost and to yield, and what came of those that were carried out, for
 * Prometheus.
 *
 * @param watched the clusters, as they come
 */
record PredictionMetrics(PrometheusRegistry registry, List<Metrics.Watched> watched) {
  private static final String CLUSTER = "cluster";

  void register() {
    ofAllJudged();
    ofTheLastJudged();
    ofTheNextPlan();
  }

  private void ofAllJudged() {
    summary("judged_plans", "plans compared with what came of them", Summary::plans);
    summary("bias_ratio", "mean error of predictions: above 0 they are too low", Summary::bias);
    summary("absolute_error_ratio", "mean absolute error", Summary::meanAbsoluteError);
    summary(
        "inside_ratio",
        "share of the plans within their interval, 0.8 if it is right",
        Summary::inside);
  }

  private void summary(String name, String help, Function<Summary, @Nullable Number> figure) {
    gauge("prediction_" + name, help, "figure")
        .callback(
            value ->
                accuracies(
                    (cluster, known) -> {
                      tell(value, known.throughput(), figure, cluster, "throughput");
                      tell(value, known.latency(), figure, cluster, "latency");
                      tell(value, known.duration(), figure, cluster, "duration");
                    }))
        .register(registry);
  }

  private void ofTheLastJudged() {
    last(
        "requests_per_second",
        "the plan that was judged last: what it was to serve, and what came",
        JudgedPlan::throughput,
        1);
    last("latency_seconds", "the same of the mean latency", JudgedPlan::latencyMs, 1e-3);
    last("duration_seconds", "the same of how long it took", JudgedPlan::seconds, 1);
  }

  /** By {@code value}: before, expected, low, high, achieved. */
  private void last(
      String name, String help, Function<JudgedPlan, @Nullable Figure> which, double unit) {
    Function<@Nullable Double, @Nullable Number> inUnit =
        given -> given == null ? null : Double.valueOf(given * unit);
    gauge("prediction_last_" + name, help, "value")
        .callback(
            value ->
                accuracies(
                    (cluster, known) -> {
                      Figure told = lastJudged(known).map(which).orElse(null);
                      tell(value, told, figure -> inUnit.apply(figure.before()), cluster, "before");
                      tell(value, told, figure -> figure.expected() * unit, cluster, "expected");
                      tell(value, told, figure -> inUnit.apply(figure.low()), cluster, "low");
                      tell(value, told, figure -> inUnit.apply(figure.high()), cluster, "high");
                      tell(
                          value,
                          told,
                          figure -> inUnit.apply(figure.achieved()),
                          cluster,
                          "achieved");
                    }))
        .register(registry);
  }

  private static Optional<JudgedPlan> lastJudged(AccuracyDocument known) {
    return known.plans().stream()
        .filter(plan -> plan.notJudged() == null)
        .reduce((older, newer) -> newer);
  }

  private void ofTheNextPlan() {
    plan("moves", "partitions that move in the plan that runs or waits", p -> p.price().moves());
    plan("moved_bytes", "their size", p -> p.price().bytesMoved().bytes());
    plan("compacted_bytes", "data that it writes anew", p -> p.price().bytesCompacted().bytes());
    plan("restarts", "nodes that it restarts", p -> p.price().restarts());
    predicted("duration_seconds", "how long it will take", p -> seconds(p.duration()));
    predicted("requests_lost", "requests that it delays or loses", Prediction::requestsLost);
    predicted(
        "pays_after_seconds",
        "after which time these are made up for; there is none where they never are",
        prediction -> {
          Duration pays = prediction.paysAfter();
          return pays == null ? null : Double.valueOf(seconds(pays));
        });
    gauge("plan_requests_per_second", "what will be served after it, by value", "value")
        .callback(
            value ->
                nextPlans(
                    (cluster, plan) -> {
                      Prediction told = plan.prediction();
                      tell(value, told, Prediction::throughputNow, cluster, "before");
                      tell(value, told, p -> p.throughput().expected(), cluster, "expected");
                      tell(value, told, p -> p.throughput().low(), cluster, "low");
                      tell(value, told, p -> p.throughput().high(), cluster, "high");
                    }))
        .register(registry);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  private void plan(String name, String help, Function<Plan, @Nullable Number> figure) {
    gauge("plan_" + name, help)
        .callback(value -> nextPlans((cluster, plan) -> tell(value, plan, figure, cluster)))
        .register(registry);
  }

  private void predicted(String name, String help, Function<Prediction, @Nullable Number> figure) {
    gauge("plan_" + name, help)
        .callback(
            value -> nextPlans((cluster, plan) -> tell(value, plan.prediction(), figure, cluster)))
        .register(registry);
  }

  /** Told of one cluster. */
  private interface Teller<T> {
    void tell(String cluster, T known);
  }

  private void accuracies(Teller<AccuracyDocument> teller) {
    for (Metrics.Watched one : watched) {
      one.accuracy().known().ifPresent(known -> teller.tell(one.cluster(), known));
    }
  }

  /** The plan that runs, else the one that waits for a person. */
  private void nextPlans(Teller<Plan> teller) {
    for (Metrics.Watched one : watched) {
      Supplier<Optional<Plan>> waiting =
          () -> Optional.ofNullable(one.status().get().pending()).map(Proposal::plan);
      one.live()
          .run()
          .map(Run::plan)
          .or(waiting)
          .ifPresent(plan -> teller.tell(one.cluster(), plan));
    }
  }

  private static <T> void tell(
      GaugeWithCallback.Callback value,
      @Nullable T told,
      Function<T, @Nullable Number> figure,
      String... labels) {
    Number known = told == null ? null : figure.apply(told);
    if (known != null) {
      value.call(known.doubleValue(), labels);
    }
  }

  private static GaugeWithCallback.Builder gauge(String name, String help, String... labels) {
    String[] all = new String[labels.length + 1];
    all[0] = CLUSTER;
    System.arraycopy(labels, 0, all, 1, labels.length);
    return GaugeWithCallback.builder().name("proteus_" + name).help(help).labelNames(all);
  }
}
