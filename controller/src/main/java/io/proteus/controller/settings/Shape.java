package io.proteus.controller.settings;

import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.setting.Shared;
import io.proteus.core.setting.Variants;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The components of a record of settings, read from its annotations.
 *
 * @param parts one for each component of the record
 */
record Shape(Class<?> type, List<Part> parts) {

  sealed interface Part {
    /** The key; empty where the component has none. */
    default String name() {
      return "";
    }
  }

  /** A key with a value. */
  record Value(String name, Key key, Kind<?> kind, Class<?> raw, boolean optional) implements Part {
    boolean required() {
      return key.usual().isEmpty() && !optional;
    }

    /** How it is written, the word for no value included. */
    Kind<?> wordedKind() {
      Kind<?> wanted = key.wanted().isEmpty() ? kind : kind.wanting(key.wanted());
      return key.none().isEmpty() ? wanted : wanted.or(key.none());
    }

    /** The value in the component's own type. */
    @Nullable Object wrapped(Object read) {
      if (raw == Optional.class) {
        return key.none().isEmpty() ? Optional.of(read) : read;
      }
      if (key.none().isEmpty()) {
        return read;
      }
      Object unwrapped = ((Optional<?>) read).orElse(null);
      return unwrapped == null && raw == int.class ? Integer.valueOf(0) : unwrapped;
    }

    /** A text stands for itself, also where it would be something else in YAML. */
    @Nullable YamlNode usual() {
      if (key.usual().isEmpty()) {
        return null;
      }
      return raw == String.class
          ? new YamlNode.Scalar(key.usual(), 0)
          : YamlText.value(key.usual());
    }
  }

  /** A key with a section of settings below it. */
  record Below(String name, Section section, Class<?> type, Class<?> raw, boolean optional)
      implements Part {
    @Nullable Object absent() {
      return raw == Optional.class ? Optional.empty() : null;
    }

    Object wrapped(Object bound) {
      return raw == Optional.class ? Optional.of(bound) : bound;
    }
  }

  /** A key with a list of sections. */
  record Items(String name, Key key, Class<?> type) implements Part {}

  /** Keys beside those of this record. */
  record Beside(Class<?> type) implements Part {}

  /** A value of another owner. */
  record From(String at, Class<?> type) implements Part {}

  static Shape of(Class<?> type, Kinds kinds) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException("want a record of settings, got " + type.getName());
    }
    List<Part> parts = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      parts.add(part(component, kinds));
    }
    return new Shape(type, List.copyOf(parts));
  }

  private static Part part(RecordComponent component, Kinds kinds) {
    Shared shared = component.getAnnotation(Shared.class);
    if (shared != null) {
      return new From(shared.value(), component.getType());
    }
    if (component.isAnnotationPresent(Inline.class)) {
      return new Beside(component.getType());
    }
    boolean optional =
        component.getType() == Optional.class
            || component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    Type type = component.getGenericType();
    if (component.getType() == Optional.class) {
      type = ((ParameterizedType) type).getActualTypeArguments()[0];
    }
    Section section = component.getAnnotation(Section.class);
    if (section != null) {
      return new Below(
          named(section.name(), component),
          section,
          (Class<?>) type,
          component.getType(),
          optional);
    }
    Key key = component.getAnnotation(Key.class);
    if (key == null) {
      throw new IllegalStateException("no key: " + component);
    }
    String name = named(key.name(), component);
    Optional<Kind<?>> kind = kinds.of(type, key);
    if (kind.isPresent()) {
      return new Value(name, key, kind.get(), component.getType(), optional);
    }
    if (type instanceof ParameterizedType list
        && list.getRawType() == List.class
        && list.getActualTypeArguments()[0] instanceof Class<?> item) {
      return new Items(name, key, item);
    }
    throw new IllegalStateException("nobody knows how this is written: " + component);
  }

  private static String named(String name, RecordComponent component) {
    return name.isEmpty() ? component.getName() : name;
  }

  /** The records that stand for the kinds of a sealed interface, by the words for them. */
  static Map<String, Class<?>> variants(Class<?> sealed) {
    Map<String, Class<?>> variants = new LinkedHashMap<>();
    for (Class<?> kind : sealed.getPermittedSubclasses()) {
      variants.put(kebab(kind.getSimpleName()), kind);
    }
    return variants;
  }

  static Optional<Variants> variantsOf(Class<?> type) {
    return Optional.ofNullable(type.getAnnotation(Variants.class));
  }

  static String kebab(String name) {
    return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(java.util.Locale.ROOT);
  }

  Constructor<?> constructor() throws NoSuchMethodException {
    Constructor<?> made =
        type.getDeclaredConstructor(
            Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new));
    made.setAccessible(true);
    return made;
  }
}
