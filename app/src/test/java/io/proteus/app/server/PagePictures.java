package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Takes the pictures of the documentation, with {@code -Dproteus.pictures=true}. */
@EnabledIfSystemProperty(named = "proteus.pictures", matches = "true")
class PagePictures {
  private static final Path IMAGES = Path.of("../docs/images");

  @TempDir private Path folder;
  @TempDir private Path profile;

  @Test
  void smallCluster() throws Exception {
    try (Browser browser = Browser.start(profile);
        DaemonUnderTest proteus = new DaemonUnderTest(folder, "", Shop::small)) {
      String operator = proteus.token(Role.OPERATOR);
      Shop.Tide tide = new Shop.Tide(proteus.cluster);
      for (int cycle = 0; cycle < 330; cycle++) {
        tide.at(cycle);
        proteus.cycles(1);
        if (cycle == 60 || cycle == 200) {
          answer(proteus, "reject", "not in business hours", operator);
        }
      }
      browser.screen(1366, 1000, false);
      browser.prefersDark(false);
      browser.open(proteus.daemon.url(), operator);
      settled(browser);
      browser.picture(IMAGES.resolve("page.png"));
      browser.prefersDark(true);
      settled(browser);
      scrollTo(browser, "#timeline-title");
      browser.picture(IMAGES.resolve("page-timeline.png"));
      browser.click("[data-node=rs5] button");
      browser.awaitText("#details table", "regions, the busiest");
      browser.picture(IMAGES.resolve("page-node.png"));
      browser.click("#close");
      browser.prefersDark(false);
      browser.screen(390, 844, true);
      browser.run("scrollTo(0, 0)");
      settled(browser);
      browser.picture(IMAGES.resolve("page-phone.png"));
    }
  }

  @Test
  void largeCluster() throws Exception {
    try (Browser browser = Browser.start(profile);
        DaemonUnderTest proteus = new DaemonUnderTest(folder, "", Shop::large)) {
      proteus.cycles(4);
      browser.screen(1366, 1000, false);
      browser.open(proteus.daemon.url());
      settled(browser);
      browser.picture(IMAGES.resolve("page-large.png"));
    }
  }

  private static void answer(DaemonUnderTest proteus, String wish, String why, String token) {
    proteus.post(
        HERE + "/plans/" + proteus.pending() + "/" + wish,
        "{\"reason\": \"%s\"}".formatted(why),
        token);
  }

  private static void scrollTo(Browser browser, String css) {
    browser.run("document.querySelector(arguments[0]).closest('section').scrollIntoView()", css);
    settled(browser);
  }

  private static void settled(Browser browser) {
    browser.await("the timeline is drawn", () -> browser.shows("#charts canvas"));
    browser.run("return new Promise(done => requestAnimationFrame(() => setTimeout(done, 300)))");
  }
}
