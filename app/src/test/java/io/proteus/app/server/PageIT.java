package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.testkit.Call;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/**
 * The page in a real browser, on a daemon whose cluster is in memory. Each test ends with a look at
 * what the console said: scripts that failed, requests that were refused, broken rules of the
 * content policy.
 */
@Tag("storeless")
class PageIT {
  /** Far more than it takes, on a machine that has other things to do. */
  private static final double AT_MOST_MS = 30_000;

  private static final String AUTOMATIC = "approval: {mode: automatic}\n";

  /** Not in a key of the configuration, as {@code nodes.max}. */
  private static final Pattern CORE_WORDS =
      Pattern.compile("(?i)\\bpartitions?\\b|(?<!\\.)\\bnodes?\\b(?!\\.)|write buffer");

  @TempDir private static Path profile;
  @TempDir private static Path shop;
  private static Browser browser;
  private static @Nullable DaemonUnderTest looking;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    browser = Browser.start(profile);
  }

  /** Before daemons end: a page that loses its own would complain in the next test. */
  @AfterAll
  static void end() {
    browser.close();
    if (looking != null) {
      looking.close();
    }
  }

  /** The small shop, for tests that only look. */
  private static DaemonUnderTest looking() throws Exception {
    if (looking == null) {
      looking = new DaemonUnderTest(shop, "", Shop::small);
      looking.cycles(3);
    }
    return looking;
  }

  @BeforeEach
  void forget() {
    browser.forget();
  }

  private void assertNoComplaints() {
    assertThat(browser.complaints()).as("what the console says").isEmpty();
  }

  @Test
  void nodesHoldPartitionsAndLeadToTheirDetails() throws Exception {
    DaemonUnderTest proteus = looking();
    browser.open(proteus.daemon.url());

    assertThat(browser.elements("#nodes .card")).hasSize(7);
    assertThat(browser.text("[data-node=rs3] .band")).contains("rs3").contains("write");
    assertThat(browser.text("[data-node=rs1]")).contains("88 %").contains("▲ hot");
    assertThat(browser.elements("[data-node=rs5] .cell")).hasSize(11);
    assertThat(area(".of-read-write")).isGreaterThan(area(".of-idle"));
    assertThat(browser.text("#figures")).contains("7").contains("misplaced");

    browser.click("[data-node=rs5] button");
    browser.awaitText("#details table", "11 of 11 regions");
    assertThat(browser.text("#details-title")).isEqualTo("rs5");
    assertThat(browser.text("#details-body")).contains("69 %").contains("45 %, 20 %");

    browser.click("#details tbody button");
    browser.awaitText("#details-title", "orders-");
    assertThat(browser.text("#details-body")).contains("reads per second").contains("100 MB");
    browser.click("#back");
    browser.awaitText("#details-title", "rs5");
    browser.press(Keys.ESCAPE);
    browser.await("the details are closed", () -> !browser.shows("#details"));
    assertThat(browser.barriers()).isEmpty();
    assertNoComplaints();
  }

  /** Of the first partition that is shaded so, in pixels. */
  private double area(String css) {
    return ((Number)
            browser.run(
                "const box = document.querySelector('#nodes .cell' + arguments[0])"
                    + ".getBoundingClientRect(); return box.width * box.height",
                css))
        .doubleValue();
  }

  @Test
  void nodesAreFilteredOrderedAndWalkedThroughByKeyboard() throws Exception {
    DaemonUnderTest proteus = looking();
    browser.open(proteus.daemon.url());

    browser.tabTo("#nodes button");
    browser.press(Keys.ARROW_RIGHT);
    assertThat(browser.focused()).startsWith("rs2: profile read");
    browser.press(Keys.END);
    assertThat(browser.focused()).startsWith("rs7:");
    browser.press(Keys.HOME);
    browser.press(Keys.ARROW_DOWN);
    assertThat(browser.focused()).as("in the next row").doesNotStartWith("rs1:");
    browser.press(Keys.ARROW_UP);
    assertThat(browser.focused()).startsWith("rs1:");
    browser.press(Keys.ENTER);
    browser.awaitText("#details-title", "rs1");
    browser.press(Keys.ESCAPE);
    browser.await("the focus is back", () -> browser.focused().startsWith("rs1:"));

    browser.choose("#filter", "hot");
    assertThat(browser.elements("#nodes .card")).hasSizeLessThan(7).isNotEmpty();
    assertThat(browser.text("#shown")).endsWith("of 7");
    browser.choose("#filter", "");
    browser.choose("#order", "cpu");
    assertThat(browser.elements("#nodes .card").get(0).getText()).startsWith("rs1");
    assertNoComplaints();
  }

  /** Of an HBase cluster. */
  @Test
  void everythingIsSaidInTheStoresOwnWords() throws Exception {
    browser.open(looking().daemon.url());
    browser.awaitText("#plan", "waits for a person");
    assertThat(browser.text("#map-title")).isEqualTo("RegionServers");
    assertThat(browser.text("#filter")).contains("with misplaced regions");
    assertThat(browser.element("[data-node=rs5] button").getDomAttribute("aria-label"))
        .contains("11 regions");
    assertThat(browser.text("#price"))
        .contains("3 tables altered online", "ms in the RegionServers");
    assertThat(browser.said()).doesNotContainPattern(CORE_WORDS);

    browser.click("[data-node=rs5] button");
    browser.awaitText("#details table", "11 of 11 regions");
    assertThat(browser.text("#details-body")).contains("block cache, memstore");
    assertThat(browser.said()).doesNotContainPattern(CORE_WORDS);
    browser.click("#close");
    browser.click("#steps");
    browser.awaitText("#details", "to come");
    assertThat(browser.said()).doesNotContainPattern(CORE_WORDS);
    assertNoComplaints();
  }

  @Test
  void onlyWhatThePageMarksAsATermIsSaidInTheWordsOfTheStore() throws Exception {
    browser.open(looking().daemon.url());

    assertThat(said("{Nodes} and a {partition}: set blocks of nodes, drop its cache"))
        .isEqualTo("RegionServers and a region: set blocks of nodes, drop its cache");
    assertThat(said("{cache}, {write buffer}, {table}")).isEqualTo("block cache, memstore, table");
    assertNoComplaints();
  }

  private static String said(String sentence) {
    return String.valueOf(
        browser.run("return import('/words.js').then(words => words.say(arguments[0]))", sentence));
  }

  @Test
  void oneOfSeveralClustersIsChosenByKeyboard() throws Exception {
    try (TwoClusters proteus = TwoClusters.start(folder)) {
      browser.open(proteus.url());
      browser.await("the first one's nodes", () -> browser.shows("[data-node=orders-1]"));
      assertThat(browser.shows("[data-node=billing-1]")).isFalse();
      assertThat(browser.title()).isEqualTo("Proteus: orders");
      assertThat(browser.text("#fleet")).contains("orders 2 ").contains("billing 3 ");
      assertThat(browser.text("#fleet [aria-current]")).startsWith("orders ");

      browser.tabTo("#clusters");
      browser.press(Keys.ARROW_DOWN);
      browser.await("the second one's nodes", () -> browser.shows("[data-node=billing-1]"));
      assertThat(browser.elements("#nodes .card")).hasSize(3);
      assertThat(browser.shows("[data-node=orders-1]")).isFalse();
      assertThat(browser.title()).isEqualTo("Proteus: billing");
      browser.await("it is live", () -> browser.text("#link").equals("live"));
      assertThat(browser.run("return document.activeElement.id")).isEqualTo("clusters");

      browser.open(proteus.url());
      browser.await("it stays chosen", () -> browser.shows("[data-node=billing-1]"));
      browser.tabTo("#clusters");
      browser.press(Keys.ARROW_UP);
      browser.await("the first one again", () -> browser.shows("[data-node=orders-1]"));
      browser.tabTo("#fleet [data-cluster=billing]");
      browser.press(Keys.ENTER);
      browser.await("the one that was pressed", () -> browser.shows("[data-node=billing-1]"));
      assertThat(browser.text("#fleet [aria-current]")).startsWith("billing ");
      assertThat(browser.barriers()).isEmpty();
      assertNoComplaints();
    }
  }

  @Test
  void aPlanIsApprovedByKeyboardAlone() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String token = proteus.token(Role.OPERATOR);
      proteus.cycles(3);
      String plan = proteus.pending();
      browser.open(proteus.daemon.url());
      assertThat(browser.text("#plan")).contains(plan + " waits for a person");
      assertThat(browser.text("#price"))
          .containsPattern("\\d+ moves?, \\d+ MB")
          .contains("steps")
          .containsPattern("takes\\s+about")
          .containsPattern("gain\\s+from .* op/s")
          .containsPattern("pays\\s+.* after its end");
      assertThat(browser.text("#plan-reasons")).isNotEmpty();
      assertThat(browser.shows("button[name=approve]")).as("to who may only look").isFalse();
      assertThat(browser.text("#may-not")).contains("operator");

      browser.tabTo("#account summary");
      browser.press(Keys.ENTER);
      browser.tabTo("#token");
      browser.press(token, Keys.ENTER);
      browser.await("who it is", () -> browser.text("#me").equals("the-operator, operator"));
      browser.await("may act", () -> browser.shows("button[name=approve]"));
      assertThat(browser.url()).doesNotContain(token);

      browser.tabTo("button[name=approve]");
      browser.press(Keys.ENTER);
      browser.awaitText("#confirm-title", "Approve " + plan);
      assertThat(browser.text("#confirm-text")).contains("the-operator, operator");
      browser.press(Keys.TAB, Keys.ENTER);
      browser.awaitText("#answered", "Say why");
      browser.press("looked at it", Keys.ENTER);
      assertThat(proteus.pending()).as("Enter in the text does not act").isEqualTo(plan);
      browser.tabTo("#do");
      browser.press(Keys.ENTER);
      browser.awaitText("#plan", "is about to begin");
      proteus.cycles(1);

      browser.awaitText("#plan", "No plan waits");
      browser.awaitText("#decisions", plan + " completed");
      assertThat(browser.text("#decisions"))
          .contains("the-operator asked for approve " + plan + ": looked at it");
      assertThat(proteus.changes()).isPositive();
      assertNoComplaints();
    }
  }

  @Test
  void aPlanIsRejectedAndProteusPausedAndResumed() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      String plan = proteus.pending();
      browser.open(proteus.daemon.url(), proteus.token(Role.OPERATOR));
      browser.await("may act", () -> browser.shows("button[name=reject]"));

      browser.click("button[name=reject]");
      browser.click("#cancel");
      assertThat(proteus.pending()).as("nothing without a yes").isEqualTo(plan);
      ask("reject", "not today");
      browser.awaitText("#plan", "No plan waits");
      assertThat(proteus.json(HERE + "/plans/" + plan).get("state").asText()).isEqualTo("rejected");

      ask("pause", "a release");
      browser.awaitText("#mode", "paused by the-operator: a release");
      assertThat(browser.shows("button[name=pause]")).isFalse();
      ask("resume", "released");
      browser.await("resumed", () -> !browser.text("#mode").contains("paused"));
      assertThat(proteus.json(HERE + "/control").has("paused")).isFalse();
      assertNoComplaints();
    }
  }

  private void ask(String wish, String why) {
    browser.click("button[name=%s]".formatted(wish));
    browser.element("#why").sendKeys(why);
    browser.click("#do");
    browser.await("it is answered", () -> !browser.shows("#confirm"));
  }

  @Test
  void aRunningPlanIsStopped() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC)) {
      proteus.cycles(2);
      browser.open(proteus.daemon.url(), proteus.token(Role.OPERATOR));
      proteus.cluster.faults().hangNext(Call.MOVE);
      CompletableFuture<Void> cycle = CompletableFuture.runAsync(() -> cycle(proteus));
      browser.await("it runs", () -> browser.shows("button[name=stop]"));
      assertThat(browser.text("#plan")).contains("runs:");
      browser.click("#steps");
      browser.awaitText("#details", "issued");
      browser.click("#close");

      ask("stop", "looks wrong");
      browser.awaitText("#plan", "it is stopping");
      proteus.cluster.faults().release();
      cycle.get(2, TimeUnit.MINUTES);

      browser.awaitText("#plan", "No plan waits");
      browser.awaitText("#mode", "paused by the-operator: looks wrong");
      assertThat(proteus.json(HERE + "/plans").at("/past/0/outcome").asText()).isEqualTo("stopped");
      assertNoComplaints();
    }
  }

  @Test
  void aPlanWhoseFirstNodeIsWatchedSaysSo() throws Exception {
    DaemonUnderTest proteus = looking();
    browser.open(proteus.daemon.url());
    browser.awaitText("#plan", "waits for a person");
    ObjectNode control = (ObjectNode) proteus.json(HERE + "/control");
    JsonNode plan = control.remove("pending").get("plan");
    ObjectNode running = control.putObject("running");
    running.set("plan", plan);
    running
        .put("over", plan.get("steps").asInt())
        .put("watched", true)
        .put("stopping", false)
        .put("puttingBack", false);

    browser.run(
        "const control = JSON.parse(arguments[0]);"
            + " return import('/plan.js').then(plan => plan.show(control))",
        control.toString());

    assertThat(browser.text("#plan"))
        .contains("runs: its first RegionServer has its settings and is watched")
        .doesNotContain("are over");
    assertNoComplaints();
  }

  @Test
  void aRunningPlanIsPutBackByWhoeverMayAct() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC)) {
      proteus.cycles(2);
      List<String> before = places(proteus);
      String operator = proteus.token(Role.OPERATOR);
      browser.open(proteus.daemon.url(), operator);
      browser.await("who it is", () -> browser.text("#me").equals("the-operator, operator"));
      browser.await("may act", () -> browser.shows("button[name=pause]"));
      assertThat(browser.shows("button[name=put-back]")).as("while nothing runs").isFalse();

      proteus.cluster.faults().hangNext(Call.MOVE);
      CompletableFuture<Void> cycle = CompletableFuture.runAsync(() -> cycle(proteus));
      browser.await("it runs", () -> browser.shows("button[name=put-back]"));
      browser.open(proteus.daemon.url(), proteus.token(Role.VIEWER));
      browser.await("who looks on", () -> browser.text("#me").equals("the-viewer, viewer"));
      browser.awaitText("#plan", "runs:");
      assertThat(browser.shows("button[name=put-back]")).as("to who may only look").isFalse();
      assertThat(browser.text("#may-not")).contains("operator");

      browser.open(proteus.daemon.url(), operator);
      browser.await("may act", () -> browser.shows("button[name=put-back]"));
      browser.click("button[name=put-back]");
      browser.click("#do");
      browser.awaitText("#answered", "Say why");
      assertThat(proteus.json(HERE + "/control").at("/running/puttingBack").asBoolean())
          .as("nothing without a reason")
          .isFalse();
      browser.click("#cancel");
      ask("put-back", "latency rose");
      browser.awaitText("#plan", "and is put back");
      assertThat(browser.shows("button[name=put-back]")).as("a second time").isFalse();
      proteus.cluster.faults().release();
      cycle.get(2, TimeUnit.MINUTES);
      proteus.cycles(1);

      browser.awaitText("#plan", "No plan waits");
      browser.awaitText("#mode", "paused by the-operator: latency rose");
      browser.awaitText("#decisions", "is as it was before");
      assertThat(browser.text("#decisions .row.operator-asked"))
          .contains("the-operator asked for put back: latency rose");
      assertThat(browser.shows("#decisions .row.operator-asked time")).isTrue();
      assertThat(places(proteus)).as("where everything is").isEqualTo(before);
      JsonNode asked = proteus.json(HERE + "/journal?kind=operator-asked").at("/entries/0");
      assertThat(asked.at("/event/name").asText()).isEqualTo("the-operator");
      assertThat(asked.at("/event/why").asText()).isEqualTo("latency rose");
      assertThat(asked.at("/at").asText()).isNotEmpty();
      assertNoComplaints();
    }
  }

  @Test
  void aPlanOfThePastIsPutBackFromItsDetails() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC)) {
      proteus.cycles(2);
      List<String> before = places(proteus);
      proteus.cycles(2);
      String plan = proteus.json(HERE + "/plans").at("/past/0/id").asText();
      browser.open(proteus.daemon.url(), proteus.token(Role.OPERATOR));
      browser.await("may act", () -> browser.shows("button[name=pause]"));
      browser.awaitText("#decisions", plan + " completed");

      browser.click("#decisions .row.plan-ended");
      browser.awaitText("#details", plan + ": completed");
      browser.click("#put-back-past");
      browser.awaitText("#confirm-title", "Put back " + plan);
      browser.element("#why").sendKeys("slower since");
      browser.click("#do");
      browser.awaitText("#mode", "paused by the-operator: slower since");
      assertThat(browser.shows("#put-back-past")).as("a second time").isFalse();
      proteus.cycles(1);

      assertThat(places(proteus)).as("where everything is").isEqualTo(before);
      assertThat(browser.barriers()).isEmpty();
      assertNoComplaints();
    }
  }

  private static List<String> places(DaemonUnderTest proteus) {
    return proteus.cluster.peek().partitions().stream()
        .map(partition -> partition.id() + " on " + partition.node())
        .toList();
  }

  private static void cycle(DaemonUnderTest proteus) {
    try {
      proteus.cycles(1);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aDecisionLeadsToItsReasonsItsPlanAndItsSteps() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, AUTOMATIC)) {
      proteus.cycles(6);
      String plan = proteus.json(HERE + "/plans").at("/past/0/id").asText();
      browser.open(proteus.daemon.url());
      browser.awaitText("#decisions", plan + " completed");

      browser.tabTo("#decisions .row");
      browser.press(Keys.ENTER);
      browser.awaitText("#details-title", "decided");
      assertThat(browser.elements("#details .reasons li")).isNotEmpty();
      browser.press(Keys.ESCAPE);
      browser.click("#decisions .row.plan-ended");
      browser.awaitText("#details", plan + ": completed");
      assertThat(browser.elements("#details .state.done")).isNotEmpty();
      assertThat(browser.text("#details")).contains("4 moves, 400 MB");
      assertThat(browser.barriers()).isEmpty();
      assertNoComplaints();
    }
  }

  @Test
  void thePastIsReplayed() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "", Shop::small)) {
      Shop.Tide tide = new Shop.Tide(proteus.cluster);
      for (int cycle = 0; cycle < 60; cycle++) {
        tide.at(cycle);
        proteus.cycles(1);
      }
      browser.open(proteus.daemon.url(), proteus.token(Role.OPERATOR));
      browser.await("the timeline is there", () -> browser.element("#moment").isEnabled());
      browser.await("may act", () -> browser.shows("button[name=approve]"));
      assertThat(browser.elements("#charts canvas")).as("throughput, latency, nodes").hasSize(3);
      assertThat(browser.element("#charts").getDomAttribute("aria-label"))
          .contains("requests per second")
          .contains("7 RegionServers");
      String now = browser.text("#figures");

      browser.tabTo("#moment");
      browser.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT);
      browser.await("the past", () -> browser.shows("#then"));
      assertThat(browser.element("#moment").getDomAttribute("aria-valuetext")).isNotEqualTo("live");
      browser.press(Keys.HOME);
      browser.awaitText("#verdict", "Held");
      browser.awaitText("#figures", "0 %");
      assertThat(browser.text("#then")).contains("No regions were surveyed before");
      assertThat(browser.shows("button[name=approve]")).as("of the past").isFalse();
      browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
      browser.awaitText("#then", "as surveyed at");
      browser.await("nodes of then", () -> browser.elements("[data-node=rs5] .cell").size() == 11);
      assertThat(browser.text("#figures")).isNotEqualTo(now);
      proteus.cycles(1);
      assertThat(browser.shows("#then")).as("stays while time goes on").isTrue();

      browser.click("#live");
      browser.await("now", () -> !browser.shows("#then"));
      browser.await("may act again", () -> browser.shows("button[name=approve]"));
      browser.click("#decisions .row.proposed");
      browser.click("#as-it-was");
      browser.awaitText("#plan", "waited or ran then");
      assertNoComplaints();
    }
  }

  /** As HBase, which tells no mean that is fine enough. */
  @Test
  void whereNoMeanIsToldTheSlowestAreShown() throws Exception {
    try (DaemonUnderTest proteus =
        new DaemonUnderTest(folder, "", clock -> Shop.slowest(clock, 20, 40))) {
      proteus.cycles(4);
      browser.open(proteus.daemon.url());
      browser.await("the timeline is there", () -> browser.element("#moment").isEnabled());

      assertThat(browser.text("#figures")).containsPattern("slowest of 100\\s+30 ms");
      assertThat(browser.elements("#charts canvas"))
          .as("throughput, the slowest, nodes")
          .hasSize(3);
      assertThat(browser.text("#readout")).contains("slowest of 100 30 ms");
      assertNoComplaints();
    }
  }

  @Test
  void aReplayGoesOnFromItsMomentAndEndsWhereLiveIsChosen() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(130);
      browser.open(proteus.daemon.url());
      browser.await("the timeline is there", () -> moments() == 130);
      browser.tabTo("#moment");
      browser.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT);
      browser.await("the past", () -> browser.shows("#then"));
      browser.choose("#range", "3600");
      browser.await("another range", () -> moments() < 130);
      long before = moment();

      browser.click("#play");
      browser.await("it goes on", () -> moment() != before);
      assertThat(moment()).as("of %d", moments()).isGreaterThan(before);
      browser.click("#live");
      assertThat(browser.text("#play")).as("of a replay that has ended").isEqualTo("Replay");
      assertThat(moment()).isEqualTo(moments());

      browser.await("now", () -> !browser.shows("#then"));
      browser.click("#play");
      browser.await("the past", () -> browser.shows("#then"));
      browser.tabTo("#moment");
      browser.press(Keys.END);
      assertThat(browser.text("#play")).as("at the slider's end").isEqualTo("Replay");
      assertNoComplaints();
    }
  }

  /** Where the slider stands; as far as {@link #moments} when it is now. */
  private long moment() {
    return ((Number) browser.run("return Number(document.querySelector('#moment').value)"))
        .longValue();
  }

  private long moments() {
    return ((Number) browser.run("return Number(document.querySelector('#moment').max)"))
        .longValue();
  }

  @Test
  void aDecisionLeadsToItsMomentHoweverLongAgoItWas() throws Exception {
    DaemonUnderTest.asked(folder, 1);
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(150);
      browser.open(proteus.daemon.url());
      browser.await("the timeline is there", () -> moments() == 150);
      browser.choose("#range", "3600");
      browser.await("the last hour only", () -> moments() < 150);
      long before = moments();

      browser.click("#decisions li:last-child .row.operator-asked");
      browser.click("#as-it-was");
      browser.awaitText("#details", "Nothing was observed by then");
      assertThat(browser.shows("#then")).isFalse();
      assertThat(browser.complaints()).allMatch(said -> said.contains("404"));
      browser.press(Keys.ESCAPE);

      browser.click("#decisions li:nth-last-child(1 of :has(.decided)) .row");
      browser.awaitText("#details-title", "decided");
      JsonNode then = proteus.json(HERE + "/past/" + entryInDetails());
      browser.click("#as-it-was");
      browser.await("the past", () -> browser.shows("#then") && !browser.shows("#details"));
      browser.await(
          "its nodes", () -> hasAskedFor("/past/%d/nodes".formatted(then.get("number").asLong())));
      assertThat(moment()).as("the oldest one").isZero();
      assertThat(moments()).as("one more than before").isEqualTo(before + 1);
      assertNoComplaints();
    }
  }

  private long entryInDetails() {
    return Long.parseLong(
        String.valueOf(
            browser.run(
                "return [...document.querySelectorAll('#details dt')].find(name =>"
                    + " name.textContent === 'entry of the journal')"
                    + ".nextSibling.textContent.replaceAll(',', '')")));
  }

  /** Whether the page asked for something with this in its address. */
  private boolean hasAskedFor(String part) {
    return Boolean.TRUE.equals(
        browser.run(
            "return performance.getEntriesByType('resource').some(one =>"
                + " one.name.includes(arguments[0]))",
            part));
  }

  @Test
  void namesWithMarkupAreNamesOnly() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "", Shop::hostile)) {
      proteus.cycles(4);
      browser.open(proteus.daemon.url());

      browser.click("#nodes button.node");
      browser.awaitText("#details table", "<img src=x onerror=document.title='owned'>");
      browser.click("#details tbody button");
      browser.awaitText("#details-body", "<img src=x onerror=document.title='owned'>");
      browser.press(Keys.ESCAPE);

      assertThat(browser.text("#nodes")).contains("<script>");
      assertThat(browser.elements("main img, main script, dialog img, dialog script")).isEmpty();
      assertThat(browser.title()).isEqualTo("Proteus: shop");
      assertNoComplaints();
    }
  }

  @Test
  void itIsReadableInLightAndInDark() throws Exception {
    DaemonUnderTest proteus = looking();
    browser.prefersDark(false);
    browser.open(proteus.daemon.url());
    String light = ground();
    assertThat(browser.barriers()).isEmpty();

    browser.prefersDark(true);

    browser.await("another ground", () -> !ground().equals(light));
    assertThat(browser.barriers()).isEmpty();
    assertNoComplaints();
  }

  @Test
  void timesSayTheirZoneAndTitlesOfChartsLieOnNothing() throws Exception {
    DaemonUnderTest proteus = looking();
    browser.open(proteus.daemon.url());
    browser.await("the charts", () -> !browser.elements("#charts .chart-title").isEmpty());

    assertThat(browser.text("#figures"))
        .containsPattern("\\d\\d:\\d\\d:\\d\\d (UTC|GMT|[A-Z]{2,5})");
    assertThat(browser.text("#decisions"))
        .containsPattern("\\d\\d:\\d\\d:\\d\\d (UTC|GMT|[A-Z]{2,5})");
    assertThat(
            browser.run(
                "const boxes = [...document.querySelectorAll('#charts > *')]"
                    + ".map((part) => part.getBoundingClientRect());"
                    + " return boxes.every((box, i) => i === 0 || box.top >= boxes[i - 1].bottom - 1)"))
        .as("each title is below the chart before it, and above its own")
        .isEqualTo(true);
    assertThat(
            browser.run(
                "const axis = [...document.querySelectorAll('#charts canvas')]"
                    + ".map((one) => Chart.getChart(one).scales.x).at(-1);"
                    + " return axis.options.title.display && axis.bottom <= axis.chart.height"
                    + " && axis.options.title.text"))
        .as("what stands below the axis of time")
        .asString()
        .matches("UTC|GMT.*|[A-Z]{2,5}");
    assertNoComplaints();
  }

  private String ground() {
    return String.valueOf(browser.run("return getComputedStyle(document.body).backgroundColor"));
  }

  @Test
  void itFitsOnAPhone() throws Exception {
    DaemonUnderTest proteus = looking();
    browser.screen(360, 740, true);
    browser.open(proteus.daemon.url(), proteus.token(Role.OPERATOR));
    browser.await("may act", () -> browser.shows("button[name=approve]"));

    assertThat(
            browser.run(
                "const box ="
                    + " document.querySelector('button[name=approve]').getBoundingClientRect();"
                    + " return box.bottom <= innerHeight"))
        .as("a plan that waits is answered without scrolling")
        .isEqualTo(true);
    assertNothingIsBesideTheScreen();
    browser.run(
        "document.querySelector('.card .band b').textContent = '127.0.0.1,16020,1790000000000'");
    assertThat(
            browser.run(
                "const name = document.querySelector('.card .band b');"
                    + " return name.scrollWidth <= name.clientWidth + 1"
                    + " && getComputedStyle(name).textOverflow"))
        .as("the end of a name, in which it differs from others, is seen")
        .isEqualTo("clip");
    assertNothingIsBesideTheScreen();
    browser.run(
        "for (const name of ['#cluster', '#me']) {"
            + " document.querySelector(name).textContent = 'orders'.repeat(20); }");
    assertNothingIsBesideTheScreen();
    browser.click("[data-node=rs5] button");
    browser.awaitText("#details table", "11 of 11 regions");
    assertNothingIsBesideTheScreen();
    browser.click("#close");
    browser.click("button[name=approve]");
    assertNothingIsBesideTheScreen();
    browser.click("#cancel");
    assertThat(browser.barriers()).isEmpty();
    assertNoComplaints();
  }

  private void assertNothingIsBesideTheScreen() {
    assertThat(browser.run("return document.documentElement.scrollWidth - innerWidth"))
        .as("pixels to the right of the screen")
        .isEqualTo(0L);
  }

  /** Measured and told; that it is under 2 s is for a machine with nothing else to do. */
  @Test
  void aThousandNodesWithAHundredThousandPartitionsCanBeUsed() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "", Shop::large)) {
      proteus.cycles(3);
      for (int i = 0; i < 3; i++) {
        browser.open(proteus.daemon.url());
        double took = browser.interactiveAfterMs();
        System.out.printf(
            Locale.ROOT,
            "1,000 nodes, 100,000 partitions: the page could be used after %.0f ms%n",
            took);
        assertThat(took).isLessThan(AT_MOST_MS);
      }

      assertThat(browser.elements("#nodes .tile")).hasSize(1000);
      browser.tabTo("#nodes button");
      browser.press(Keys.END);
      assertThat(browser.focused()).startsWith("rs0999:");
      browser.press(Keys.ENTER);
      browser.awaitText("#details table", "100 of 100 regions");
      assertThat(browser.elements("#details .treemap .cell")).hasSize(100);
      browser.press(Keys.ESCAPE);
      browser.choose("#filter", "hot");
      JsonNode hot = proteus.json(HERE + "/nodes?remark=hot");
      assertThat(browser.elements("#nodes .tile")).hasSize(hot.get("total").asInt()).isNotEmpty();
      browser.screen(360, 740, true);
      browser.choose("#filter", "");
      assertNothingIsBesideTheScreen();
      assertNoComplaints();
    }
  }
}
