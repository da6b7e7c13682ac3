package io.proteus.controller.policy;

import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.NearestWord;
import io.proteus.core.cluster.TableId;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.setting.Key;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The policies that take part, in the order in which they are asked: those with a condition before
 * those without, of these and of those the administrator's own before the shipped ones, then by
 * name. The first whose boundaries and condition hold is the one.
 *
 * @param own names of those that are the administrator's
 * @param nodeMemory of each node's host; null when it is not known
 * @param expected what tables are to hold once they are loaded, as operators say
 * @param keys how the keys of tables look that are to be loaded, as operators say
 */
public record PolicyShelf(
    ParameterCatalogue catalogue,
    SettingsGuide guide,
    List<Policy> policies,
    Set<String> own,
    @Nullable ByteSize nodeMemory,
    Map<TableId, ByteSize> expected,
    TableKeys keys) {

  /** A shelf where nobody says what tables are to hold, and how their keys look. */
  public PolicyShelf(
      ParameterCatalogue catalogue,
      SettingsGuide guide,
      List<Policy> policies,
      Set<String> own,
      @Nullable ByteSize nodeMemory) {
    this(catalogue, guide, policies, own, nodeMemory, Map.of(), TableKeys.UNKNOWN);
  }

  public PolicyShelf {
    expected = Map.copyOf(expected);
    Set<String> first = Set.copyOf(own);
    own = first;
    policies =
        policies.stream()
            .sorted(
                Comparator.comparing((Policy policy) -> policy.condition() == null)
                    .thenComparing(policy -> !first.contains(policy.name()))
                    .thenComparing(Policy::name))
            .toList();
  }

  /**
   * Which policies take part.
   *
   * @param directory of the administrator's own, which replace shipped ones of the same name; empty
   *     when there are none
   * @param disabled names of those that do not
   * @param enabled names of those that do although their file says that they are off
   */
  public record Selection(
      @Key(
              doc =
                  "your own policies, one a `.yaml` file, which replace shipped ones of the same"
                      + " name; relative to this file")
          Optional<Path> directory,
      @Key(doc = "names of policies that do not take part", usual = "[]") List<String> disabled,
      @Key(
              doc = "names of policies that do although their file has them switched off",
              usual = "[]")
          List<String> enabled,
      @Key(
              doc =
                  "what tables are to hold once they are loaded, as `users=400GB`, so that none is"
                      + " split meanwhile (PCM-2)",
              usual = "[]")
          List<String> expected,
      @Key(
              doc =
                  "how keys of tables are drawn that are to be loaded, as `users=hex:user`: `hash`"
                      + " (any bytes), `hex` (lower case) or `decimal`, and what all begin with."
                      + " Empty tables are split by them (PCM-8)",
              usual = "[]")
          List<String> keys,
      @Key(
              doc =
                  "a folder with samples of such keys, `TABLE.txt` each with a key a line, bytes as"
                      + " `\\xNN`; relative to this file")
          Optional<Path> keySamples) {
    /** A selection where nobody says what tables are to hold. */
    public Selection(Optional<Path> directory, List<String> disabled, List<String> enabled) {
      this(directory, disabled, enabled, List.of());
    }

    /** A selection where nobody says how keys look. */
    public Selection(
        Optional<Path> directory,
        List<String> disabled,
        List<String> enabled,
        List<String> expected) {
      this(directory, disabled, enabled, expected, List.of(), Optional.empty());
    }

    public Selection {
      sizes(expected);
      TableKeys.of(keys, keySamples);
    }

    /** What tables are to hold once they are loaded. */
    Map<TableId, ByteSize> expectedSizes() {
      return sizes(expected);
    }

    private static Map<TableId, ByteSize> sizes(List<String> expected) {
      Map<TableId, ByteSize> sizes = new HashMap<>();
      for (String one : expected) {
        int at = one.lastIndexOf('=');
        if (at < 1) {
          throw new InvalidValue(
              "policies.expected: want TABLE=SIZE, as users=400GB, got '%s'.".formatted(one));
        }
        TableId table = new TableId(one.substring(0, at).strip());
        ByteSize size;
        try {
          size = ByteSize.parse(one.substring(at + 1).strip());
        } catch (InvalidValue e) {
          throw new InvalidValue(
              "policies.expected: want TABLE=SIZE, as users=400GB, got '%s': %s"
                  .formatted(one, e.getMessage()));
        }
        if (sizes.put(table, size) != null) {
          throw new InvalidValue("policies.expected: table %s is named twice.".formatted(table));
        }
      }
      return sizes;
    }

    /** The shipped ones as they are. */
    public static final Selection SHIPPED =
        new Selection(Optional.empty(), List.of(), List.of(), List.of());

    /** The same, with the administrator's own from elsewhere. */
    public Selection from(Path folder) {
      return new Selection(Optional.of(folder), disabled, enabled, expected, keys, keySamples);
    }

    /** Whether a policy takes part. */
    public boolean takes(Policy policy) {
      return (policy.enabled() || enabled.contains(policy.name()))
          && !disabled.contains(policy.name());
    }

    /**
     * The shipped ones with the administrator's own, whether or not they take part.
     *
     * @throws InvalidConfiguration with file, line and key of all that is wrong
     * @throws InvalidValue for a folder that is none
     */
    public List<Policy> of(List<Policy> shipped, ParameterCatalogue catalogue)
        throws InvalidConfiguration {
      return PolicyLibrary.with(shipped, own(catalogue));
    }

    private List<Policy> own(ParameterCatalogue catalogue) throws InvalidConfiguration {
      return PolicyShelf.own(directory, catalogue);
    }

    /**
     * Whether the names that it has are names of policies.
     *
     * @throws InvalidValue naming the first that is not
     */
    public void requireKnown(List<Policy> all) {
      Set<String> names = all.stream().map(Policy::name).collect(Collectors.toSet());
      PolicyShelf.requireKnown("policies.disabled", disabled, names);
      PolicyShelf.requireKnown("policies.enabled", enabled, names);
    }
  }

  /**
   * Reads and checks all policies; those that do not take part too.
   *
   * @throws InvalidConfiguration with file, line and key of all that is wrong
   */
  public static PolicyShelf of(
      SettingsGuide guide, Selection selection, @Nullable ByteSize nodeMemory)
      throws InvalidConfiguration {
    ParameterCatalogue catalogue = CatalogueFile.parse("parameters", guide.catalogue());
    List<Policy> shipped = new ArrayList<>();
    for (var file : guide.policies().entrySet()) {
      shipped.add(PolicyFile.parse(file.getKey(), file.getValue(), catalogue));
    }
    List<Policy> own = selection.own(catalogue);
    List<Policy> all = PolicyLibrary.with(shipped, own);
    selection.requireKnown(all);
    return new PolicyShelf(
        catalogue,
        guide,
        all.stream().filter(selection::takes).toList(),
        own.stream().map(Policy::name).collect(Collectors.toSet()),
        nodeMemory,
        selection.expectedSizes(),
        TableKeys.of(selection.keys(), selection.keySamples()).checked());
  }

  /** The store's keys that need a restart of the node. */
  public Set<String> startKeys() {
    return catalogue.parameters().stream()
        .filter(parameter -> PolicyValues.where(parameter, guide) == PolicyValues.Where.RESTART)
        .map(Parameter::key)
        .collect(Collectors.toSet());
  }

  private static List<Policy> own(Optional<Path> directory, ParameterCatalogue catalogue)
      throws InvalidConfiguration {
    if (directory.isEmpty()) {
      return List.of();
    }
    Path folder = directory.get();
    if (!Files.isDirectory(folder)) {
      throw new InvalidValue(
          "policies.directory: want a folder with policies, got %s, which is none."
              .formatted(folder));
    }
    try {
      return PolicyLibrary.of(folder, catalogue);
    } catch (IOException e) {
      throw new InvalidValue("policies.directory: %s: cannot be read (%s).".formatted(folder, e));
    }
  }

  private static void requireKnown(String key, List<String> given, Set<String> names) {
    for (String name : given) {
      if (!names.contains(name)) {
        throw new InvalidValue(
            "%s: want names of policies, got '%s'%s. `proteus policies list` names them all."
                .formatted(
                    key,
                    name,
                    NearestWord.to(name, names)
                        .map(near -> ", maybe '%s'".formatted(near))
                        .orElse("")));
      }
    }
  }
}
