package io.proteus.app.server;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.util.JavalinBindException;
import io.proteus.controller.approval.NotPossible;
import io.proteus.controller.configuration.ServerSettings;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.json.CoreJson;
import io.proteus.core.units.Causes;
import io.proteus.core.units.InvalidValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers HTTP requests. */
final class Server implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  /** Requests are answered from memory, so a few threads are many requests. */
  private static final int MOST_THREADS = 32;

  private final Javalin javalin;
  private final Api api;
  private final String url;
  private final @Nullable Identity identity;
  private final SlowRequests slow;

  private Server(Javalin javalin, Api api, String url, @Nullable Identity identity) {
    this.javalin = javalin;
    this.api = api;
    this.url = url;
    this.identity = identity;
    this.slow = SlowRequests.endedAfter(SlowRequests.BOUND, javalin.jettyServer().server());
  }

  /** Begins to answer. */
  static Server start(ServerSettings settings, Gate gate, Api api) {
    Identity identity = settings.isEncrypted() ? Identity.of(settings) : null;
    Javalin javalin = Javalin.create(config -> configure(config, settings, identity, gate, api));
    try {
      javalin.start(settings.address(), settings.port());
    } catch (JavalinBindException e) {
      throw new InvalidValue(
          "server.port: %s:%d cannot be listened on: %s. Is another Proteus there? Set another port, or 0 for any."
              .formatted(settings.address(), settings.port(), why(e)));
    }
    if (identity != null) {
      identity.watch();
    }
    String address = Binding.addressForOthers(settings);
    String host = address.contains(":") ? "[%s]" : "%s";
    return new Server(
        javalin,
        api,
        "%s://%s:%d"
            .formatted(
                settings.isEncrypted() ? "https" : "http", host.formatted(address), javalin.port()),
        identity);
  }

  /** What the system said, not what to do about it: that is said with the setting. */
  private static String why(JavalinBindException e) {
    String said = Causes.of(e.getCause() == null ? e : e.getCause());
    return said.endsWith(".") ? said.substring(0, said.length() - 1) : said;
  }

  /** Where it answers, without a path. */
  String url() {
    return url;
  }

  private static void configure(
      JavalinConfig config,
      ServerSettings settings,
      @Nullable Identity identity,
      Gate gate,
      Api api) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.maxRequestSize = settings.largestRequest().bytes();
    config.http.prefer405over404 = true;
    config.jetty.threadPool = new QueuedThreadPool(MOST_THREADS);
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
    config.jetty.modifyServer(server -> server.setErrorHandler(new UnreadableRequest()));
    config.jetty.modifyServletContextHandler(
        handler -> handler.setErrorHandler(new UnreadableRequest()));
    Tls.into(config, settings, identity);
    PageFiles.into(config);
    config.routes.before(gate::first);
    config.routes.beforeMatched(gate::pass);
    for (Route route : api.routes()) {
      switch (route.method()) {
        case "GET" -> read(config, route);
        case "POST" -> config.routes.post(route.path(), route.handler(), route.role());
        default -> throw new IllegalStateException(route.method());
      }
    }
    for (String stream : List.of(Api.EVENTS, Api.EVENTS_OF)) {
      config.routes.beforeMatched(stream, EventStream::refuseOtherTypes);
      config.routes.beforeMatched(stream, api::refuseWithoutRoom);
      config.routes.get(
          stream,
          new EventStream(client -> api.listen(client, gate.stillMayLook(client.ctx()))),
          Role.VIEWER);
      config.routes.head(stream, EventStream::head, Role.VIEWER);
    }
    problems(config);
  }

  /** Health checks ask with HEAD: the same answer without its body. */
  static void read(JavalinConfig config, Route route) {
    config.routes.get(route.path(), route.handler(), route.role());
    config.routes.head(route.path(), route.handler(), route.role());
  }

  private static void problems(JavalinConfig config) {
    config.routes.exception(
        Problem.Refusal.class, (refusal, request) -> answer(request, refusal.problem()));
    config.routes.exception(
        NotPossible.class,
        (e, request) ->
            answer(request, Problem.of(409, "conflict", String.valueOf(e.getMessage()))));
    config.routes.exception(
        InvalidValue.class,
        (e, request) ->
            answer(request, Problem.of(400, "bad request", String.valueOf(e.getMessage()))));
    config.routes.exception(
        JournalException.class,
        (e, request) ->
            answer(request, Problem.of(503, "no journal", String.valueOf(e.getMessage()))));
    config.routes.exception(
        HttpResponseException.class,
        (e, request) -> {
          if (e.getStatus() == HttpStatus.CONTENT_TOO_LARGE.getCode()) {
            Gate.readAway(request); // of unknown length: only who may do something gets here
          }
          answer(
              request,
              Problem.of(
                  e.getStatus(),
                  HttpStatus.forStatus(e.getStatus()).getMessage().toLowerCase(Locale.ROOT),
                  "%s %s: see /api/v1/openapi.json for what there is."
                      .formatted(request.method().name(), request.path())));
        });
    config.routes.exception(
        Exception.class,
        (e, request) -> {
          Optional<Problem> theirs = UnreadableRequest.of(e);
          if (theirs.isEmpty()) {
            LOG.error("{} {} failed by an error in Proteus", request.method(), request.path(), e);
          }
          answer(
              request,
              theirs.orElseGet(
                  () -> Problem.of(500, "error", "an error in Proteus; its log says where.")));
        });
  }

  private static void answer(Context request, Problem problem) {
    request
        .status(problem.status())
        .contentType(Problem.CONTENT_TYPE)
        .result(CoreJson.text(problem).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    api.endStreams();
    slow.close();
    javalin.stop();
    if (identity != null) {
      identity.close();
    }
  }
}
