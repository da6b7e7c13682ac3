package io.proteus.controller.settings;

import io.proteus.core.units.Address;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a setting is written in the file.
 *
 * @param name what the documentation calls it
 * @param wanted what an error says is wanted
 * @param reader throws IllegalArgumentException for what it does not take
 */
public record Kind<T>(String name, String wanted, Reader<T> reader) {
  private static final Pattern AMOUNT = Pattern.compile("(\\d+)\\s*(ms|s|m|h|d)");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final Pattern ADDRESS = Pattern.compile("([^\\s:,]+):(\\d{1,5})");

  public static final Kind<String> NAMED =
      text("name", "letters, digits, '.', '_' and '-'", text -> matched(NAME, text).group());
  public static final Kind<String> TEXT = text("text", "a text", text -> text);
  public static final Kind<Path> FILE = text("file", "a path", Path::of);
  public static final Kind<Boolean> SWITCH = text("switch", "true or false", Kind::onOrOff);
  public static final Kind<Ratio> SHARE = text("share", "a share such as 0.6 or 60%", Kind::share);
  public static final Kind<ByteSize> SIZE = text("size", "a size such as 64KB", Kind::size);
  public static final Kind<Duration> DURATION =
      text("duration", "a duration such as 30s, 3m or 1h", text -> positive(duration(text)));
  public static final Kind<Duration> DURATION_OR_ZERO =
      text("duration or 0s", "a duration such as 30s, 3m, 1h, or 0s", Kind::duration);
  public static final Kind<Integer> COUNT =
      text("count", "a whole number, 1 or more", text -> positive(Integer.parseInt(text)));
  public static final Kind<Integer> COUNT_OR_ZERO =
      text("count or 0", "a whole number, 0 or more", text -> notNegative(Integer.parseInt(text)));
  public static final Kind<Integer> PORT =
      text("port", "a port 0..65535", text -> port(Integer.parseInt(text)));
  public static final Kind<Double> RATE =
      text("op/s", "a number of requests per second, 0 or more", Kind::rate);
  public static final Kind<Double> NUMBER = text("number", "a number, 0 or more", Kind::rate);
  public static final Kind<List<Address>> ADDRESSES =
      text("addresses", "host:port, or several with commas between them", Kind::addresses);
  public static final Kind<List<String>> WORDS =
      new Kind<>("list", "a list such as [one, two]", Kind::words);
  public static final Kind<Map<String, String>> PAIRS =
      new Kind<>("section", "a section of any keys, each with a text or a number", Kind::pairs);

  /** A count, or a word that stands for "no count". */
  public static Kind<Integer> countOr(String word) {
    return text(
        "count or " + word,
        "a whole number, 1 or more, or " + word,
        text -> text.equals(word) ? 0 : positive(Integer.parseInt(text)));
  }

  /** The same, or a word that stands for nothing of the kind. */
  public Kind<Optional<T>> or(String word) {
    return new Kind<>(
        name + " or " + word,
        wanted + ", or " + word,
        node ->
            node instanceof YamlNode.Scalar scalar && scalar.text().strip().equals(word)
                ? Optional.empty()
                : Optional.of(reader.read(node)));
  }

  public static Kind<String> oneOf(String... words) {
    List<String> all = List.of(words);
    String wanted = all.size() == 1 ? all.get(0) : "one of " + String.join(", ", all);
    return text(
        String.join(" \\| ", all),
        wanted,
        text -> {
          if (!all.contains(text)) {
            throw new IllegalArgumentException(
                NearestWord.to(text, all).map("maybe '%s'"::formatted).orElse(""));
          }
          return text;
        });
  }

  public interface Reader<T> {
    T read(YamlNode node);
  }

  public interface TextReader<T> {
    T read(String text);
  }

  private static <T> Kind<T> text(String name, String wanted, TextReader<T> reader) {
    return new Kind<>(
        name,
        wanted,
        node -> {
          if (node instanceof YamlNode.Scalar scalar && !scalar.text().isBlank()) {
            return reader.read(scalar.text().strip());
          }
          throw new IllegalArgumentException("");
        });
  }

  private static Matcher matched(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("");
    }
    return matcher;
  }

  private static boolean onOrOff(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("");
    };
  }

  private static Ratio share(String text) {
    return text.endsWith("%")
        ? new Ratio(Double.parseDouble(text.substring(0, text.length() - 1).strip()) / 100)
        : new Ratio(Double.parseDouble(text));
  }

  private static ByteSize size(String text) {
    ByteSize size = ByteSize.parse(text);
    if (size.bytes() == 0) {
      throw new InvalidValue("");
    }
    return size;
  }

  private static Duration duration(String text) {
    Matcher amount = matched(AMOUNT, text.toLowerCase(Locale.ROOT));
    long value = Long.parseLong(amount.group(1));
    return switch (amount.group(2)) {
      case "ms" -> Duration.ofMillis(value);
      case "s" -> Duration.ofSeconds(value);
      case "m" -> Duration.ofMinutes(value);
      case "h" -> Duration.ofHours(value);
      default -> Duration.ofDays(value);
    };
  }

  private static Duration positive(Duration duration) {
    if (duration.isZero()) {
      throw new IllegalArgumentException("");
    }
    return duration;
  }

  private static int positive(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("");
    }
    return count;
  }

  private static int notNegative(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("");
    }
    return count;
  }

  private static int port(int port) {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("");
    }
    return port;
  }

  private static double rate(String text) {
    double rate = Double.parseDouble(text);
    if (!(rate >= 0) || Double.isInfinite(rate)) {
      throw new IllegalArgumentException("");
    }
    return rate;
  }

  private static List<Address> addresses(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(part -> matched(ADDRESS, part.strip()))
        .map(part -> new Address(part.group(1), Integer.parseInt(part.group(2))))
        .toList();
  }

  private static List<String> words(YamlNode node) {
    List<String> words = new ArrayList<>();
    if (!(node instanceof YamlNode.Sequence sequence)) {
      throw new IllegalArgumentException("");
    }
    for (YamlNode item : sequence.items()) {
      words.add(TEXT.reader.read(item));
    }
    return List.copyOf(words);
  }

  private static Map<String, String> pairs(YamlNode node) {
    Map<String, String> pairs = new LinkedHashMap<>();
    if (!(node instanceof YamlNode.Mapping mapping)) {
      throw new IllegalArgumentException("");
    }
    for (YamlNode.Entry entry : mapping.entries()) {
      pairs.put(entry.key(), TEXT.reader.read(entry.value()));
    }
    return Map.copyOf(pairs);
  }
}
