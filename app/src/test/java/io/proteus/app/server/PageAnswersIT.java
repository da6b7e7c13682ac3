package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.units.Ratio;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The page in a real browser where answers come late, in another order, or not at all. */
@Tag("storeless")
class PageAnswersIT {
  private static final String DECISIONS = "/journal?kind=";

  /** More than is listed at once. */
  private static final int WISHES = 400;

  @TempDir private static Path profile;
  private static Browser browser;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    browser = Browser.start(profile);
  }

  @AfterAll
  static void end() {
    browser.close();
  }

  @BeforeEach
  void forget() {
    browser.forget();
  }

  private void assertNoComplaints() {
    assertThat(browser.complaints()).as("what the console says").isEmpty();
  }

  /** Months ago, by the clock of the test: the time of day alone would pass for today's. */
  @Test
  void timesOfAnotherDayAreToldWithTheDay() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(4);
      browser.open(proteus.daemon.url());
      browser.awaitText("#readout", "requests/s");

      browser.tabTo("#moment");
      browser.press(Keys.HOME);
      browser.awaitText("#then", "The past");

      assertThat(browser.text("#readout")).contains("2026");
      assertThat(browser.text("#observed")).contains("2026");
      assertNoComplaints();
    }
  }

  @Test
  void decisionsAreOfTheMomentThatIsLookedAtInWhateverOrderTheAnswersCome() throws Exception {
    DaemonUnderTest.asked(folder, WISHES);
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(4);
      browser.open(proteus.daemon.url());
      browser.await("decisions of now", () -> browser.shows("#older"));
      browser.holdBack(DECISIONS);
      proteus.cycles(1);
      browser.await("now's are asked for", () -> browser.heldBack() == 1);

      browser.tabTo("#moment");
      browser.press(Keys.HOME);
      browser.await("the first moment's are asked for", () -> browser.heldBack() == 2);
      browser.letIn(1);
      browser.await("and older ones", () -> browser.heldBack() == 3);
      browser.press(Keys.ARROW_RIGHT);
      browser.await("the second moment's are asked for", () -> browser.heldBack() == 4);
      browser.letIn(3);
      browser.await("and older ones", () -> browser.heldBack() == 5);
      browser.letIn(4);
      List<String> listed = rows();
      browser.letIn(2);
      browser.letIn(0);

      assertThat(browser.heldBack()).as("nothing more is asked for").isEqualTo(5);
      assertThat(rows()).as("as before the late answers").isEqualTo(listed);
      assertThat(wishes()).hasSizeGreaterThan(200).doesNotHaveDuplicates();
      assertNoComplaints();
    }
  }

  @Test
  void anAnswerThatComesLateIsNotDrawnOverANewerOne() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      browser.open(proteus.daemon.url());
      browser.await("it is live", () -> browser.text("#link").equals("live"));
      browser.holdBack("/nodes");
      proteus.cycles(1);
      browser.await("the older answer", () -> browser.heldBack() == 1);
      proteus.cluster.host(
          new NodeId("rs1"), new HostLoad(Ratio.of(0.11), Ratio.ZERO, Ratio.of(0.5)));
      proteus.cycles(1);
      browser.await("the newer answer", () -> browser.heldBack() == 2);

      browser.letIn(1);
      browser.awaitText("[data-node=rs1]", "CPU 11 %");
      browser.letIn(0);

      assertThat(browser.text("[data-node=rs1]")).contains("CPU 11 %");
      assertNoComplaints();
    }
  }

  @Test
  void olderDecisionsAreAskedForOnceHoweverOftenTheButtonIsPressed() throws Exception {
    DaemonUnderTest.asked(folder, WISHES);
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(2);
      browser.open(proteus.daemon.url());
      browser.await("decisions of now", () -> browser.shows("#older"));
      browser.holdBack(DECISIONS);

      pressTwice("#older");
      assertThat(browser.heldBack()).isEqualTo(1);
      browser.letIn(0);

      browser.await("all of them", () -> !browser.shows("#older"));
      assertThat(wishes()).hasSize(WISHES).doesNotHaveDuplicates();
      assertNoComplaints();
    }
  }

  @Test
  void morePartitionsAreAskedForOnceAndWhatFailsIsSaidUntilItIsTriedAgain() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "", Shop::crowded)) {
      proteus.cycles(3);
      browser.open(proteus.daemon.url());
      browser.click("[data-node=rs1] button");
      browser.awaitText("#details table", "100 of 260 regions");
      String more = "#details .scroll + button";

      browser.holdBack("/partitions?node");
      pressTwice(more);
      assertThat(browser.heldBack()).isEqualTo(1);
      browser.letIn(0);
      browser.awaitText("#details table", "200 of 260 regions");
      browser.refuse("/partitions?node", 429, "Ask less often.");
      browser.click(more);
      browser.awaitText("#details", "Ask less often.");
      browser.answer();
      browser.click(more);
      browser.awaitText("#details table", "260 of 260 regions");

      assertThat(texts("#details tbody th")).hasSize(260).doesNotHaveDuplicates();
      assertThat(browser.shows("#details .alarm-text")).isFalse();
      assertThat(browser.shows(more)).as("when there are no more").isFalse();
      assertNoComplaints();
    }
  }

  @Test
  void moreStepsAreAskedForOnceAndWhatFailsIsSaidUntilItIsTriedAgain() throws Exception {
    String whateverItCosts = "guards: {horizon: none}\n";
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, whateverItCosts, Shop::crowded)) {
      proteus.cycles(3);
      int steps = proteus.json(DaemonUnderTest.HERE + "/control").at("/pending/plan/steps").asInt();
      assertThat(steps).as("more than two pages").isGreaterThan(200);
      browser.open(proteus.daemon.url());
      browser.click("#steps");
      browser.await("the first page", () -> texts("#details .steps li").size() == 100);
      String more = "#details .steps + button";

      browser.refuse("/plans/", 429, "Ask less often.");
      browser.click(more);
      browser.awaitText("#details", "Ask less often.");
      browser.answer();
      browser.holdBack("/plans/");
      pressTwice(more);
      assertThat(browser.heldBack()).isEqualTo(1);
      browser.letIn(0);

      browser.await("the second page", () -> texts("#details .steps li").size() == 200);
      assertThat(texts("#details .steps li")).doesNotHaveDuplicates();
      assertThat(browser.shows("#details .alarm-text")).isFalse();
      assertNoComplaints();
    }
  }

  @Test
  void whatGoesWrongIsSaidInTheHeadUntilItGoesWell() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      browser.open(proteus.daemon.url());
      browser.await("it is live", () -> browser.text("#link").equals("live"));

      browser.refuse("/timeline", 429, "Ask less often.");
      browser.choose("#range", "3600");
      browser.awaitText("#link", "Ask less often.");
      browser.answer();
      browser.choose("#range", "86400");
      browser.await("that went well", () -> browser.text("#link").equals("live"));

      browser.refuse("/nodes", 429, "Ask less often.");
      proteus.cycles(1);
      browser.awaitText("#link", "Ask less often.");
      browser.answer();
      proteus.cycles(1);
      browser.await("that went well", () -> browser.text("#link").equals("live"));
      assertNoComplaints();
    }
  }

  @Test
  void whatWentWrongIsSaidThoughAnOlderQuestionIsAnsweredAfterIt() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      browser.open(proteus.daemon.url());
      browser.await("it is live", () -> browser.text("#link").equals("live"));

      browser.holdBack("/timeline");
      browser.choose("#range", "3600");
      browser.await("it was asked", () -> browser.heldBack() == 1);
      browser.refuse("/timeline", 429, "Ask less often.");
      browser.choose("#range", "86400");
      browser.awaitText("#link", "Ask less often.");
      browser.letIn(0);

      assertThat(browser.text("#link")).isEqualTo("Ask less often.");
      browser.answer();
      browser.choose("#range", "3600");
      browser.await("that went well", () -> browser.text("#link").equals("live"));
      assertNoComplaints();
    }
  }

  @Test
  void aJournalThatCannotBeReadIsNoVerdict() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      browser.open(proteus.daemon.url());
      browser.await("it is live", () -> browser.text("#link").equals("live"));
      browser.awaitText("#verdict", "cycle 3");

      browser.refuse("/timeline", 503, "The journal cannot be read.");
      browser.choose("#range", "3600");

      browser.awaitText("#link", "The journal cannot be read.");
      assertThat(browser.text("#verdict")).contains("cycle 3");
      assertNoComplaints();
    }
  }

  @Test
  void aConnectionThatFallsSilentIsMadeAnew() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      browser.open(proteus.daemon.url());
      browser.await("it is live", () -> browser.text("#link").equals("live"));
      browser.hurry(30_000, 300);

      proteus.cycles(1);
      browser.awaitText("#link", "not connected");
      browser.takeTime();

      browser.await("it is live again", () -> browser.text("#link").equals("live"));
      assertNoComplaints();
    }
  }

  /** Else Stop could not be pressed until the page is loaded anew. */
  @Test
  void aWishThatIsNotAnsweredKeepsNoOtherFromBeingAskedFor() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      String plan = proteus.pending();
      browser.open(proteus.daemon.url(), proteus.token(Role.OPERATOR));
      browser.holdBack("/approve");
      wish("approve", "looked at it");
      browser.await("it is asked for", () -> browser.heldBack() == 1);
      assertThat(browser.element("#do").isEnabled()).as("a second time").isFalse();

      browser.click("#cancel");
      browser.click("button[name=pause]");

      assertThat(browser.element("#do").isEnabled()).isTrue();
      browser.letIn(0);
      assertThat(browser.shows("#confirm")).as("the other question").isTrue();
      assertThat(browser.text("#confirm-title")).isEqualTo("Pause Proteus?");
      assertThat(browser.element("#do").isEnabled()).isTrue();
      assertThat(browser.text("#plan")).contains(plan + " is about to begin");
      browser.element("#why").sendKeys("a release");
      browser.click("#do");
      browser.awaitText("#mode", "paused by the-operator: a release");
      assertNoComplaints();
    }
  }

  @Test
  void aWishThatIsNeverAnsweredIsGivenUpOnAndMayBeAskedForAgain() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      browser.open(proteus.daemon.url(), proteus.token(Role.OPERATOR));
      browser.ignore("/approve", 300);

      wish("approve", "looked at it");

      browser.awaitText(
          "#answered", "No answer within 30 s. What became of it is under Decisions.");
      assertThat(browser.element("#do").isEnabled()).isTrue();
      browser.answer();
      browser.click("#do");
      browser.awaitText("#plan", "is about to begin");
      assertNoComplaints();
    }
  }

  @Test
  void whatIsNeverAnsweredIsSaidAndAskedForAgain() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      browser.open(proteus.daemon.url());
      browser.await("it is live", () -> browser.text("#link").equals("live"));
      browser.ignore("/nodes", 300);

      proteus.cycles(1);
      browser.awaitText("#link", "No answer within 30 s.");
      browser.answer();
      proteus.cycles(1);

      browser.await("that went well", () -> browser.text("#link").equals("live"));
      assertNoComplaints();
    }
  }

  @Test
  void aTokenThatCountsNoLongerIsSaidWhileItIsLiveAndAnotherAskedFor() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      browser.open(proteus.daemon.url(), proteus.token(Role.OPERATOR));
      browser.await("it is live", () -> browser.text("#link").equals("live"));
      assertThat(browser.shows("#token")).isFalse();
      browser.refuse("/control", 401, "Nobody has this token.");

      proteus.cycles(1);

      browser.awaitText("#link", "Nobody has this token.");
      browser.await("another may be given", () -> browser.shows("#token"));
      browser.answer();
      proteus.cycles(1);
      browser.await("that went well", () -> browser.text("#link").equals("live"));
      assertNoComplaints();
    }
  }

  @Test
  void aWrongTokenIsSaidAndTheClusterStays() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      browser.open(proteus.daemon.url());
      assertThat(browser.text("#me")).as("seen by whoever has not signed in").isEqualTo("Sign in");
      browser.click("#sign-in");
      browser.element("#token").sendKeys("proteus_wrong");
      browser.press(Keys.ENTER);
      browser.awaitText("#refused", "not known here");
      assertThat(browser.text("#nodes")).contains("rs1");

      browser.open(proteus.daemon.url(), "proteus_of-before");
      browser.awaitText("#refused", "not known here");
      browser.await("it looks on", () -> browser.text("#link").equals("live"));
      assertThat(browser.text("#nodes")).contains("rs1");
      assertThat(browser.text("#figures")).containsPattern("observed\\s+\\d\\d:\\d\\d:\\d\\d \\S+");
      assertThat(browser.run("return sessionStorage.getItem('proteus.token')"))
          .as("kept, as its provider may only be out of reach")
          .isEqualTo("proteus_of-before");
      browser.forget(); // the browser's console tells each 401
    }
  }

  private static void wish(String wish, String why) {
    browser.click("button[name=%s]".formatted(wish));
    browser.element("#why").sendKeys(why);
    browser.click("#do");
  }

  private static void pressTwice(String css) {
    browser.run(
        "const button = document.querySelector(arguments[0]); button.click(); button.click()", css);
  }

  /** The decisions that are listed, a text each. */
  private static List<String> rows() {
    return texts("#decisions .row");
  }

  private static List<String> wishes() {
    return texts("#decisions .row.operator-asked");
  }

  private static List<String> texts(String css) {
    List<?> texts =
        (List<?>)
            browser.run(
                "return [...document.querySelectorAll(arguments[0])].map(one => one.textContent)",
                css);
    return texts.stream().map(Object::toString).toList();
  }
}
