package io.proteus.controller.json;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.proteus.core.cluster.Known;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Token;
import io.proteus.core.step.StepKind;
import io.proteus.core.step.Steps;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The shapes of records, derived from their components and from the annotations on these: on the
 * record itself, or on the mix-in that {@link CoreShapes} has for it. A component without a null is
 * required unless it {@link MayBeMissing}.
 */
final class Shapes {
  static final Shape BYTES =
      LeafShape.wholeNumber(
          "a whole number of bytes, 0 to " + LeafShape.MOST_WHOLE,
          0,
          LeafShape.MOST_WHOLE,
          ByteSize::new);

  private static final long MOST_COUNTED = 1_000_000_000;

  /** All of these are values without parts. */
  private static final Map<Class<?>, Shape> LEAVES =
      Map.ofEntries(
          Map.entry(NodeId.class, LeafShape.name(NodeId.class, NodeId::new)),
          Map.entry(TableId.class, LeafShape.name(TableId.class, TableId::new)),
          Map.entry(PartitionId.class, LeafShape.name(PartitionId.class, PartitionId::new)),
          Map.entry(RowKey.class, LeafShape.rowKey()),
          Map.entry(Token.class, LeafShape.token()),
          Map.entry(String.class, LeafShape.text()),
          Map.entry(Instant.class, LeafShape.instant()),
          Map.entry(Duration.class, LeafShape.duration()),
          Map.entry(ByteSize.class, BYTES),
          Map.entry(Ratio.class, LeafShape.number("a share 0..1", 0, 1, Ratio::new)),
          Map.entry(
              OperationsPerSecond.class,
              LeafShape.number("a rate, 0 or more", 0, LeafShape.MOST, OperationsPerSecond::new)),
          Map.entry(
              BigDecimal.class,
              LeafShape.number("a price, 0 or more", 0, LeafShape.MOST, BigDecimal::valueOf)),
          Map.entry(boolean.class, LeafShape.trueOrFalse()),
          Map.entry(Boolean.class, LeafShape.trueOrFalse()),
          Map.entry(Sentence.class, new SentenceShape()),
          Map.entry(StepKind.class, words(Steps.kinds(), StepKind::word)));

  /** The values of primitive components whose field is left out. */
  private static final Map<Class<?>, Object> ABSENT =
      Map.of(boolean.class, false, int.class, 0, double.class, 0.0);

  private final JsonMapper writer;
  private final Map<Class<?>, RecordShape> records = new HashMap<>();

  /**
   * @param writer what is read was written by it: it has the mix-ins, and the words of constants
   */
  Shapes(JsonMapper writer) {
    this.writer = writer;
  }

