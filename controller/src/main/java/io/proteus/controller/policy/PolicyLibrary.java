package io.proteus.controller.policy;

import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.port.SettingsGuide;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The policies that come with an engine, and an administrator's own, which replace those (PCM-5).
 */
public final class PolicyLibrary {
  private PolicyLibrary() {}

  /** The policies that come with an engine. */
  public static List<Policy> shipped(List<URL> files, ParameterCatalogue catalogue) {
    List<Policy> policies = new ArrayList<>();
    for (URL file : files) {
      String name = file.getPath().substring(file.getPath().lastIndexOf('/') + 1);
      try (InputStream text = file.openStream()) {
        String content = new String(text.readAllBytes(), StandardCharsets.UTF_8);
        policies.add(PolicyFile.parse(name, content, catalogue));
      } catch (IOException e) {
        throw new UncheckedIOException("reading " + file, e);
      } catch (InvalidConfiguration e) {
        throw new IllegalStateException("a file of ours is wrong: " + e.getMessage(), e);
      }
    }
    return policies;
  }

  /** The policies of an engine's guide. */
  public static List<Policy> of(SettingsGuide guide, ParameterCatalogue catalogue) {
    List<Policy> policies = new ArrayList<>();
    for (var file : guide.policies().entrySet()) {
      try {
        policies.add(PolicyFile.parse(file.getKey(), file.getValue(), catalogue));
      } catch (InvalidConfiguration e) {
        throw new IllegalStateException("a file of ours is wrong: " + e.getMessage(), e);
      }
    }
    return policies;
  }

  /**
   * The policies of all {@code .yaml} files in a folder, by name.
   *
   * @throws InvalidConfiguration naming all that is wrong in all of them
   */
  public static List<Policy> of(Path folder, ParameterCatalogue catalogue)
      throws InvalidConfiguration, IOException {
    List<Policy> policies = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    Map<String, String> fileOf = new TreeMap<>();
    for (Path file : files(folder)) {
      String shown = String.valueOf(file.getFileName());
      try {
        Policy policy = PolicyFile.parse(shown, Files.readString(file), catalogue);
        String other = fileOf.put(policy.name(), shown);
        if (other != null) {
          problems.add(
              "%s: name: %s has a policy '%s' already.".formatted(shown, other, policy.name()));
        }
        policies.add(policy);
      } catch (InvalidConfiguration e) {
        problems.addAll(e.problems());
      } catch (CharacterCodingException e) {
        problems.add("%s: want text in UTF-8, got other bytes.".formatted(shown));
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidConfiguration(problems);
    }
    return policies;
  }

  /** The files with policies in a folder, by name. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      return found.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  /** The shipped ones, those of the same name replaced, the others added. */
  public static List<Policy> with(List<Policy> shipped, List<Policy> own) {
    Map<String, Policy> byName = new TreeMap<>();
    shipped.forEach(policy -> byName.put(policy.name(), policy));
    own.forEach(policy -> byName.put(policy.name(), policy));
    return List.copyOf(byName.values());
  }
}
