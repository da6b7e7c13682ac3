package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** Heat, tables and search of the page, and what an operator leaves out of a plan on it. */
@Tag("storeless")
class PageOrdersIT {
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

  @Test
  void heatTablesAndSearchLeadToPartitions() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "", Shop::small)) {
      proteus.cycles(4);
      browser.open(proteus.daemon.url());

      browser.awaitText("#heat-title-more", "regions");
      assertThat(browser.shows("#heat")).isTrue();
      assertThat(browser.text("#tables")).contains("requests/s");
      browser.click("#tables button");
      browser.awaitText("#details table", "the busiest first");
      browser.press(Keys.ESCAPE);
      browser.click("#sought");
      browser.press("rs3");
      browser.press(Keys.ENTER);
      browser.awaitText("#details-body", "rs3");
      assertThat(browser.barriers()).isEmpty();
      browser.press(Keys.ESCAPE);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void partsOfAPlanAreLeftOutAfterTheyWereShown() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      String plan = proteus.pending();
      browser.open(proteus.daemon.url(), proteus.token(Role.OPERATOR));
      browser.awaitText("#plan", plan);

      browser.click("#edit summary");
      browser.click("#edit-steps");
      browser.press("1");
      browser.click("#edit-show");
      browser.awaitText("#edit-left", "would be left");
      assertThat(browser.text("#edit-left")).contains("Left out");
      browser.click("#edit-do");
      browser.click("#why");
      browser.press("not this one");
      browser.click("#do");
      browser.awaitText("#plan", plan + "-e1");

      assertThat(proteus.pending()).isEqualTo(plan + "-e1");
      assertThat(browser.barriers()).isEmpty();
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /** Step numbers are of one plan, and another may take its place while the form is filled in. */
  @Test
  void whatIsLeftOutOfOnePlanIsNotLeftOutOfTheNext() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String operator = proteus.token(Role.OPERATOR);
      proteus.cycles(3);
      String plan = proteus.pending();
      browser.open(proteus.daemon.url(), operator);
      browser.awaitText("#plan", plan);
      browser.click("#edit summary");
      browser.click("#edit-steps");
      browser.press("1");
      browser.click("#edit-show");
      browser.awaitText("#edit-left", "would be left");

      browser.holdBack("/left");
      browser.click("#edit-show");
      browser.await("the answer is on its way", () -> browser.heldBack() == 1);
      proteus.post(
          DaemonUnderTest.HERE + "/plans/" + plan + "/edit",
          "{\"steps\": [\"1\"], \"reason\": \"another's\"}",
          operator);
      browser.awaitText("#plan", plan + "-e1");
      browser.letIn(0);

      assertThat(browser.text("#edit-left")).isEmpty();
      assertThat(browser.shows("#edit-do")).isFalse();
      assertThat(browser.element("#edit-steps").getAttribute("value")).isEmpty();
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void nodesAreOrderedAndTheirPlanWaitsWithItsPrice() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "nodes:\n  min: 1\n  max: 9\n")) {
      proteus.cycles(3);
      browser.open(proteus.daemon.url(), proteus.token(Role.OPERATOR));
      browser.awaitText("#plan", proteus.pending());
      assertThat(browser.text("#figures")).contains("an hour");

      browser.click("#standing button[name=add]");
      assertThat(browser.shows("#how-many")).isTrue();
      browser.click("#why");
      browser.press("the sale");
      browser.click("#do");
      browser.awaitText("#plan", "-o1 waits for a person");

      assertThat(browser.text("#price")).contains("0.25 an hour more");
      assertThat(proteus.pending()).endsWith("-o1");
      assertThat(browser.barriers()).isEmpty();
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void aProposedPolicyIsReadAndAccepted() throws Exception {
    Path draft = DraftsTest.proposedIn(folder);
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, DraftsTest.POLICIES)) {
      proteus.cycles(3);
      browser.open(proteus.daemon.url(), proteus.token(Role.ADMINISTRATOR));
      browser.awaitText("#drafts", "Accept");

      browser.click("#drafts summary");
      browser.awaitText("#drafts pre", "pcm-ro without blockSize is proposed");
      assertThat(browser.barriers()).isEmpty();
      browser.click("#drafts button[name=accept-draft]");
      browser.click("#why");
      browser.press("it was measured");
      browser.click("#do");
      browser.await("the draft to go", () -> !browser.shows("#drafts-section"));

      assertThat(draft).doesNotExist();
      assertThat(folder.resolve("policies/pcm-ro.yaml")).content().contains(": it was measured");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void whatIsSetOnlineIsTakenByItself() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      proteus.cycles(3);
      String plan = proteus.pending();
      browser.open(proteus.daemon.url(), proteus.token(Role.OPERATOR));
      browser.awaitText("#plan", plan);

      browser.click("#online");
      browser.awaitText("#confirm-text", "would be left");
      assertThat(browser.text("#confirm-text")).doesNotContain("move");
      browser.click("#why");
      browser.press("no moves today");
      browser.click("#do");
      browser.awaitText("#plan", plan + "-e1");

      assertThat(proteus.pending()).isEqualTo(plan + "-e1");
      assertThat(browser.barriers()).isEmpty();
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
