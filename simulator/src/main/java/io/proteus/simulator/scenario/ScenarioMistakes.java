package io.proteus.simulator.scenario;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.fault.Fault;
import io.proteus.simulator.fault.Faults;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What is wrong with a scenario, each with its place. What is wrong is taken out of it, so that the
 * rest is read as if it were not there.
 */
final class ScenarioMistakes {
  /** How the mapper begins to say that a key is not there which has to be. */
  private static final String MISSING = "Missing required creator property";

  private static final String NONE = "want a value, got none.";
  private static final String NAME = "name";
  private static final String TENANTS = "tenants";
  private static final String OPERATIONS = "operations";
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final String UNNAMED = "unnamed";
  private static final ObjectNode TENANT =
      JSON.objectNode().put(NAME, UNNAMED).set(OPERATIONS, JSON.objectNode().put("read", 1));

  /** By the key of a list, what stands where one of it could not be read. */
  private static final Map<String, ObjectNode> STAND_INS =
      Map.of(
          TENANTS,
          TENANT,
          "faults",
          JSON.objectNode().put("fault", "controller-crash").put("at", "0s"),
          "load",
          JSON.objectNode().put("curve", "daily").set("factors", JSON.arrayNode().add(1)),
          "active",
          JSON.objectNode().put("from", "0s"),
          "steps",
          JSON.objectNode().put("from", "0s").put("to", 1));

  private final String what;
  private final ObjectNode given;
  private final Set<String> told = new LinkedHashSet<>();
  private final Set<String> takenOut = new HashSet<>();

  /**
   * @param what shown in errors
   * @param given the scenario, out of which mistakes are taken
   */
  ScenarioMistakes(String what, ObjectNode given) {
    this.what = what;
    this.given = given;
  }

  /**
   * Mistyped kinds of operations: their shares would be told first, as they then do not add up to
   * 1, and the word that is wrong not at all.
   */
  void takeOutUnknownOperations() {
    List<String> known =
        Arrays.stream(Operations.class.getRecordComponents())
            .map(RecordComponent::getName)
            .toList();
    for (int i = 0; i < given.path(TENANTS).size(); i++) {
      if (!(given.path(TENANTS).path(i).path(OPERATIONS) instanceof ObjectNode operations)) {
        continue;
      }
      String path = "%s[%d].%s".formatted(TENANTS, i, OPERATIONS);
      List<String> unknown = new ArrayList<>();
      operations.fieldNames().forEachRemaining(unknown::add);
      unknown.removeAll(known);
      unknown.forEach(key -> add("%s.%s: %s".formatted(path, key, noSuchKey(known))));
      if (!unknown.isEmpty()) {
        operations.removeAll();
        operations.setAll((ObjectNode) TENANT.get(OPERATIONS));
        takenOut.add(path);
      }
    }
  }

  boolean isEmpty() {
    return told.isEmpty();
  }

  InvalidValue all() {
    return new InvalidValue(String.join("\n", told));
  }

  /** Of the text as a whole. */
  void add(String mistake) {
    told.add("%s: %s".formatted(what, mistake));
  }

  /** Of the scenario as a whole; not told where it may be for want of what was taken out. */
  void follow(String mistake) {
    if (takenOut.isEmpty()) {
      add(mistake);
    }
  }

  /** Whether it could be taken out, so that there is more to be read. */
  boolean takesOut(JsonMappingException mistake) {
    List<JsonMappingException.Reference> at = mistake.getPath();
    String path = path(at);
    if (!follows(path)) {
      add((path.isEmpty() ? "" : path + ": ") + withoutKey(at, why(mistake, valueAt(at))));
    }
    return takesOut(at, mistake instanceof UnrecognizedPropertyException);
  }

  /** Whether what is wrong there may be for want of what was taken out. */
  private boolean follows(String path) {
    return takenOut.stream()
        .anyMatch(
            out ->
                path.isEmpty()
                    || out.equals(path)
                    || out.startsWith(path + ".")
                    || out.startsWith(path + "["));
  }

  /** The innermost value of them that can go, or that something can stand for. */
  private boolean takesOut(List<JsonMappingException.Reference> at, boolean isUnknown) {
    List<JsonNode> parents = new ArrayList<>();
    JsonNode node = given;
    for (JsonMappingException.Reference step : at) {
      parents.add(node);
      node = below(node, step);
    }
    for (int i = at.size() - 1; i >= 0; i--) {
      if (goes(at, i, parents.get(i))) {
        if (!isUnknown) {
          takenOut.add(path(at.subList(0, i + 1)));
        }
        return true;
      }
    }
    return at.size() == 1 && isMadeUp(at.get(0).getFieldName());
  }

  private static boolean goes(List<JsonMappingException.Reference> at, int step, JsonNode parent) {
    String field = at.get(step).getFieldName();
    if (field != null) {
      return parent instanceof ObjectNode object && object.remove(field) != null;
    }
    ObjectNode standIn = step == 0 ? null : STAND_INS.get(at.get(step - 1).getFieldName());
    int index = at.get(step).getIndex();
    if (standIn == null || !(parent instanceof ArrayNode list) || index >= list.size()) {
      return false;
    }
    ObjectNode stands = standIn.deepCopy();
    if (standIn.has(NAME) && list.get(index).path(NAME).isTextual()) {
      stands.set(NAME, list.get(index).get(NAME));
    }
    list.set(index, stands);
    return true;
  }

