package io.proteus.simulator.scenario;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Durations;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import io.proteus.simulator.fault.Faults;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Scenarios as YAML ({@code docs/scenarios.md}). What a file leaves out is as in {@code
 * defaults.yaml}.
 */
public final class ScenarioFile {
  /** The scenarios that come with Proteus. */
  public static final List<String> SHIPPED =
      List.of(
          "met-16",
          "met-17",
          "met-18",
          "tir-8",
          "tir-prototype",
          "mdp-7",
          "steady",
          "daily",
          "flash-crowd",
          "hot-spot",
          "open-loop");

  /** Whoever made more will be glad to begin with these. */
  private static final int MOST_MISTAKES = 20;

  private static final String PROTEUS = "proteus";

  private static final ObjectMapper YAML = mapper();

  private ScenarioFile() {}

  /** A shipped scenario by its name, or else a file. */
  public static Scenario find(String nameOrFile, Path folder) {
    if (SHIPPED.contains(nameOrFile)) {
      return parse("scenario " + nameOrFile, resource(nameOrFile + ".yaml"));
    }
    Path file = folder.resolve(nameOrFile);
    if (Files.isDirectory(file)) {
      throw new InvalidValue("%s: want a file, got a folder.".formatted(nameOrFile));
    }
    if (!Files.isRegularFile(file)) {
      throw new InvalidValue(
          "%s: there is no such file, and no shipped scenario of that name. These are: %s."
              .formatted(nameOrFile, String.join(", ", SHIPPED)));
    }
    try {
      return parse(nameOrFile, Files.readString(file));
    } catch (CharacterCodingException e) {
      throw new InvalidValue("%s: want a scenario as text in UTF-8.".formatted(nameOrFile));
    } catch (IOException e) {
      throw new InvalidValue("%s: cannot be read: %s".formatted(nameOrFile, e.getMessage()));
    }
  }

  /**
   * Reads a scenario. All mistakes are told at once, each with its place.
   *
   * @param what shown in errors
   */
  public static Scenario parse(String what, String text) {
    ObjectNode given;
    try {
      given = YAML.readTree(text) instanceof ObjectNode settings ? settings : null;
    } catch (JsonProcessingException e) {
      throw new InvalidValue(
          "%s: line %d: %s"
              .formatted(
                  what, e.getLocation() == null ? 0 : e.getLocation().getLineNr(), notYaml(e)));
    }
    if (given == null) {
      throw new InvalidValue("%s: want settings of a scenario, got none.".formatted(what));
    }
    leaveOutBlanks(given);
    ScenarioMistakes mistakes = new ScenarioMistakes(what, given);
    mistakes.takeOutUnknownOperations();
    for (int round = 0; round < MOST_MISTAKES; round++) {
      try {
        Scenario scenario = YAML.treeToValue(withDefaults(given), Scenario.class);
        FaultNumbers.of(scenario).mistakes(scenario.faults()).forEach(mistakes::follow);
        if (mistakes.isEmpty()) {
          return scenario;
        }
        break;
      } catch (JsonMappingException e) {
        if (!mistakes.takesOut(e)) {
          break;
        }
      } catch (JsonProcessingException e) {
        mistakes.add(e.getOriginalMessage());
        break;
      }
    }
    throw mistakes.all();
  }

  /** Only the first line: where the parser was as it saw that, and a picture of it, are no help. */
  private static String notYaml(JsonProcessingException e) {
    String said = e.getOriginalMessage().lines().findFirst().orElse("");
    return said.startsWith("Duplicate") ? said : "not YAML: " + said;
  }

