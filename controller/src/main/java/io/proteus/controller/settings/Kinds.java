package io.proteus.controller.settings;

import io.proteus.core.port.PriceList;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Word;
import io.proteus.core.units.Address;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Durations;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How values of each type are written, the same in every file. */
public final class Kinds {
  private static final String TYPE = "type";
  private static final String STRING = "string";
  private static final Map<String, Object> TEXT_SCHEMA = Map.of(TYPE, STRING);
  private static final Map<String, Object> SCALAR_SCHEMA =
      Map.of(TYPE, List.of(STRING, "number", "boolean"));
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");
  private static final Pattern MOST = Pattern.compile("a time of (\\d+) days at most");
  private static final Pattern ADDRESS = Pattern.compile("([^\\s:,]+):(\\d{1,5})");

  private static final Kind<String> TEXT = Kind.text("text", "a text", SCALAR_SCHEMA, text -> text);
  private static final Kind<Path> FILE = Kind.text("file", "a path", TEXT_SCHEMA, Path::of);
  private static final Kind<Boolean> SWITCH =
      Kind.text("switch", "true or false", Map.of(TYPE, "boolean"), Kinds::onOrOff);
  private static final Kind<Ratio> SHARE =
      Kind.text(
          "share",
          "a share such as 0.6 or 60%",
          Map.of(
              "anyOf",
              List.of(
                  Map.of(TYPE, "number", "minimum", 0, "maximum", 1),
                  Map.of(TYPE, STRING, "pattern", "^\\s*\\d+(\\.\\d+)?\\s*%\\s*$"))),
          Ratio::parse);
  private static final Kind<List<Address>> ADDRESSES =
      Kind.text(
          "addresses",
          "host:port, or several with commas between them",
          TEXT_SCHEMA,
          Kinds::addresses);
  private static final Kind<Map<String, String>> PAIRS =
      new Kind<>(
          "section",
          "a section of any keys, each with a text or a number",
          Map.of(TYPE, "object", "additionalProperties", SCALAR_SCHEMA),
          Kinds::pairs);

  /** Neither negative nor beyond all machines. */
  private static final Pattern PRICE = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");

  private static final Kind<PriceList> PRICES =
      new Kind<>(
          "section",
          "a section of types of machines, each with what one costs an hour, 0 or more",
          Map.of(TYPE, "object", "additionalProperties", Map.of(TYPE, "number", "minimum", 0)),
          Kinds::prices);

  private final Map<String, Kind<?>> own;
  private final Map<String, List<String>> words;
  private final Map<Class<?>, Map<String, Class<?>>> variants;

  /** Read once from a record's annotations: catalogues have hundreds of sections of one record. */
  private final Map<Class<?>, Shape> shapes = new ConcurrentHashMap<>();

  private Kinds(
      Map<String, Kind<?>> own,
      Map<String, List<String>> words,
      Map<Class<?>, Map<String, Class<?>>> variants) {
    this.own = own;
    this.words = words;
    this.variants = variants;
  }

  /** The kinds of the units. */
  public static Kinds usual() {
    return new Kinds(Map.of(), Map.of(), Map.of());
  }

  /**
   * The same with another type, lists as {@code java.util.List<name.of.Class>}, or with the name of
   * a {@link Key#kind}.
   */
  public Kinds with(String typeName, Kind<?> kind) {
    Map<String, Kind<?>> more = new HashMap<>(own);
    more.put(typeName, kind);
    return new Kinds(more, words, variants);
  }

  /** The same with the words of a {@link Key#oneOf}. */
  public Kinds withWords(String name, List<String> list) {
    Map<String, List<String>> more = new HashMap<>(words);
    more.put(name, list);
    return new Kinds(own, more, variants);
  }

  /** The same with the records that stand for the kinds of an interface which is not sealed. */
  public Kinds withVariants(Class<?> type, Map<String, ? extends Class<?>> records) {
    Map<Class<?>, Map<String, Class<?>>> more = new HashMap<>(variants);
    more.put(type, Collections.unmodifiableMap(new LinkedHashMap<>(records)));
    return new Kinds(own, words, more);
  }

  /** The keys of a record of settings. */
  Shape shape(Class<?> type) {
    return shapes.computeIfAbsent(type, record -> Shape.of(record, this));
  }