  RecordShape record(Class<?> type) {
    RecordShape known = records.get(type);
    if (known != null) {
      return known;
    }
    List<RecordShape.Field> fields = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      fields.add(field(component));
    }
    JsonIgnoreProperties ignored = type.getAnnotation(JsonIgnoreProperties.class);
    RecordShape shape =
        new RecordShape(
            name(type),
            fields,
            ignored == null ? List.of() : List.of(ignored.value()),
            isRow(type),
            constructor(type));
    records.put(type, shape);
    return shape;
  }

  private boolean isRow(Class<?> type) {
    Class<?> mixIn = writer.findMixInClassFor(type);
    JsonFormat format = mixIn == null ? null : mixIn.getAnnotation(JsonFormat.class);
    return format != null && format.shape() == JsonFormat.Shape.ARRAY;
  }

  private RecordShape.Field field(RecordComponent component) {
    JsonProperty renamed = annotation(component, JsonProperty.class);
    JsonPropertyDescription said = annotation(component, JsonPropertyDescription.class);
    Always always = annotation(component, Always.class);
    boolean required =
        annotation(component, Required.class) != null
            || !component.getAnnotatedType().isAnnotationPresent(Nullable.class)
                && annotation(component, MayBeMissing.class) == null;
    return new RecordShape.Field(
        renamed == null || renamed.value().isEmpty() ? component.getName() : renamed.value(),
        always == null
            ? shape(component.getGenericType(), annotation(component, Within.class))
            : LeafShape.always(always.value()),
        required,
        ABSENT.get(component.getType()),
        said == null ? "" : said.value());
  }

  private <A extends Annotation> @Nullable A annotation(RecordComponent of, Class<A> type) {
    Class<?> mixIn = writer.findMixInClassFor(of.getDeclaringRecord());
    if (mixIn != null) {
      try {
        A found = mixIn.getDeclaredMethod(of.getName()).getAnnotation(type);
        if (found != null) {
          return found;
        }
      } catch (NoSuchMethodException e) {
        // the mix-in says nothing of it
      }
    }
    return of.getAccessor().getAnnotation(type);
  }

  private Shape shape(Type type, @Nullable Within bounds) {
    if (type instanceof ParameterizedType generic) {
      return generic((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
    }
    Class<?> plain = (Class<?>) type;
    if (plain == int.class || plain == Integer.class) {
      return whole(bounds, value -> (Object) (int) value, MOST_COUNTED);
    }
    if (plain == long.class || plain == Long.class) {
      return whole(bounds, value -> (Object) value, LeafShape.MOST_WHOLE);
    }
    if (plain == double.class || plain == Double.class) {
      double least = bounds == null ? 0 : bounds.least();
      return LeafShape.number(
          least == 0 ? "a number, 0 or more" : "a number", least, LeafShape.MOST, Double::valueOf);
    }
    Shape leaf = LEAVES.get(plain);
    if (leaf != null) {
      return leaf;
    }
    return plain.isEnum() ? words(constants(plain), this::word) : record(plain);
  }

  private static Shape whole(@Nullable Within bounds, LongFunction<?> of, long most) {
    long least = bounds == null ? 0 : (long) bounds.least();
    long highest = bounds == null || Double.isNaN(bounds.most()) ? most : (long) bounds.most();
    return LeafShape.wholeNumber(
        "a whole number, %d to %d".formatted(least, highest), least, highest, of);
  }

  private Shape generic(Class<?> raw, Type[] arguments) {
    if (raw == Known.class) {
      return CollectionShape.known(shape(arguments[0], null));
    }
    if (Map.class.isAssignableFrom(raw)) {
      return CollectionShape.map(word(arguments[0]), shape(arguments[1], null));
    }
    return Set.class.isAssignableFrom(raw)
        ? CollectionShape.set(word(arguments[0]))
        : CollectionShape.list(shape(arguments[0], null));
  }

  private LeafShape.Word word(Type type) {
    return (LeafShape.Word) shape(type, null);
  }

  private String word(Enum<?> constant) {
    return writer.valueToTree(constant).asText();
  }

  private static List<Enum<?>> constants(Class<?> type) {
    return Arrays.stream(type.getEnumConstants()).<Enum<?>>map(it -> (Enum<?>) it).toList();
  }

  private static <T> Shape words(Collection<T> values, Function<T, String> word) {
    return LeafShape.oneOf(values.stream().collect(Collectors.toMap(word, Function.identity())));
  }

  /** {@code SavedNode} is a node; what is inside another class has its name before its own. */
  private static String name(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    String simple =
        (outer == null ? "" : outer.getSimpleName())
            + type.getSimpleName().replaceFirst("^Saved", "");
    return simple.substring(0, 1).toLowerCase(Locale.ROOT) + simple.substring(1);
  }

  /** The canonical constructor, as a function of an array. */
  private static MethodHandle constructor(Class<?> type) {
    Class<?>[] parameters =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
          .findConstructor(type, MethodType.methodType(void.class, parameters))
          .asSpreader(Object[].class, parameters.length)
          .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " has no canonical constructor", e);
    }
  }
}
