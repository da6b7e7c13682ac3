package io.proteus.app.server;

import io.javalin.http.HttpStatus;
import io.proteus.controller.json.CoreJson;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Answers requests that are no HTTP, which never reach a route, as every other problem is answered.
 * Nothing of the request is repeated, as it may hold anything.
 */
final class UnreadableRequest extends ErrorHandler {
  /** A chain of causes may be a circle. */
  private static final int MOST_CAUSES = 20;

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.CONTENT_TYPE);
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    byte[] text = CoreJson.text(problem(response.getStatus())).getBytes(StandardCharsets.UTF_8);
    response.write(true, ByteBuffer.wrap(text), callback);
    return true;
  }

  /**
   * The problem where a failure is the sender's, such as a body that is not as it was announced.
   */
  static Optional<Problem> of(Throwable failure) {
    int depth = 0;
    for (Throwable at = failure; at != null && depth < MOST_CAUSES; at = at.getCause()) {
      if (at instanceof HttpException http) {
        return Optional.of(problem(http.getCode()));
      }
      depth++;
    }
    return Optional.empty();
  }

  private static Problem problem(int status) {
    boolean isOurs = status >= HttpStatus.INTERNAL_SERVER_ERROR.getCode() && status != 505;
    return Problem.of(
        status,
        HttpStatus.forStatus(status).getMessage().toLowerCase(Locale.ROOT),
        isOurs
            ? "the request could not be answered."
            : "the request cannot be read: want HTTP/1.1 with a Host, a path and headers as"
                + " RFC 9110 to 9112 have them.");
  }
}