  /** The records that stand for the kinds of an interface, by the words for them. */
  Map<String, Class<?>> variants(Class<?> type) {
    Map<String, Class<?>> registered = variants.get(type);
    return registered == null ? Shape.variants(type) : registered;
  }

  /** How a value of this type is written under this key. */
  Optional<Kind<?>> of(Type type, Key key) {
    Kind<?> registered = own.get(key.kind().isEmpty() ? type.getTypeName() : key.kind());
    if (registered != null) {
      return Optional.of(registered);
    }
    if (!key.oneOf().isEmpty()) {
      return Optional.of(
          Kind.oneOf(
              Optional.ofNullable(words.get(key.oneOf()))
                  .orElseThrow(() -> new IllegalStateException("no words: " + key.oneOf()))));
    }
    if (type instanceof ParameterizedType several) {
      return ofSeveral(several, key);
    }
    if (type instanceof Class<?> one) {
      return one.isEnum() ? Optional.of(ofEnum(one)) : Optional.ofNullable(ofClass(one, key));
    }
    return Optional.empty();
  }

  private Optional<Kind<?>> ofSeveral(ParameterizedType type, Key key) {
    Type item = type.getActualTypeArguments()[0];
    if (type.getRawType() == Map.class) {
      return item == String.class && type.getActualTypeArguments()[1] == String.class
          ? Optional.of(PAIRS)
          : Optional.empty();
    }
    if (item == Address.class) {
      return Optional.of(ADDRESSES);
    }
    Optional<Kind<?>> one = of(item, key);
    if (type.getRawType() == Set.class) {
      return one.map(kind -> listed(kind).map(list -> Set.copyOf(list)));
    }
    return type.getRawType() == List.class ? one.map(Kinds::listed) : Optional.empty();
  }

  private static <T> Kind<List<T>> listed(Kind<T> kind) {
    return kind.listed(
        kind.schema().containsKey("enum") ? "list of " + kind.name() : "list",
        kind.schema().containsKey("enum")
            ? "a list of some of " + kind.wanted().replace("one of ", "")
            : "a list such as [one, two]");
  }

  private static @Nullable Kind<?> ofClass(Class<?> type, Key key) {
    return switch (type.getName()) {
      case "java.lang.String" -> key.pattern().isEmpty() ? TEXT : matching(key);
      case "java.nio.file.Path" -> FILE;
      case "boolean", "java.lang.Boolean" -> SWITCH;
      case "int", "java.lang.Integer" -> count(key);
      case "double", "java.lang.Double" ->
          key.unit().equals("share") ? SHARE.map(Ratio::value) : number(key);
      case "java.net.URI" -> Kind.text("address", "an address", TEXT_SCHEMA, URI::create);
      case "java.time.Duration" -> duration(key.zero());
      case "io.proteus.core.units.ByteSize" -> size(key.zero());
      case "io.proteus.core.units.Ratio" -> SHARE;
      case "io.proteus.core.port.PriceList" -> PRICES;
      default -> null;
    };
  }

  private static Kind<String> matching(Key key) {
    Pattern pattern = Pattern.compile(key.pattern());
    return Kind.text(
        "name",
        key.wanted(),
        Map.of(TYPE, STRING, "pattern", "^" + key.pattern() + "$"),
        text -> {
          if (!pattern.matcher(text).matches()) {
            throw new IllegalArgumentException("");
          }
          return text;
        });
  }

  /** A time, as every file writes it. */
  static Kind<Duration> duration(boolean zero) {
    return Kind.text(
        zero ? "duration or 0s" : "duration",
        zero ? "a duration such as 30s, 3m, 1h, or 0s" : "a duration such as 30s, 3m or 1h",
        Map.of(TYPE, STRING, "pattern", "^\\s*\\d+(\\.\\d+)?\\s*([mM][sS]|[sSmMhHdD])\\s*$"),
        text -> {
          if (NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException("maybe '%ss'".formatted(text));
          }
          Duration duration = parsed(text);
          if (duration.isZero() && !zero) {
            throw new IllegalArgumentException("");
          }
          return duration;
        });
  }

  private static Duration parsed(String text) {
    try {
      return Durations.parse(text);
    } catch (InvalidValue e) {
      Matcher most = MOST.matcher(String.valueOf(e.getMessage()));
      throw most.find()
          ? new IllegalArgumentException("maybe '%sd', the most".formatted(most.group(1)))
          : e;
    }
  }

