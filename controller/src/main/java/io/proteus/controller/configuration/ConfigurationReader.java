package io.proteus.controller.configuration;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.NearestWord;
import io.proteus.controller.settings.WrongItem;
import io.proteus.controller.settings.YamlNode;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Takes a parsed file apart and collects all that is wrong with it. */
final class ConfigurationReader {
  private static final int NOWHERE = Integer.MAX_VALUE;

  private final String source;
  private final Map<String, Setting<?>> known = new HashMap<>();
  private final Map<Setting<?>, YamlNode> given = new HashMap<>();
  private final Map<Setting<?>, Object> values = new HashMap<>();
  private final List<Problem> problems = new ArrayList<>();

  private boolean lines = true;

  private record Problem(int line, String sentence) {}

  ConfigurationReader(String source, YamlNode.Mapping root) {
    this.source = source;
    Settings.all().forEach(setting -> known.put(setting.key(), setting));
    collect("", root);
    Settings.all().forEach(this::take);
  }

  /** Errors do not say in which line they are. */
  ConfigurationReader withoutLines() {
    lines = false;
    return this;
  }

  private void collect(String prefix, YamlNode.Mapping section) {
    for (YamlNode.Entry entry : section.entries()) {
      String key = prefix + entry.key();
      Setting<?> setting = known.get(key);
      if (setting != null) {
        given.put(setting, entry.value());
      } else if (known.keySet().stream().noneMatch(k -> k.startsWith(key + "."))) {
        problem(entry.line(), "%s: there is no such setting.%s".formatted(key, nearest(key)));
      } else if (entry.value() instanceof YamlNode.Mapping inner) {
        collect(key + ".", inner);
      } else if (!(entry.value() instanceof YamlNode.Nothing)) {
        problem(
            entry.line(),
            "%s: want a section of settings, got %s.".formatted(key, entry.value().shown()));
      }
    }
  }

  private String nearest(String key) {
    String last = key.substring(key.lastIndexOf('.') + 1);
    Optional<String> elsewhere =
        known.keySet().stream().filter(k -> k.endsWith("." + last)).sorted().findFirst();
    Set<String> all = new HashSet<>(known.keySet());
    known.keySet().forEach(k -> addSections(k, all));
    return NearestWord.to(key, all)
        .or(() -> elsewhere)
        .map(" Maybe %s."::formatted)
        .orElse(" See docs/operations.md for all there are.");
  }

  private static void addSections(String key, Set<String> sections) {
    for (int dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) {
      sections.add(key.substring(0, dot));
    }
  }

  private void take(Setting<?> setting) {
    YamlNode node = given.get(setting);
    if (node == null) {
      if (setting.usual() != null) {
        values.put(setting, setting.usualValue());
      } else if (setting.required()) {
        problem(
            NOWHERE, "%s: is required; want %s.".formatted(setting.key(), setting.kind().wanted()));
      }
      return;
    }
    try {
      values.put(setting, setting.kind().reader().read(node));
    } catch (WrongItem e) {
      problem(e.line(), setting.key() + e.getMessage());
    } catch (IllegalArgumentException e) {
      problem(node.line(), unwanted(setting, node, e));
    }
  }

  private static String unwanted(Setting<?> setting, YamlNode node, IllegalArgumentException e) {
    if (node instanceof YamlNode.Nothing && setting.usual() != null) {
      return "%s: want %s, got nothing. Take the line out for the default, %s."
          .formatted(setting.key(), setting.kind().wanted(), setting.usual());
    }
    String more =
        e.getMessage() == null || !e.getMessage().startsWith("maybe") ? "" : e.getMessage();
    return "%s: want %s, got %s.%s"
        .formatted(
            setting.key(),
            setting.kind().wanted(),
            node.shown(),
            more.isEmpty() ? "" : " M%s.".formatted(more.substring(1)));
  }

  /** The setting's value; within {@link #built} only, which it ends where there is none. */
  <T> T value(Setting<T> setting) {
    return optional(setting).orElseThrow(NotValid::new);
  }

  @SuppressWarnings("unchecked") // a setting's own kind made the value
  <T> Optional<T> optional(Setting<T> setting) {
    return Optional.ofNullable((T) values.get(setting));
  }

  /** What is made of settings; empty when one of them, or all together, are not valid. */
  <T> Optional<T> built(Supplier<T> make) {
    try {
      return Optional.of(make.get());
    } catch (NotValid e) {
      return Optional.empty(); // it has been reported where the value was read
    } catch (InvalidValue e) {
      problem(NOWHERE, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** Ends {@link #built}; what is wrong has been reported. */
  static final class NotValid extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Notes what is wrong with something that the file refers to. */
  void refuse(String sentence) {
    problem(NOWHERE, sentence);
  }

  private void problem(int line, String sentence) {
    problems.add(new Problem(line, sentence));
  }

  void refuseProblems() throws InvalidConfiguration {
    if (!problems.isEmpty()) {
      throw new InvalidConfiguration(
          problems.stream()
              .sorted(Comparator.comparingInt(Problem::line))
              .map(this::shown)
              .distinct()
              .toList());
    }
  }

  private String shown(Problem problem) {
    return problem.line() == NOWHERE || !lines
        ? "%s: %s".formatted(source, problem.sentence())
        : "%s:%d: %s".formatted(source, problem.line(), problem.sentence());
  }
}
