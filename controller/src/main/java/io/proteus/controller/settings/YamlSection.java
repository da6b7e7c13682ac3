package io.proteus.controller.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A section of a YAML file that is read key by key. What is wrong is noted with file, line and key,
 * and reading goes on, so that a file is told all that is wrong with it at once.
 */
public final class YamlSection {
  private final String source;
  private final String path;
  private final YamlNode.Mapping mapping;
  private final List<String> problems;
  private final Set<String> known = new LinkedHashSet<>();

  private YamlSection(String source, String path, YamlNode.Mapping mapping, List<String> problems) {
    this.source = source;
    this.path = path;
    this.mapping = mapping;
    this.problems = problems;
  }

  /**
   * @param source what errors call the file
   */
  public static YamlSection parse(String source, String text) throws InvalidConfiguration {
    return new YamlSection(source, "", YamlText.parse(source, text), new ArrayList<>());
  }

  /** Ends the reading of the whole file. */
  public void requireNoProblems() throws InvalidConfiguration {
    if (!problems.isEmpty()) {
      throw new InvalidConfiguration(problems);
    }
  }

  /** Notes an error in the value of a key. */
  public void problem(String key, String sentence) {
    problems.add("%s:%d: %s%s: %s".formatted(source, line(key), path, key, sentence));
  }

  /** Refuses all keys that were not read. */
  public void refuseOtherKeys() {
    for (YamlNode.Entry entry : mapping.entries()) {
      if (!known.contains(entry.key())) {
        problem(
            entry.key(),
            "there is no such key%s. Here are: %s."
                .formatted(
                    NearestWord.to(entry.key(), known)
                        .map(near -> ", maybe '%s'".formatted(near))
                        .orElse(""),
                    String.join(", ", known)));
      }
    }
  }

  /** A text that must be there; an empty one when it is not. */
  public String text(String key) {
    return optional(key)
        .orElseGet(
            () -> {
              problem(key, "want a value, got none.");
              return "";
            });
  }

  public Optional<String> optional(String key) {
    YamlNode node = find(key);
    if (node instanceof YamlNode.Scalar scalar) {
      return Optional.of(scalar.text().strip());
    }
    if (node instanceof YamlNode.Sequence || node instanceof YamlNode.Mapping) {
      problem(key, "want a value, got %s.".formatted(node.shown()));
    }
    return Optional.empty();
  }

  /** The choice with this word; the first choice when no word fits. */
  public <T> T oneOf(String key, List<T> choices, Function<T, String> word) {
    return choice(key, text(key), choices, word).orElse(choices.get(0));
  }

  /** The same, of a list of words. */
  public <T> List<T> someOf(String key, List<T> choices, Function<T, String> word) {
    return texts(key).stream()
        .flatMap(given -> choice(key, given, choices, word).stream())
        .toList();
  }

  private <T> Optional<T> choice(
      String key, String given, List<T> choices, Function<T, String> word) {
    Optional<T> chosen = choices.stream().filter(c -> word.apply(c).equals(given)).findFirst();
    if (chosen.isEmpty()) {
      List<String> words = choices.stream().map(word).toList();
      problem(
          key,
          "want one of %s, got '%s'%s."
              .formatted(
                  String.join(", ", words),
                  given,
                  NearestWord.to(given, words)
                      .map(near -> ", maybe '%s'".formatted(near))
                      .orElse("")));
    }
    return chosen;
  }

  /** A value, or reads it and notes what the reader objects to. */
  public <T> Optional<T> read(String key, String wanted, Function<String, T> reader) {
    Optional<String> given = optional(key);
    if (given.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(reader.apply(given.get()));
    } catch (IllegalArgumentException e) {
      String said = String.valueOf(e.getMessage());
      problem(
          key,
          "want %s, got '%s'%s.".formatted(wanted, given.get(), said.isEmpty() ? "" : ": " + said));
      return Optional.empty();
    }
  }

  /** A duration such as 30s or 10m. */
  public Optional<Duration> duration(String key) {
    return read(
        key,
        Kinds.duration(false).wanted(),
        text -> Kinds.duration(false).reader().read(new YamlNode.Scalar(text, line(key))));
  }

  /** True or false; the usual one where there is no such key. */
  public boolean isOn(String key, boolean usual) {
    return read(
            key,
            Kinds.onOff().wanted(),
            text -> Kinds.onOff().reader().read(new YamlNode.Scalar(text, line(key))))
        .orElse(usual);
  }

  /** The values of a list; none when there is no such key. */
  public List<String> texts(String key) {
    YamlNode node = find(key);
    List<String> texts = new ArrayList<>();
    if (node instanceof YamlNode.Sequence sequence) {
      for (YamlNode item : sequence.items()) {
        if (item instanceof YamlNode.Scalar scalar) {
          texts.add(scalar.text().strip());
        } else {
          problem(key, "want a list of values, got %s in it.".formatted(item.shown()));
        }
      }
    } else if (node instanceof YamlNode.Scalar || node instanceof YamlNode.Mapping) {
      problem(key, "want a list such as [one, two], got %s.".formatted(node.shown()));
    }
    return List.copyOf(texts);
  }

  /** A section of free keys; none when there is no such key. */
  public Map<String, String> pairs(String key) {
    Map<String, String> pairs = new LinkedHashMap<>();
    section(key).ifPresent(section -> section.keys().forEach(k -> pairs.put(k, section.text(k))));
    return pairs;
  }

  public List<String> keys() {
    return mapping.entries().stream().map(YamlNode.Entry::key).toList();
  }

  /** A section below this one; empty when there is none. */
  public Optional<YamlSection> section(String key) {
    YamlNode node = find(key);
    if (node instanceof YamlNode.Mapping below) {
      return Optional.of(new YamlSection(source, path + key + ".", below, problems));
    }
    if (node instanceof YamlNode.Scalar || node instanceof YamlNode.Sequence) {
      problem(key, "want a section, got %s.".formatted(node.shown()));
    }
    return Optional.empty();
  }

  /** A list of sections; none when there is no such key. */
  public List<YamlSection> sections(String key) {
    YamlNode node = find(key);
    List<YamlSection> sections = new ArrayList<>();
    if (node instanceof YamlNode.Sequence sequence) {
      for (YamlNode item : sequence.items()) {
        if (item instanceof YamlNode.Mapping below) {
          String at = "%s%s[%d].".formatted(path, key, sections.size());
          sections.add(new YamlSection(source, at, below, problems));
        } else {
          problem(key, "want a list of sections, got %s in it.".formatted(item.shown()));
        }
      }
    } else if (node instanceof YamlNode.Scalar || node instanceof YamlNode.Mapping) {
      problem(key, "want a list of sections, got %s.".formatted(node.shown()));
    }
    return List.copyOf(sections);
  }

  /** Whether the key has a scalar value, and not a section. */
  public boolean isScalar(String key) {
    return find(key) instanceof YamlNode.Scalar;
  }

  private @Nullable YamlNode find(String key) {
    known.add(key);
    return mapping.entries().stream()
        .filter(entry -> entry.key().equals(key))
        .findFirst()
        .map(YamlNode.Entry::value)
        .orElse(null);
  }

  private int line(String key) {
    return mapping.entries().stream()
        .filter(entry -> entry.key().equals(key))
        .findFirst()
        .map(YamlNode.Entry::line)
        .orElse(mapping.line());
  }
}
