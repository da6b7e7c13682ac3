package io.proteus.app.trust;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.app.command.Schemas;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
  @TempDir private Path folder;

  private Outcome report(JournalledShop shop, String... options) {
    String[] arguments = new String[options.length + 1];
    arguments[0] = "report";
    System.arraycopy(options, 0, arguments, 1, options.length);
    return new CommandLineUnderTest(folder, shop.clock).run(arguments);
  }

  @Test
  void onePageTellsWhatWasWantedAtWhichPriceAndWhatWasMeasured() throws Exception {
    JournalledShop shop = new JournalledShop(folder).inTheShadow(300);

    Outcome written = report(shop, "--out", "page.html", "--no-simulation");

    assertThat(written.exitCode()).as(written.err()).isZero();
    assertThat(written.out()).contains("hours Proteus wanted one plan. Nothing was changed by it.");
    assertThat(Files.readString(folder.resolve("page.html")))
        .contains("Proteus beside shop", "moves, ", "op/s on average", "3 times")
        .contains("No figures: the simulator was left out.")
        .doesNotContain("<script", "{{");
  }

  @Test
  void theSameAsJsonHasPriceExpectationAndMeasuredLoad() throws Exception {
    JournalledShop shop = new JournalledShop(folder).inTheShadow(300);

    String json = report(shop, "--json", "--no-simulation").out();
    JsonNode document = new ObjectMapper().readTree(json);
    Schemas.assertValid("report", json);

    JsonNode wish = document.at("/measured/wishes/0");
    assertThat(wish.get("price").asText()).contains("moves");
    assertThat(wish.get("expected").asText()).startsWith("from 800 to about ");
    assertThat(wish.at("/meanwhile/meanRequestsPerSecond").asDouble()).isEqualTo(800);
    assertThat(document.at("/measured/carriedOut").asInt()).isZero();
  }

  @Test
  void whereTheJournalTellsTooLittleThePageSaysSo() throws Exception {
    JournalledShop shop = new JournalledShop(folder).inTheShadow(40);

    Outcome written = report(shop);

    assertThat(written.exitCode()).as(written.err()).isZero();
    assertThat(Files.readString(folder.resolve("proteus-report.html")))
        .contains("No figures: the journal tells of 19 minutes");
  }

  @Test
  void whereItTellsEnoughTheTimeIsGoneThroughAgainInTheSimulator() throws Exception {
    JournalledShop shop = new JournalledShop(folder).inTheShadow(140);

    String json = report(shop, "--json").out();
    JsonNode simulated = new ObjectMapper().readTree(json).get("simulated");
    Schemas.assertValid("report", json);

    assertThat(simulated.path("whyNot").asText("")).isEmpty();
    assertThat(simulated.at("/asItWas/millionOperations").asDouble()).isPositive();
    assertThat(simulated.at("/asItWas/moves").asInt()).isZero();
    assertThat(simulated.at("/withProteus/moves").asInt()).isPositive();
    assertThat(simulated.get("remarks")).isNotEmpty();
  }

  @Test
  void withoutObservationsThatIsSaid() throws Exception {
    JournalledShop shop = new JournalledShop(folder).inTheShadow(0);

    assertThat(report(shop).err()).contains("no observation of this time");
  }
}