  /**
   * A key without a value is as if it were not there, as in the configuration file, whose reader
   * sees to what is below {@code proteus}.
   */
  private static void leaveOutBlanks(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.removeIf(
          value -> value.isNull() || (value.isTextual() && value.textValue().isBlank()));
      object
          .properties()
          .forEach(
              field -> {
                if (!field.getKey().equals(PROTEUS)) {
                  leaveOutBlanks(field.getValue());
                } else if (field.getValue() instanceof ObjectNode sections) {
                  sections.removeIf(JsonNode::isNull);
                }
              });
    } else {
      node.forEach(ScenarioFile::leaveOutBlanks);
    }
  }

  private static JsonNode withDefaults(JsonNode given) throws JsonProcessingException {
    ObjectNode whole = (ObjectNode) YAML.readTree(resource("defaults.yaml"));
    JsonNode tenant = whole.remove("tenant");
    JsonNode balancer = whole.remove("balancer");
    whole.putNull("balancer");
    given.fields().forEachRemaining(field -> overlay(whole, field.getKey(), field.getValue()));
    if (whole.get("balancer") instanceof ObjectNode own) {
      whole.set("balancer", over(balancer, own));
    }
    if (whole.get("tenants") instanceof ArrayNode tenants) {
      for (int i = 0; i < tenants.size(); i++) {
        if (tenants.get(i).isObject()) {
          tenants.set(i, over(tenant, tenants.get(i)));
        }
      }
    }
    return whole;
  }

  private static ObjectNode over(JsonNode defaults, JsonNode given) {
    ObjectNode whole = defaults.deepCopy();
    given.fields().forEachRemaining(field -> whole.set(field.getKey(), field.getValue()));
    return whole;
  }

  private static void overlay(ObjectNode whole, String key, JsonNode value) {
    if (key.equals("hardware")
        && whole.get(key) instanceof ObjectNode under
        && value instanceof ObjectNode over) {
      over.fields().forEachRemaining(field -> under.set(field.getKey(), field.getValue()));
    } else {
      whole.set(key, value);
    }
  }

  private static String resource(String name) {
    try (InputStream in = ScenarioFile.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the scenario is part of the program", e);
    }
  }

  private static ObjectMapper mapper() {
    SimpleModule units = new SimpleModule("units");
    units.addDeserializer(Duration.class, new DurationText());
    units.addDeserializer(ByteSize.class, new ByteSizeText());
    units.addDeserializer(MemorySplit.class, new SplitText());
    units.addDeserializer(Scenario.Layout.class, new LayoutText());
    Faults.byName().values().forEach(units::registerSubtypes);
    return YAMLMapper.builder()
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        // off is a word of some settings of Proteus
        .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
        .addModule(units)
        .build();
  }

  /** {@code 90s}, {@code 3m}. */
  private static final class DurationText extends FromStringDeserializer<Duration> {
    private static final long serialVersionUID = 1;

    DurationText() {
      super(Duration.class);
    }

    @Override
    protected Duration _deserialize(String text, DeserializationContext context) {
      return Durations.parse(text);
    }
  }

  /** {@code 32KB}. */
  private static final class ByteSizeText extends FromStringDeserializer<ByteSize> {
    private static final long serialVersionUID = 1;

    ByteSizeText() {
      super(ByteSize.class);
    }

    @Override
    protected ByteSize _deserialize(String text, DeserializationContext context) {
      return ByteSize.parse(text);
    }
  }

  /** {@code 40% / 25%}: read cache, write buffer. */
  private static final class SplitText extends FromStringDeserializer<MemorySplit> {
    private static final long serialVersionUID = 1;

    SplitText() {
      super(MemorySplit.class);
    }

    @Override
    protected MemorySplit _deserialize(String text, DeserializationContext context) {
      String[] shares = text.split("/");
      try {
        if (shares.length == 2) {
          return new MemorySplit(Ratio.parse(shares[0]), Ratio.parse(shares[1]));
        }
      } catch (InvalidValue e) {
        if (!String.valueOf(e.getMessage()).contains("want a share")) {
          throw e;
        }
      }
      throw new InvalidValue(
          "want the shares of read cache and write buffer such as '40%% / 25%%', got '%s'."
              .formatted(text));
    }
  }

  /** {@code random}. */
  private static final class LayoutText extends FromStringDeserializer<Scenario.Layout> {
    private static final long serialVersionUID = 1;

    LayoutText() {
      super(Scenario.Layout.class);
    }

    @Override
    protected Scenario.Layout _deserialize(String text, DeserializationContext context) {
      for (Scenario.Layout layout : Scenario.Layout.values()) {
        if (layout.name().toLowerCase(Locale.ROOT).equals(text.strip())) {
          return layout;
        }
      }
      throw new InvalidValue(
          "want one of random, balanced, grouped, aligned, met, got '%s'.".formatted(text));
    }
  }
}
