package io.proteus.cloud.ec2;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands before moto and adds what it lacks: tokens of orders, throttling, lack of room. */
final class FaultyProxy implements AutoCloseable {
  private static final Pattern TOKEN = Pattern.compile("(?:^|&)ClientToken=([^&]+)");
  private static final Pattern SUBNET = Pattern.compile("(?:^|&)SubnetId=([^&]+)");
  private static final Pattern ENDED = Pattern.compile("(?:^|&)InstanceId\\.\\d+=([^&]+)");
  private static final Pattern STARTED = Pattern.compile("<instanceId>([^<]+)</instanceId>");
  private static final String FULL_CODE = "InsufficientInstanceCapacity";

  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpServer server;
  private final URI behind;
  private final KeptTokens tokens = new KeptTokens();
  private final Map<String, byte[]> answers = new ConcurrentHashMap<>();

  /** The codes with which the next requests are refused, in this order. */
  final Queue<String> refusals = new ConcurrentLinkedQueue<>();

  /** What else befalls a request, by its body; asked where no refusal is left. */
  volatile Function<String, Fault> chance = body -> Fault.NONE;

  /** The instance that the service is about to take back, which moto never does; empty: none. */
  volatile String marked = "";

  /** What may befall a request. */
  enum Fault {
    NONE,
    /** It is not carried out, as there are too many. */
    THROTTLED,
    /** It is not carried out, as there is no room. */
    FULL,
    /** It is carried out, and nobody hears of it. */
    LOST
  }

  FaultyProxy(String behind) throws IOException {
    this.behind = URI.create(behind);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      String code = refusals.poll();
      Fault fault = code == null ? chance.apply(body) : Fault.NONE;
      if (fault == Fault.THROTTLED) {
        code = "RequestLimitExceeded";
      } else if (fault == Fault.FULL) {
        code = FULL_CODE;
      }
      if (body.contains("Action=DescribeSpotInstanceRequests") && code == null) {
        send(exchange, 200, spotRequests());
      } else if (code != null && !code.equals(FULL_CODE)) {
        send(exchange, code.equals("RequestLimitExceeded") ? 503 : 400, refusal(code));
      } else if (body.contains("Action=RunInstances")) {
        run(exchange, body, fault, code != null);
      } else {
        HttpResponse<byte[]> passed = pass(exchange, body);
        if (body.contains("Action=TerminateInstances") && passed.statusCode() == 200) {
          ENDED.matcher(body).results().forEach(id -> tokens.ended(id.group(1)));
        }
        send(exchange, passed, fault);
      }
    }
  }

  /** An order; every subnet is a zone of its own. */
  private void run(HttpExchange exchange, String body, Fault fault, boolean isFull)
      throws IOException {
    var token = new KeptTokens.Token(first(SUBNET, body), first(TOKEN, body));
    Optional<String> refusal = tokens.refusal(token, body);
    Optional<String> known = tokens.instance(token);
    if (refusal.isPresent()) {
      send(exchange, 400, refusal(refusal.get()));
    } else if (known.isPresent()) {
      send(exchange, 200, Objects.requireNonNull(answers.get(known.get())));
    } else if (isFull) {
      tokens.refused(token, body);
      send(exchange, 400, refusal(FULL_CODE));
    } else {
      HttpResponse<byte[]> passed = pass(exchange, body);
      if (passed.statusCode() == 200) {
        String started = first(STARTED, new String(passed.body(), UTF_8));
        tokens.carriedOut(token, body, started);
        answers.put(started, passed.body());
      }
      send(exchange, passed, fault);
    }
  }

  private static String first(Pattern wanted, String text) {
    Matcher matcher = wanted.matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }

  private static void send(HttpExchange exchange, HttpResponse<byte[]> passed, Fault fault)
      throws IOException {
    if (fault == Fault.LOST) {
      send(exchange, 500, refusal("InternalError"));
    } else {
      send(exchange, passed.statusCode(), passed.body());
    }
  }

  /** As in EC2's reference of its interface. */
  private byte[] spotRequests() {
    return """
        <DescribeSpotInstanceRequestsResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/">
          <requestId>59dbff89-35bd-4eac-99ed-be587EXAMPLE</requestId>
          <spotInstanceRequestSet>
            <item>
              <spotInstanceRequestId>sir-08b93456</spotInstanceRequestId>
              <type>one-time</type>
              <state>closed</state>
              <status>
                <code>marked-for-termination</code>
                <updateTime>2026-11-29T10:00:00.000Z</updateTime>
                <message>Your Spot Instance is marked for termination.</message>
              </status>
              <instanceId>%s</instanceId>
            </item>
          </spotInstanceRequestSet>
        </DescribeSpotInstanceRequestsResponse>
        """
        .formatted(marked)
        .getBytes(UTF_8);
  }

  private static byte[] refusal(String code) {
    return ("<Response><Errors><Error><Code>%s</Code><Message>refused by the"
            + " proxy</Message></Error></Errors><RequestID>1</RequestID></Response>")
        .formatted(code)
        .getBytes(UTF_8);
  }

  private HttpResponse<byte[]> pass(HttpExchange exchange, String body) throws IOException {
    try {
      return client.send(
          HttpRequest.newBuilder(behind)
              .header("Content-Type", exchange.getRequestHeaders().getFirst("Content-Type"))
              .header("Authorization", exchange.getRequestHeaders().getFirst("Authorization"))
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build(),
          HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/xml");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