  /** What a scenario cannot do without. */
  private boolean isMadeUp(String key) {
    if (key.equals(NAME)) {
      given.put(NAME, UNNAMED);
    } else if (key.equals(TENANTS)) {
      given.putArray(TENANTS).add(TENANT.deepCopy());
    } else {
      return false;
    }
    takenOut.add(key);
    return true;
  }

  private static String path(List<JsonMappingException.Reference> at) {
    String path =
        at.stream()
            .map(
                step ->
                    step.getFieldName() == null
                        ? "[" + step.getIndex() + "]"
                        : "." + step.getFieldName())
            .collect(Collectors.joining());
    return path.startsWith(".") ? path.substring(1) : path;
  }

  private JsonNode valueAt(List<JsonMappingException.Reference> at) {
    JsonNode node = given;
    for (JsonMappingException.Reference step : at) {
      node = below(node, step);
    }
    return node;
  }

  private static JsonNode below(JsonNode node, JsonMappingException.Reference step) {
    return step.getFieldName() == null
        ? node.path(step.getIndex())
        : node.path(step.getFieldName());
  }

  /** What refuses a value often names its key, which stands before it already. */
  private static String withoutKey(List<JsonMappingException.Reference> at, String why) {
    String key = at.isEmpty() ? null : at.get(at.size() - 1).getFieldName();
    return key != null && why.startsWith(key + ": ") ? why.substring(key.length() + 2) : why;
  }

  private static String why(JsonMappingException e, JsonNode value) {
    if (e instanceof UnrecognizedPropertyException unknown) {
      return noSuchKey(
          Objects.requireNonNullElse(unknown.getKnownPropertyIds(), List.of()).stream()
              .map(Object::toString)
              .toList());
    }
    if (e.getCause() instanceof InvalidValue invalid) {
      return String.valueOf(invalid.getMessage());
    }
    if (e instanceof InvalidNullException || e.getOriginalMessage().startsWith(MISSING)) {
      return NONE;
    }
    if (e instanceof InvalidTypeIdException kind) {
      return noSuchKind(kind);
    }
    if (e instanceof InvalidFormatException unread) {
      return unread(unread);
    }
    return e instanceof MismatchedInputException other
        ? misshapen(other, value)
        : e.getOriginalMessage();
  }

  /**
   * @param known keys
   */
  static String noSuchKey(List<String> known) {
    return "there is no such key. Here are: %s."
        .formatted(known.stream().sorted().collect(Collectors.joining(", ")));
  }

  /** A fault or a curve whose own key does not say which one. */
  private static String noSuchKind(InvalidTypeIdException e) {
    Class<?> base = e.getBaseType().getRawClass();
    return "want a %s, one of %s, got %s."
        .formatted(
            base.getAnnotation(JsonTypeInfo.class).property(),
            String.join(", ", kinds(base)),
            e.getTypeId() == null ? "none" : "'" + e.getTypeId() + "'");
  }

  private static Collection<String> kinds(Class<?> base) {
    return base == Fault.class
        ? new TreeSet<>(Faults.byName().keySet())
        : Arrays.stream(base.getAnnotation(JsonSubTypes.class).value())
            .map(JsonSubTypes.Type::name)
            .toList();
  }

  /** A list where there should be settings, and the like. */
  private static String misshapen(MismatchedInputException e, JsonNode value) {
    Class<?> wanted = e.getTargetType();
    if (wanted == null) {
      return e.getOriginalMessage();
    }
    String got =
        value.isObject()
            ? "settings"
            : value.isArray() ? "a list" : "'%s'".formatted(value.asText());
    return "want %s, got %s.".formatted(shape(wanted), got);
  }

  private static String shape(Class<?> wanted) {
    if (Collection.class.isAssignableFrom(wanted)) {
      return "a list, as [...] or with '-' before each";
    }
    if (wanted.isRecord() || wanted.isInterface() || Map.class.isAssignableFrom(wanted)) {
      return "settings, as {key: value}";
    }
    if (wanted == boolean.class) {
      return "true or false";
    }
    return wanted.isPrimitive() || Number.class.isAssignableFrom(wanted) ? "a number" : "a value";
  }

  private static String unread(InvalidFormatException e) {
    Class<?> wanted = e.getTargetType();
    Object got = e.getValue() instanceof String text ? "'" + text + "'" : e.getValue();
    if (wanted == int.class || wanted == Integer.class) {
      return "want a whole number, got %s.".formatted(got);
    }
    if (wanted == double.class || wanted == Double.class) {
      return "want a number, got %s.".formatted(got);
    }
    return wanted == boolean.class
        ? "want true or false, got %s.".formatted(got)
        : e.getOriginalMessage();
  }
}
