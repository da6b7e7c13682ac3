package io.proteus.core.port;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An option of the command line that names a cluster, in place of a file.
 *
 * @param names as they are written
 * @param value what stands for its value in a text
 * @param description lines for the help
 * @param example a value
 * @param settings the keys of the section {@code engine} that the value comes to; throws {@link
 *     io.proteus.core.units.InvalidValue} where it comes to none
 */
public record ConnectionOption(
    List<String> names,
    String value,
    List<String> description,
    String example,
    Function<String, Map<String, String>> settings) {
  public ConnectionOption {
    names = List.copyOf(names);
    description = List.copyOf(description);
  }

  /** Its longest name. */
  public String name() {
    return names.get(names.size() - 1);
  }
}
