package io.proteus.app.server;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.Header;
import io.javalin.http.sse.SseClient;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * A route that streams events to whoever takes them: to who says nothing of what is taken as well,
 * which the library's own route answers with nothing at all.
 */
record EventStream(Consumer<SseClient> listen) implements Handler {
  private static final String TYPE = "text/event-stream";

  /** Before room is looked for, as a stream cannot be refused later. */
  static void refuseOtherTypes(Context request) {
    String accept = request.header(Header.ACCEPT);
    if (accept != null && !takesEvents(accept.toLowerCase(Locale.ROOT))) {
      throw new Problem(
              "urn:proteus:problem:not-acceptable",
              "not acceptable",
              406,
              "Accept: want %s, or leave it out.".formatted(TYPE),
              Header.ACCEPT,
              null,
              TYPE)
          .refusal();
    }
  }

  private static boolean takesEvents(String accept) {
    return accept.contains(TYPE) || accept.contains("text/*") || accept.contains("*/*");
  }

  /** What a stream would begin with. */
  static void head(Context request) {
    request.contentType(TYPE);
  }

  @Override
  public void handle(Context request) throws IOException {
    HttpServletResponse answer = request.res();
    answer.setStatus(200);
    answer.setCharacterEncoding(StandardCharsets.UTF_8.name());
    answer.setContentType(TYPE);
    answer.addHeader(Header.CONNECTION, "close");
    answer.addHeader("X-Accel-Buffering", "no"); // a proxy's, which would hold events back
    answer.flushBuffer();
    request.async(config -> config.timeout = 0, () -> listen.accept(new SseClient(request)));
  }
}
