package io.proteus.controller.settings;

import io.proteus.core.units.InvalidValue;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Binds the settings of a file to records. It notes errors and goes on, so that all errors of a
 * file are told at once.
 *
 * <p>Several owners may have keys in one section. {@link #refuseProblems} ends the reading; it
 * refuses keys that belong to no bound record.
 */
public final class Binder {
  private final YamlNode.Mapping root;
  private final Kinds kinds;
  private final Path folder;
  private final Problems problems;
  private final KnownKeys known;
  private final boolean blanks;

  /** Items with unknown keys: their other values may be wrong only because of that. */
  private final Set<String> mistyped = new HashSet<>();

  private @Nullable String clusterName;

  private Binder(
      YamlNode.Mapping root, Kinds kinds, Path folder, Problems problems, boolean blanks) {
    this.root = root;
    this.kinds = kinds;
    this.folder = folder;
    this.problems = problems;
    this.known = new KnownKeys(kinds);
    this.blanks = blanks;
  }

  /**
   * A binder of one file.
   *
   * @param source what errors call the file
   * @param folder to which paths in it are relative
   */
  public static Binder of(String source, YamlNode.Mapping root, Kinds kinds, Path folder) {
    return new Binder(root, kinds, folder, new Problems(source, true), false);
  }

  /** The same for a text that no person wrote: errors leave its lines out. */
  public static Binder ofUnseen(String source, YamlNode.Mapping root, Kinds kinds, Path folder) {
    return new Binder(root, kinds, folder, new Problems(source, false), false);
  }

  /**
   * The same, where a key without a value is as if it were not there.
   *
   * @param lines whether errors say in which line they are
   */
  public static Binder lenient(
      String source, YamlNode.Mapping root, Kinds kinds, Path folder, boolean lines) {
    return new Binder(root, kinds, folder, new Problems(source, lines), true);
  }

  /** A section as it is where a file says nothing of it. */
  public static <R> R defaults(Class<R> type, Path folder, String clusterName) {
    Binder binder = of("defaults", new YamlNode.Mapping(List.of(), 0), Kinds.usual(), folder);
    binder.nameCluster(clusterName);
    return present(binder.bind("", type));
  }

  /** The name that stands in paths for {@code <cluster.name>}. */
  public void nameCluster(String name) {
    clusterName = name;
  }

  /** Makes the keys of a record known, which others may share, before it is bound. */
  public void declare(String at, Class<?> type) {
    known.add(at, type);
  }

  /** Accepts unknown keys of a section, because their owner is not present. */
  public void leave(String section) {
    known.leave(section);
  }

  /**
   * Refuses keys that other kinds of a thing have and the chosen one has not.
   *
   * @param at the section, which says its type
   * @param kinds the settings of each type
   */
  public void refuseOf(String at, Map<String, Class<?>> kinds, String chosen) {
    known.refuseOf(root, at, kinds, chosen, problems);
  }

  /**
   * Binds a section.
   *
   * @param at the full key of the section; empty for the whole file
   * @return empty where something is wrong, which is noted
   */
  public <R> Optional<R> bind(String at, Class<R> type) {
    declare(at, type);
    try {
      return Optional.of(type.cast(section(at, type, List.of())));
    } catch (NotValid e) {
      return Optional.empty();
    }
  }

  /** Whether the file has something under a full key. */
  public boolean has(String at) {
    return Place.find(root, at).whole();
  }

  /** The object made from settings; empty when they are not valid. */
  public <T> Optional<T> built(Supplier<T> make) {
    try {
      return Optional.of(make.get());
    } catch (NotValid e) {
      return Optional.empty();
    } catch (InvalidValue e) {
      refuse(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** A bound value; it ends {@link #built} where the value is missing, whose reason is noted. */
  public static <T> T present(Optional<T> bound) {
    return bound.orElseThrow(NotValid::new);
  }

  /** Notes an error in something that the file refers to. */
  public void refuse(String sentence) {
    problems.add(Problems.NOWHERE, sentence);
  }

  /** Notes an error in the value of a full key. */
  public void refuse(String at, String sentence) {
    problems.add(Place.find(root, at).line(), "%s: %s".formatted(at, sentence));
  }

  /** Ends {@link #built}; the error is noted already. */
  public static RuntimeException noted() {
    return new NotValid();
  }

  /** Ends the reading of the file. */
  public void refuseProblems() throws InvalidConfiguration {
    known.refuseOthers(root, problems);
    problems.refuse();
  }

  /** The same for a file whose values need not go together yet: each is looked at alone. */
  public void refuseWrongKeysAndValues() throws InvalidConfiguration {
    known.refuseOthers(root, problems);
    problems.refuseEach();
  }

  private static final class NotValid extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotValid() {
      super(null, null, false, false);
    }
  }

  private Object section(String at, Class<?> type, List<YamlNode> usual) {
    Place.Found found = Place.find(root, at);
    int line = found.line();
    YamlNode.Mapping given = mapping(at, line, found.node());
    return record(new Place(at, line, given, usual), type);
  }

  private YamlNode.Mapping mapping(String path, int line, YamlNode node) {
    if (node instanceof YamlNode.Mapping mapping) {
      return mapping;
    }
    if (!(node instanceof YamlNode.Nothing)) {
      problems.add(line, "%s: want a section of settings, got %s.".formatted(path, node.shown()));
      throw new NotValid();
    }
    return new YamlNode.Mapping(List.of(), line);
  }

  private Object record(Place place, Class<?> type) {
    Shape shape = kinds.shape(type);
    @Nullable Object[] values = new @Nullable Object[shape.parts().size()];
    boolean valid = true;
    for (int i = 0; i < values.length; i++) {
      try {
        values[i] = part(place, shape.parts().get(i));
      } catch (NotValid e) {
        valid = false;
      }
    }
    if (!valid) {
      throw new NotValid();
    }
    return made(place, shape, values);
  }

  private Object made(Place place, Shape shape, @Nullable Object[] values) {
    try {
      return shape.constructor().newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof InvalidValue invalid) {
        if (mistyped.stream().noneMatch(place.path()::startsWith)) {
          problems.addTogether(
              place.line(), named(place.path(), String.valueOf(invalid.getMessage())));
        }
        throw new NotValid();
      }
      throw new IllegalStateException(shape.type().getName(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(shape.type().getName(), e);
    }
  }

  /** The sentence with its key, unless it names the key already. */
  private static String named(String path, String sentence) {
    String first = path.split("[.\\[]", 2)[0];
    String last = path.substring(path.lastIndexOf('.') + 1);
    if (sentence.startsWith(last + ": ")) {
      return path + sentence.substring(last.length());
    }
    return path.isEmpty() || sentence.startsWith(first) ? sentence : path + ": " + sentence;
  }

  private @Nullable Object part(Place place, Shape.Part part) {
    if (part instanceof Shape.Value own) {
      return value(place, own);
    }
    if (part instanceof Shape.Below below) {
      return below(place, below);
    }
    if (part instanceof Shape.Items items) {
      return items(place, items);
    }
    if (part instanceof Shape.Beside beside) {
      return record(place, beside.type());
    }
    Shape.From from = (Shape.From) part;
    KnownKeys.Found shared = known.value(from.at());
    Shape.Value value = shared == null ? null : shared.value();
    return shared == null || value == null
        ? section(from.at(), from.type(), List.of())
        : shared(shared.section(), value);
  }

  private @Nullable Object shared(String section, Shape.Value value) {
    YamlNode.Mapping given =
        Place.find(root, section).node() instanceof YamlNode.Mapping mapping
            ? mapping
            : new YamlNode.Mapping(List.of(), 0);
    return value(new Place(section, Problems.NOWHERE, given, List.of()), value);
  }

  private @Nullable Object below(Place place, Shape.Below below) {
    YamlNode.Entry entry = Place.entry(place.given(), below.name());
    String path = place.key(below.name());
    boolean blank =
        entry == null
            || (blanks ? entry.value() instanceof YamlNode.Nothing : isBlank(entry.value()));
    if (below.optional() && blank) {
      return below.absent();
    }
    int line = entry == null ? place.line() : entry.line();
    if (blank && below.section().required()) {
      problems.add(line, path + ": is required; want settings, as {key: value}.");
      throw new NotValid();
    }
    YamlNode node = entry == null ? new YamlNode.Nothing(line) : entry.value();
    Class<?> type = below.type();
    Place inner =
        new Place(
            path,
            line,
            mapping(path, line, node),
            place.usualBelow(below.name(), below.section().usual()));
    return below.wrapped(record(inner, type));
  }

  private static boolean isBlank(YamlNode node) {
    return node instanceof YamlNode.Nothing
        || (node instanceof YamlNode.Mapping section && section.entries().isEmpty());
  }

  private List<Object> items(Place place, Shape.Items items) {
    YamlNode.Entry entry = Place.entry(place.given(), items.name());
    String path = place.key(items.name());
    if (entry == null || (blanks && entry.value() instanceof YamlNode.Nothing)) {
      if (items.key().usual().isEmpty()) {
        problems.add(place.line(), path + ": is required; want a list of sections.");
        throw new NotValid();
      }
      return List.of();
    }
    if (!(entry.value() instanceof YamlNode.Sequence sequence)) {
      problems.add(
          entry.line(),
          "%s: want a list, as [...] or with '-' before each, got %s."
              .formatted(path, entry.value().shown()));
      throw new NotValid();
    }
    List<Object> bound = new ArrayList<>();
    boolean valid = true;
    for (int i = 0; i < sequence.items().size(); i++) {
      try {
        bound.add(item("%s[%d]".formatted(path, i), sequence.items().get(i), items.type()));
      } catch (NotValid e) {
        valid = false;
      }
    }
    if (!valid) {
      throw new NotValid();
    }
    return List.copyOf(bound);
  }

  private Object item(String path, YamlNode node, Class<?> type) {
    if (!(node instanceof YamlNode.Mapping mapping)) {
      problems.add(
          node.line(), "%s: want settings, as {key: value}, got %s.".formatted(path, node.shown()));
      throw new NotValid();
    }
    Place place = new Place(path, mapping.line(), mapping, List.of());
    String discriminator = Shape.variantsOf(type).map(v -> v.value()).orElse("");
    Class<?> kind = discriminator.isEmpty() ? type : variant(place, discriminator, type);
    KnownKeys own = new KnownKeys(kinds);
    own.add("", kind);
    int before = problems.count();
    own.refuseOthers(path, mapping, discriminator, problems);
    if (problems.count() > before) {
      mistyped.add(path);
    }
    return record(place, kind);
  }

  private Class<?> variant(Place place, String discriminator, Class<?> type) {
    Map<String, Class<?>> variants = kinds.variants(type);
    YamlNode.Entry entry = Place.entry(place.given(), discriminator);
    String word =
        entry != null && entry.value() instanceof YamlNode.Scalar scalar
            ? scalar.text().strip()
            : "";
    Class<?> kind = variants.get(word);
    if (kind == null) {
      problems.add(
          entry == null ? place.line() : entry.line(),
          "%s: want a %s, one of %s, got %s.%s"
              .formatted(
                  place.path(),
                  discriminator,
                  String.join(", ", variants.keySet()),
                  word.isEmpty() ? "none" : "'" + word + "'",
                  NearestWord.to(word, variants.keySet())
                      .map(" Maybe '%s'."::formatted)
                      .orElse("")));
      throw new NotValid();
    }
    return kind;
  }

  private @Nullable Object value(Place place, Shape.Value value) {
    YamlNode.Entry entry = Place.entry(place.given(), value.name());
    String path = place.key(value.name());
    if (entry == null || (blanks && entry.value() instanceof YamlNode.Nothing)) {
      YamlNode usual = place.usual(value.name());
      YamlNode absent = usual == null ? value.usual() : usual;
      if (absent != null) {
        return read(path, value, absent);
      }
      if (value.required()) {
        problems.add(
            place.path().contains("[") ? place.line() : Problems.NOWHERE,
            "%s: is required; want %s.".formatted(path, value.wordedKind().wanted()));
        throw new NotValid();
      }
      return value.raw() == Optional.class ? Optional.empty() : null;
    }
    return read(path, value, entry.value());
  }

  private @Nullable Object read(String path, Shape.Value value, YamlNode node) {
    try {
      Object read = value.wordedKind().reader().read(node);
      return value.wrapped(placed(read));
    } catch (WrongItem e) {
      problems.add(e.line(), path + e.getMessage());
    } catch (IllegalArgumentException e) {
      String said = String.valueOf(e.getMessage());
      problems.add(
          node.line(), said.startsWith(path + ":") ? said : unwanted(path, value, node, e));
    }
    throw new NotValid();
  }

  /** Paths are relative to the file's folder, and may name the cluster. */
  private Object placed(Object read) {
    if (read instanceof Optional<?> some && some.isPresent()) {
      return Optional.of(placed(some.get()));
    }
    if (!(read instanceof Path path)) {
      return read;
    }
    String text = path.toString();
    String name = clusterName;
    return folder
        .resolve(name == null ? text : text.replace("<cluster.name>", name))
        .toAbsolutePath()
        .normalize();
  }

  private static String unwanted(
      String path, Shape.Value value, YamlNode node, IllegalArgumentException e) {
    String wanted = value.wordedKind().wanted();
    if (node instanceof YamlNode.Nothing && !value.key().usual().isEmpty()) {
      return "%s: want %s, got nothing. Take the line out for the default, %s."
          .formatted(path, wanted, value.key().usual());
    }
    return "%s: want %s, got %s.%s".formatted(path, wanted, node.shown(), Kind.maybe(e));
  }
}
