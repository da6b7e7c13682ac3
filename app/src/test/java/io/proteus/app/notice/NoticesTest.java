package io.proteus.app.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import io.proteus.controller.Cycle;
import io.proteus.controller.configuration.NoticeKind;
import io.proteus.controller.configuration.NotificationSettings;
import io.proteus.controller.configuration.NotificationSettings.Encryption;
import io.proteus.controller.configuration.NotificationSettings.Mail;
import io.proteus.controller.configuration.NotificationSettings.Slack;
import io.proteus.controller.configuration.NotificationSettings.Webhook;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Time;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Price;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NoticesTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration AT_ONCE = Duration.ofMillis(1);

  private static final Time TIME =
      new Time() {
        @Override
        public Instant now() {
          return START;
        }

        @Override
        public void sleep(Duration duration) {}
      };

  @TempDir private Path folder;

  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final AtomicInteger refusals = new AtomicInteger();
  private HttpServer server;

  private record Request(String path, String signature, String body) {}

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          boolean refuses = refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
          exchange.sendResponseHeaders(refuses ? 503 : 204, -1);
          exchange.close();
          if (!refuses) {
            requests.add(
                new Request(
                    exchange.getRequestURI().getPath(),
                    String.valueOf(exchange.getRequestHeaders().getFirst(HttpChannel.SIGNATURE)),
                    body));
          }
        });
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  private URI url(String path) {
    return URI.create("http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), path));
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text + "\n");
  }

  private HttpChannel webhook() throws IOException {
    return HttpChannel.webhook(new Webhook(url("/hook"), file("secret", "swordfish")));
  }

  private static NotificationSettings settings(NoticeKind... kinds) {
    return new NotificationSettings(
        List.of(kinds),
        Duration.ofHours(1),
        30,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Notice notice(String title) {
    return new Notice(NoticeKind.ACTION_BEGUN, "shop", START, title, "so it is", "plan-1");
  }

  private static Plan plan() {
    return new Plan(
        "plan-1",
        1,
        Layout.of(List.of(), List.of(), Map.of()),
        List.of(),
        Price.NOTHING,
        List.of(ReasonCode.RECONFIGURE.says("it is hot")));
  }

  private Request next() throws InterruptedException {
    Request next = requests.poll(20, TimeUnit.SECONDS);
    assertThat(next).as("a request within 20 s").isNotNull();
    return next;
  }

  @Test
  void aWebhookGetsSignedJson() throws Exception {
    try (Outbox outbox = new Outbox(List.of(webhook()), 30, AT_ONCE)) {
      outbox.add(notice("plan-1 begins"));
      Request request = next();

      assertThat(request.body())
          .contains("\"event\":\"action-begun\"", "\"plan\":\"plan-1\"", "\"cluster\":\"shop\"");
      assertThat(request.signature())
          .isEqualTo("sha256=" + HttpChannel.hmac("swordfish", request.body()));
      Files.writeString(folder.resolve("secret"), "tuna");
      outbox.add(notice("again"));
      assertThat(next().signature()).as("an exchanged secret").hasSize(71);
    }
    // RFC 4231, test case 2
    assertThat(HttpChannel.hmac("Jefe", "what do ya want for nothing?"))
        .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  }

  @Test
  void aChatGetsTextInWhichNoNameIsALink() throws Exception {
    HttpChannel slack = HttpChannel.slack(new Slack(file("slack", url("/chat").toString())));
    try (Outbox outbox = new Outbox(List.of(slack), 30, AT_ONCE)) {
      outbox.add(notice("<!channel> & co"));

      assertThat(next())
          .isEqualTo(
              new Request(
                  "/chat", "null", "{\"text\":\"*&lt;!channel&gt; &amp; co*\\nso it is\"}"));
    }
  }

  @Test
  void aMailArrivesWhereTheAccountIsRight() throws Exception {
    GreenMail mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    mail.start();
    try {
      mail.setUser("proteus@example.org", "proteus", "secret");
      MailChannel channel =
          new MailChannel(
              new Mail(
                  "127.0.0.1",
                  mail.getSmtp().getPort(),
                  Encryption.NONE,
                  "proteus@example.org",
                  List.of("ops@example.org", "anna@example.org"),
                  Optional.of("proteus"),
                  Optional.of(file("password", "secret"))));
      try (Outbox outbox = new Outbox(List.of(channel), 30, AT_ONCE)) {
        outbox.add(notice("plan-1 begins"));
        Awaitility.await()
            .atMost(20, TimeUnit.SECONDS)
            .until(() -> mail.getReceivedMessages().length == 2);
      }
      assertThat(mail.getReceivedMessages()[0].getSubject())
          .isEqualTo("[Proteus] shop: plan-1 begins");
      assertThat(GreenMailUtil.getBody(mail.getReceivedMessages()[0])).contains("so it is");
    } finally {
      mail.stop();
    }
  }

  @Test
  void aPlanWithoutAReasonIsToldToo() throws Exception {
    try (Notices notices = notices(settings(NoticeKind.ACTION_BEGUN))) {
      notices.begins(
          new Plan(
              "plan-2",
              1,
              Layout.of(List.of(), List.of(), Map.of()),
              List.of(),
              Price.NOTHING,
              List.of()));

      assertThat(next().body()).contains("plan-2 begins", "No reason is given.");
    }
  }

  @Test
  void whatDoesNotArriveIsTriedAgainWithinABound() throws Exception {
    refusals.set(3);
    try (Outbox outbox = new Outbox(List.of(webhook()), 30, AT_ONCE)) {
      outbox.add(notice("first"));
      assertThat(next().body()).contains("first");

      refusals.set(5); // one attempt and four more
      outbox.add(notice("given up"));
      outbox.add(notice("next"));
      assertThat(next().body()).contains("next");
      assertThat(requests).isEmpty();
    }
  }

  @Test
  void ofTooManyTheRestIsCountedAndWhoTellsNeverWaits() throws Exception {
    CountDownLatch stuck = new CountDownLatch(1);
    List<String> told = new ArrayList<>();
    Channel slow =
        new Channel() {
          @Override
          public String name() {
            return "slow";
          }

          @Override
          public void send(Notice notice) throws InterruptedException {
            stuck.await();
            synchronized (told) {
              told.add(notice.text());
            }
          }
        };
    try (Outbox outbox = new Outbox(List.of(slow), 1000, AT_ONCE)) {
      long begun = System.nanoTime();
      for (int i = 0; i < 300; i++) {
        outbox.add(notice("n" + i));
      }
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
      stuck.countDown();
      Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> size(told) >= 100);
      outbox.add(notice("last"));
      Awaitility.await()
          .atMost(20, TimeUnit.SECONDS)
          .until(() -> size(told) > 100 && last(told).contains("notices before were not sent"));
    }
  }

  private static int size(List<String> told) {
    synchronized (told) {
      return told.size();
    }
  }

  private static String last(List<String> told) {
    synchronized (told) {
      return told.get(told.size() - 1);
    }
  }

  @Test
  void moreThanAreWantedWithinAnHourAreNotSent() throws Exception {
    try (Outbox outbox = new Outbox(List.of(webhook()), 2, AT_ONCE)) {
      for (int i = 0; i < 10; i++) {
        outbox.add(notice("n" + i));
      }
      assertThat(next().body()).contains("n0");
      assertThat(next().body()).contains("n1");
    }
    assertThat(requests).isEmpty();
  }

  @Test
  void eachThingIsToldOnceAndOnlyWhatWasChosen() throws Exception {
    try (Notices notices = notices(settings())) {
      notices.begins(plan());
      notices.ended(
          plan(),
          new Outcome.Abandoned(Outcome.Cause.CLAIM_LOST, Sentence.of("the claim was lost"), 1));
      notices.claimLost();
      notices.stale(true);
      notices.stale(true);
      notices.stale(false);
      notices.stale(true);
      for (int minutes : new int[] {0, 30, 60, 90, 200}) {
        notices.seen(held(ReasonCode.METRICS_INCOMPLETE, minutes), null);
      }
      notices.seen(held(ReasonCode.HEALTHY, 300), null);
      notices.seen(held(ReasonCode.HEALTHY, 400), null);

      List<String> events = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        events.add(next().body().replaceAll(".*\"event\":\"([a-z-]+)\".*", "$1"));
      }
      assertThat(events)
          .containsExactly(
              "action-begun",
              "action-failed",
              "claim-lost",
              "data-stale",
              "data-stale",
              "held-long");
    }
    assertThat(requests).isEmpty();
    try (Notices notices = notices(settings(NoticeKind.CLAIM_LOST))) {
      notices.begins(plan());
      notices.claimLost();
      assertThat(next().body()).contains("claim-lost");
    }
    assertThat(requests).isEmpty();
  }

  private Notices notices(NotificationSettings settings) throws IOException {
    return new Notices(
        "shop", Words.NEUTRAL, settings, TIME, new Outbox(List.of(webhook()), 30, AT_ONCE));
  }

  private static Cycle held(ReasonCode code, int minutes) {
    return new Cycle(
        1,
        START.plus(Duration.ofMinutes(minutes)),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        new Decision(
            Verdict.hold(code.says("so"), StrategyMemory.INITIAL),
            Optional.empty(),
            Optional.empty()),
        Optional.empty());
  }

  @Test
  void aSecretThatCannotBeReadIsRefusedAtTheStart() {
    assertThatThrownBy(() -> HttpChannel.webhook(new Webhook(url("/hook"), folder.resolve("none"))))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("notifications.webhook.secretFile");
    assertThatThrownBy(() -> new Webhook(URI.create("http://example.org/"), folder))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("want an https address");
  }
}