  private static Kind<ByteSize> size(boolean zero) {
    return Kind.text(
        "size",
        "a size such as 64KB",
        Map.of(TYPE, STRING, "pattern", "^\\s*\\d+(\\.\\d+)?\\s*([kKmMgGtTpP]?[bB])\\s*$"),
        text -> {
          ByteSize size = ByteSize.parse(text);
          if (size.bytes() == 0 && !zero) {
            throw new IllegalArgumentException("");
          }
          return size;
        });
  }

  private static Kind<Integer> count(Key key) {
    int least = key.zero() ? 0 : 1;
    boolean bounded = key.most() != Integer.MAX_VALUE;
    Map<String, Object> schema = new LinkedHashMap<>(Map.of(TYPE, "integer", "minimum", least));
    if (bounded) {
      schema.put("maximum", key.most());
    }
    return Kind.text(
        "count" + (key.zero() ? " or 0" : "") + (bounded ? ", at most " + key.most() : ""),
        "a whole number, %d %s".formatted(least, bounded ? "to " + key.most() : "or more"),
        schema,
        text -> {
          int count = Integer.parseInt(text);
          if (count < least || count > key.most()) {
            throw new IllegalArgumentException("");
          }
          return count;
        });
  }

  private static Kind<Double> number(Key key) {
    NumberRange range =
        new NumberRange(key.range().isEmpty() && !key.signed() ? "0 or more" : key.range());
    Map<String, Object> schema = new LinkedHashMap<>(Map.of(TYPE, "number"));
    if (range.words().equals("0 or more")) {
      schema.put("minimum", 0);
    } else {
      schema.putAll(range.schema());
    }
    boolean rate = key.unit().equals("op/s");
    return Kind.text(
        key.unit().isEmpty() ? "number" : key.unit(),
        (rate ? "a number of requests per second" : "a number")
            + (range.words().isEmpty() ? "" : ", " + range.words()),
        rate
            ? Map.of(
                "anyOf",
                List.of(schema, Map.of(TYPE, STRING, "pattern", "^[0-9.eE+]+\\s*op/s\\s*$")))
            : schema,
        text -> {
          double number = rate ? OperationsPerSecond.parse(text).value() : Double.parseDouble(text);
          if (!range.takes(number)) {
            throw new IllegalArgumentException("");
          }
          return number;
        });
  }

  private static Kind<Object> ofEnum(Class<?> type) {
    Map<String, Object> constants = new LinkedHashMap<>();
    for (Object constant : type.getEnumConstants()) {
      constants.put(word(constant), constant);
    }
    return Kind.oneOf(List.copyOf(constants.keySet())).map(constants::get);
  }

  /** The word for a constant. */
  static String word(Object constant) {
    return constant instanceof Word own
        ? own.word()
        : ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The word for a kind of settings: its record's name with hyphens. */
  public static String word(Class<?> kind) {
    return Shape.kebab(kind.getSimpleName());
  }

  private static boolean onOrOff(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("");
    };
  }

  private static List<Address> addresses(String text) {
    return Arrays.stream(text.split(",", -1)).map(part -> address(part.strip())).toList();
  }

  private static Address address(String text) {
    Matcher parts = ADDRESS.matcher(text);
    if (!parts.matches()) {
      throw new InvalidValue("");
    }
    return new Address(parts.group(1), Integer.parseInt(parts.group(2)));
  }

  private static PriceList prices(YamlNode node) {
    Map<String, BigDecimal> prices = new LinkedHashMap<>();
    pairs(node).forEach((type, price) -> prices.put(type, price(price)));
    return new PriceList(prices);
  }

  private static BigDecimal price(String text) {
    if (!PRICE.matcher(text.strip()).matches()) {
      throw new IllegalArgumentException("");
    }
    return new BigDecimal(text.strip());
  }

  private static Map<String, String> pairs(YamlNode node) {
    Map<String, String> pairs = new LinkedHashMap<>();
    if (!(node instanceof YamlNode.Mapping mapping)) {
      throw new IllegalArgumentException("");
    }
    for (YamlNode.Entry entry : mapping.entries()) {
      pairs.put(entry.key(), TEXT.reader().read(entry.value()));
    }
    return Collections.unmodifiableMap(pairs);
  }
}
