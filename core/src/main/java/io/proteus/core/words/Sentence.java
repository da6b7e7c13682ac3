package io.proteus.core.words;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.OneLine;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IllegalFormatException;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A sentence for operators: a template and its typed arguments. The store's terms are placeholders
 * of the template, so that {@link #in} says the same in the words of any store.
 *
 * <p>A template is a format of {@link String#format} with these placeholders besides:
 *
 * <table>
 * <caption>Placeholders</caption>
 * <tr><th>placeholder</th><th>shown, for a store of shards</th></tr>
 * <tr><td>{@code {partition}}, {@code {partitions}}</td><td>shard, shards</td></tr>
 * <tr><td>{@code {%d partitions}}</td><td>1 shard, 2 shards</td></tr>
 * <tr><td>{@code {%d new partitions}}</td><td>1 new shard, 2 new shards</td></tr>
 * <tr><td>{@code {is|are}}</td><td>the first after the number 1, the second after any other; after
 * {@code %d of %d} the first of both numbers counts</td></tr>
 * </table>
 *
 * <p>An argument is a whole number, a fraction, a text, a name of a node, partition or table, a
 * quantity of {@code core.units}, or a sentence. What is {@link Sayable} becomes a sentence.
 */
public final class Sentence {
  private static final String TERMS =
      Stream.of(Term.values())
          .flatMap(term -> Stream.of(term.neutral().many(), term.neutral().one()))
          .collect(Collectors.joining("|"));

  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "%[-#+ 0,(]*\\d*(?:\\.\\d+)?[a-zA-Z%]"
              + "|\\{(?:(?<count>%,?d)(?<between>(?: [^{}|%]+?)??) )?(?<term>(?i:"
              + TERMS
              + "))\\}"
              + "|\\{(?<one>[^{}|]*)\\|(?<many>[^{}|]*)\\}");

  /** Between a number and the whole that it is a part of, as in "1 of 5 nodes is busy". */
  private static final String WHOLE = " of ";

  /** Templates are constants of the code; those of journals and files are not all kept. */
  private static final int MOST_TEMPLATES = 1_000;

  private static final Map<String, List<Piece>> PIECES =
      Collections.synchronizedMap(new HashMap<>());

  private final String template;
  private final List<Object> arguments;
  private final String neutral;

  private Sentence(String template, List<Object> arguments) {
    this.template = template;
    this.arguments = arguments;
    this.neutral = filled(Words.NEUTRAL);
  }

  /**
   * A sentence.
   *
   * @throws IllegalArgumentException when template and arguments do not fit together
   */
  public static Sentence of(String template, @Nullable Object... arguments) {
    return new Sentence(template, Arrays.stream(arguments).map(Sentence::argument).toList());
  }

  /** Text from outside, without placeholders. */
  public static Sentence verbatim(String text) {
    return of("%s", text);
  }

  /** Several sentences in a row. */
  public static Sentence joined(String separator, List<Sentence> sentences) {
    String template =
        sentences.stream().map(sentence -> "%s").collect(Collectors.joining(separator));
    return new Sentence(template, List.copyOf(sentences));
  }

  private static Object argument(@Nullable Object given) {
    if (given instanceof Long
        || given instanceof Double
        || given instanceof Sentence
        || given instanceof Name
        || given instanceof Ratio
        || given instanceof ByteSize
        || given instanceof OperationsPerSecond) {
      return given;
    }
    if (given instanceof Integer number) {
      return number.longValue();
    }
    if (given instanceof Float number) {
      return number.doubleValue();
    }
    if (given instanceof Sayable sayable) {
      return sayable.sentence();
    }
    if (given instanceof Named named) {
      return new Name(named.term(), named.value());
    }
    return String.valueOf(given);
  }

  /** A name as an argument. */
  public record Name(Term term, String value) implements Named {
    @Override
    public String toString() {
      return value;
    }
  }

  public String template() {
    return template;
  }

  public List<Object> arguments() {
    return arguments;
  }

  /** This sentence in a store's words, on one line. */
  public String in(Words words) {
    return words.equals(Words.NEUTRAL) ? neutral : filled(words);
  }

  private String filled(Words words) {
    Iterator<Object> given = arguments.iterator();
    long latest = 0;
    boolean isWhole = false;
    StringBuilder text = new StringBuilder();
    try {
      for (Piece piece : pieces(template)) {
        if (piece.placeholder().isEmpty()) {
          text.append(piece.text());
          isWhole = piece.text().equals(WHOLE);
        } else if (piece.term() != null && piece.count() != null) {
          long count = ((Number) given.next()).longValue();
          latest = isWhole ? latest : count;
          text.append(counted(piece, count, words));
        } else if (piece.term() != null) {
          text.append(term(piece.term(), words));
        } else if (piece.one() != null) {
          text.append(latest == 1 ? piece.one() : piece.many());
        } else {
          Object value = given.next();
          latest = value instanceof Long number && !isWhole ? number : latest;
          Object shown = shown(value, words);
          text.append(
              piece.placeholder().equals("%s")
                  ? shown.toString()
                  : String.format(Locale.ROOT, piece.placeholder(), shown));
        }
      }
    } catch (NoSuchElementException | ClassCastException | IllegalFormatException e) {
      throw new IllegalArgumentException("'%s' does not fit %s".formatted(template, arguments), e);
    }
    return OneLine.escaped(text.toString());
  }

  /**
   * A part of a template.
   *
   * @param text what stands for itself, where there is no placeholder
   */
  private record Piece(
      String text,
      String placeholder,
      @Nullable String term,
      @Nullable String count,
      @Nullable String between,
      @Nullable String one,
      @Nullable String many) {
    static Piece of(String text) {
      return new Piece(text, "", null, null, null, null, null);
    }
  }

  /** A plan has a sentence for each of up to millions of steps, from a few templates. */
  private static List<Piece> pieces(String template) {
    List<Piece> known = PIECES.get(template);
    if (known != null) {
      return known;
    }
    List<Piece> pieces = new ArrayList<>();
    Matcher found = PLACEHOLDER.matcher(template);
    int end = 0;
    while (found.find()) {
      pieces.add(Piece.of(template.substring(end, found.start())));
      end = found.end();
      pieces.add(
          found.group().equals("%%")
              ? Piece.of("%")
              : new Piece(
                  "",
                  found.group(),
                  found.group("term"),
                  found.group("count"),
                  found.group("between"),
                  found.group("one"),
                  found.group("many")));
    }
    pieces.add(Piece.of(template.substring(end)));
    if (PIECES.size() < MOST_TEMPLATES) {
      PIECES.put(template, pieces);
    }
    return pieces;
  }

  private static Object shown(Object argument, Words words) {
    return argument instanceof Sentence sentence ? sentence.in(words) : argument;
  }

  private static String counted(Piece piece, long count, Words words) {
    String placeholder = Objects.requireNonNull(piece.term());
    Term term = Term.of(placeholder.toLowerCase(Locale.ROOT)).orElseThrow();
    return String.format(Locale.ROOT, piece.count(), count)
        + piece.between()
        + " "
        + words.of(term).of(count);
  }

  /** Begins with a capital where the placeholder does. */
  private static String term(String placeholder, Words words) {
    String neutral = placeholder.toLowerCase(Locale.ROOT);
    Term term = Term.of(neutral).orElseThrow();
    Noun noun = words.of(term);
    String shown = term.neutral().one().equals(neutral) ? noun.one() : noun.many();
    return Character.isUpperCase(placeholder.charAt(0))
        ? shown.substring(0, 1).toUpperCase(Locale.ROOT) + shown.substring(1)
        : shown;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Sentence sentence
        && template.equals(sentence.template)
        && arguments.equals(sentence.arguments);
  }

  @Override
  public int hashCode() {
    return Objects.hash(template, arguments);
  }

  /** In core's own words. */
  @Override
  public String toString() {
    return neutral;
  }
}
