package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Debian's Chromium without a window, as a person in front of it would use it. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String AXE = axe();

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /**
   * Starts a browser with nothing in it.
   *
   * @param profile a folder for what it writes
   */
  static Browser start(Path profile) {
    Path chromium = Path.of(System.getProperty("proteus.chromium", "/usr/bin/chromium"));
    Path chromedriver =
        Path.of(System.getProperty("proteus.chromedriver", "/usr/bin/chromedriver"));
    if (!Files.isExecutable(chromium) || !Files.isExecutable(chromedriver)) {
      String missing =
          "The page is tested in a real browser: want %s and %s, which `apt-get install chromium chromium-driver` brings; -Dproteus.chromium and -Dproteus.chromedriver name others, and -Dproteus.browser=none leaves these tests out."
              .formatted(chromium, chromedriver);
      Assumptions.assumeFalse(
          "none".equals(System.getProperty("proteus.browser")), "LEFT OUT. " + missing);
      throw new AssertionError(missing);
    }
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    options.setCapability("goog:loggingPrefs", logs);
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--lang=en-GB",
        "--hide-scrollbars",
        "--window-size=1366,768",
        "--user-data-dir=" + profile);
    return new Browser(
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.toFile())
                .usingAnyFreePort()
                .withSilent(true)
                .build(),
            options));
  }

  // where it is

  /** Opens the page and waits until it has drawn a cluster. */
  void open(String url) {
    driver.get(url + "/");
    await("the cluster is drawn", () -> interactiveAfterMs() >= 0);
  }

  /** The same as somebody with a token, who has used it before in this tab. */
  void open(String url, String token) {
    driver.get(url + "/icon.svg");
    run("sessionStorage.setItem('proteus.token', arguments[0])", token);
    open(url);
  }

  /** Leaves the page, and is as it was when it was started; what the console said is forgotten. */
  void forget() {
    run("try { sessionStorage.clear() } catch (none) { /* where it never was anywhere */ }");
    driver.get("about:blank");
    driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
    complaints();
  }

  String url() {
    return Objects.requireNonNull(driver.getCurrentUrl());
  }

  String title() {
    return Objects.requireNonNull(driver.getTitle());
  }

  /** From the start of the navigation until the cluster was drawn and could be used; or -1. */
  double interactiveAfterMs() {
    return ((Number)
            Objects.requireNonNull(
                run(
                    "return performance.getEntriesByName('proteus-interactive')[0]?.startTime ??"
                        + " -1")))
        .doubleValue();
  }

  /** As on a screen of this size. */
  void screen(int width, int height, boolean mobile) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", mobile));
  }

  void prefersDark(boolean dark) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  // what it shows

  WebElement element(String css) {
    return driver.findElement(By.cssSelector(css));
  }

  List<WebElement> elements(String css) {
    return driver.findElements(By.cssSelector(css));
  }

  String text(String css) {
    return element(css).getText();
  }

  boolean shows(String css) {
    return elements(css).stream().anyMatch(WebElement::isDisplayed);
  }

  void awaitText(String css, String part) {
    await("%s says '%s'".formatted(css, part), () -> text(css).contains(part), () -> text(css));
  }

  void await(String what, BooleanSupplier condition) {
    await(what, condition, this::shown);
  }

  /** What the page is, for a message: its title, what has the focus, and what it says. */
  private String shown() {
    return run("return document.title + ' | focus on ' + document.activeElement.outerHTML.slice(0,"
            + " 120) + ' | ' + JSON.stringify(sessionStorage) + ' | ' +"
            + " document.body.innerText")
        .toString();
  }

  private void await(String what, BooleanSupplier condition, Supplier<String> instead) {
    Awaitility.await(what)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () -> {
              try {
                assertThat(condition.getAsBoolean())
                    .as(() -> what + ", not: " + instead.get())
                    .isTrue();
              } catch (StaleElementReferenceException drawnAnew) {
                throw new AssertionError(drawnAnew);
              }
            });
  }

  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  // what a person does

  void click(String css) {
    await(
        "%s is clicked".formatted(css),
        () -> {
          element(css).click();
          return true;
        });
  }

  void press(CharSequence... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  /** Presses the tabulator until an element has the focus. */
  void tabTo(String css) {
    List<String> passed = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      if (Boolean.TRUE.equals(run("return document.activeElement.matches(arguments[0])", css))) {
        return;
      }
      press(Keys.TAB);
      passed.add(String.valueOf(run("return document.activeElement.outerHTML.slice(0, 80)")));
    }
    throw new AssertionError("the tabulator does not come to %s, but to %s".formatted(css, passed));
  }

  /** All that is said and shown: texts, and what is said of things without one. */
  String said() {
    return String.valueOf(
        run(
            "const texts = [document.body.innerText];"
                + " for (const one of document.querySelectorAll('[aria-label], [title]')) {"
                + "   texts.push(one.getAttribute('aria-label') ?? '', one.title); }"
                + " return texts.join('\\n')"));
  }

  String focused() {
    return String.valueOf(
        run(
            "return document.activeElement.getAttribute('aria-label') ??"
                + " document.activeElement.textContent"));
  }

  void choose(String css, String value) {
    run(
        "const at = document.querySelector(arguments[0]); at.value = arguments[1];"
            + " at.dispatchEvent(new Event('change', {bubbles: true}))",
        css,
        value);
  }

  // what its page is answered

  /** From here on, answers to what it asks for at addresses with this part wait to be let in. */
  void holdBack(String part) {
    run(
        """
        const real = window.realFetch ??= window.fetch;
        const part = arguments[0];
        window.held = [];
        window.fetch = (path, more) => {
          if (!String(path).includes(part)) {
            return real(path, more);
          }
          const whole = real(path, more).then(async (answer) =>
            new Response(await answer.text(), { status: answer.status, headers: answer.headers }));
          return new Promise((letIn, fail) => held.push(() => whole.then(letIn, fail)));
        };
        """,
        part);
  }

  /** How many answers were held back so far, those among them that were let in since. */
  int heldBack() {
    return ((Number) run("return held.length")).intValue();
  }

  /**
   * Lets an answer in, and what the page makes of it happen.
   *
   * @param nth by the order in which they were asked for, from 0
   */
  void letIn(int nth) {
    run("return held[arguments[0]]().then(() => new Promise(done => setTimeout(done, 50)))", nth);
  }

  /** From here on, what it asks for at addresses with this part is refused. */
  void refuse(String part, int status, String why) {
    run(
        """
        const real = window.realFetch ??= window.fetch;
        const [part, status, detail] = arguments;
        window.fetch = (path, more) => String(path).includes(part)
          ? Promise.resolve(new Response(JSON.stringify({ detail }), { status })) : real(path, more);
        """,
        part,
        status,
        why);
  }

  /**
   * From here on, what it asks for at addresses with this part is never answered, and it waits no
   * longer than so long for any answer.
   */
  void ignore(String part, int patienceMs) {
    run(
        """
        const real = window.realFetch ??= window.fetch;
        const [part, patience] = arguments;
        const wait = window.realWait ??= AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (ms) => wait(Math.min(ms, patience));
        window.fetch = (path, more) => String(path).includes(part)
          ? new Promise((never, fail) =>
              more.signal.addEventListener("abort", () => fail(more.signal.reason)))
          : real(path, more);
        """,
        part,
        patienceMs);
  }

  /** From here on, it is answered, and waits for answers, as usual. */
  void answer() {
    run(
        "window.fetch = window.realFetch; AbortSignal.timeout = window.realWait ??"
            + " AbortSignal.timeout");
  }

  /** From here on, what its page wants to wait longer for than so long comes much sooner. */
  void hurry(int longMs, int soonMs) {
    run(
        """
        const real = window.realTimeout ??= window.setTimeout;
        const [long, soon] = arguments;
        window.setTimeout = (act, ms) => real(act, ms > long ? soon : ms);
        """,
        longMs,
        soonMs);
  }

  /** From here on, time passes as usual. */
  void takeTime() {
    run("window.setTimeout = window.realTimeout");
  }

  // what is wrong

  /** What the console says, broken rules of the content policy among it; and is then forgotten. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .filter(message -> !message.startsWith("rendering ")) // hints on speed, after axe looked
        .toList();
  }

  /** What keeps people from using the page, as axe finds it: what is serious or critical. */
  List<String> barriers() {
    run(AXE);
    String found =
        String.valueOf(
            driver.executeAsyncScript(
                "const done = arguments[arguments.length - 1];"
                    + "axe.run(document, {resultTypes: ['violations']}).then(found =>"
                    + " done(JSON.stringify(found.violations)), wrong => done(String(wrong)))"));
    List<String> barriers = new ArrayList<>();
    for (JsonNode violation : Description.read(found)) {
      if (List.of("serious", "critical").contains(violation.path("impact").asText())) {
        barriers.add(
            "%s: %s".formatted(violation.path("id").asText(), violation.at("/nodes/0/html")));
      }
    }
    return barriers;
  }

  private static String axe() {
    try (InputStream about = resource("META-INF/maven/org.webjars.npm/axe-core/pom.properties")) {
      Properties built = new Properties();
      built.load(about);
      String folder =
          "META-INF/resources/webjars/axe-core/%s/".formatted(built.getProperty("version"));
      try (InputStream script = resource(folder + "axe.min.js")) {
        return new String(script.readAllBytes(), StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream resource(String name) {
    return Objects.requireNonNull(Browser.class.getClassLoader().getResourceAsStream(name), name);
  }

  // pictures

  /** What is on the screen. */
  void picture(Path file) {
    Map<String, Object> taken =
        driver.executeCdpCommand("Page.captureScreenshot", Map.of("format", "png"));
    try {
      Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
      Files.write(file, Base64.getDecoder().decode((String) taken.get("data")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
