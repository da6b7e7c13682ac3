package io.proteus.controller.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.proteus.controller.settings.NearestWord;
import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Known;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Replica;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Token;
import io.proteus.core.step.StepKind;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;

/** The values that are one word or one number in JSON. */
final class CoreValues extends SimpleModule {
  private static final long serialVersionUID = 1L;

  CoreValues() {
    super("proteus-values");
    word(NodeId.class, NodeId::value, NodeId::new);
    word(PartitionId.class, PartitionId::value, PartitionId::new);
    word(TableId.class, TableId::value, TableId::new);
    word(RowKey.class, RowKey::toString, RowKey::parse);
    word(Token.class, Token::toString, Token::parse);
    number(Ratio.class, Ratio::value, Ratio::new, "a share 0..1");
    number(
        OperationsPerSecond.class,
        OperationsPerSecond::value,
        OperationsPerSecond::new,
        "a rate, 0 or more");
    addSerializer(ByteSize.class, writer((size, json) -> json.writeNumber(size.bytes())));
    addDeserializer(ByteSize.class, wholeNumber(ByteSize::new, "a whole number of bytes"));
    addSerializer(new KnownJson.Writer());
    addDeserializer(Known.class, new KnownJson.Reader());
    kebabs(Capability.class);
    kebabs(Effect.class);
    kebabs(Gap.Kind.class);
    kebabs(Replica.Role.class);
    kebabs(Placing.By.class);
    kebabs(Placing.Emptying.class);
    kebabs(Placing.Joining.class);
    kebabs(LoadBasis.class);
    kebabs(PlanKind.class);
    word(StepKind.class, StepKind::word, CoreValues::stepKind);
  }

  private <E extends Enum<E>> void kebabs(Class<E> type) {
    word(type, CoreValues::kebab, word -> named(type, word));
  }

  /** Written as one word, as the key of a map too. */
  private <T> void word(Class<T> type, Function<T, String> write, Function<String, T> parse) {
    addSerializer(type, writer((value, json) -> json.writeString(write.apply(value))));
    addDeserializer(type, text(parse));
    addKeySerializer(type, writer((value, json) -> json.writeFieldName(write.apply(value))));
    addKeyDeserializer(
        type,
        new KeyDeserializer() {
          @Override
          public Object deserializeKey(String key, DeserializationContext context) {
            return parse.apply(key);
          }
        });
  }

  private <T> void number(
      Class<T> type, ToDoubleFunction<T> value, DoubleFunction<T> of, String wanted) {
    addSerializer(type, writer((v, json) -> json.writeNumber(value.applyAsDouble(v))));
    addDeserializer(
        type,
        new JsonDeserializer<T>() {
          @Override
          public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
            if (!json.currentToken().isNumeric()) {
              throw unwanted(json, wanted);
            }
            return of.apply(json.getDoubleValue());
          }
        });
  }

  private static <T> JsonDeserializer<T> wholeNumber(LongFunction<T> of, String wanted) {
    return new JsonDeserializer<>() {
      @Override
      public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
          throw unwanted(json, wanted);
        }
        return of.apply(json.getLongValue());
      }
    };
  }

  private static <T> JsonDeserializer<T> text(Function<String, T> parse) {
    return new JsonDeserializer<>() {
      @Override
      public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
          throw unwanted(json, "a name");
        }
        return parse.apply(json.getText());
      }
    };
  }

  /** A constant in the form of {@code move-partition}. */
  private static String kebab(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <E extends Enum<E>> E named(Class<E> type, String word) {
    E[] all = type.getEnumConstants();
    for (E value : all) {
      if (kebab(value).equals(word)) {
        return value;
      }
    }
    List<String> words = Arrays.stream(all).map(CoreValues::kebab).toList();
    String nearest = NearestWord.to(word, words).map(" Maybe '%s'."::formatted).orElse("");
    throw new InvalidValue("want one of %s, got '%s'.%s".formatted(words, word, nearest));
  }

  private static StepKind stepKind(String word) {
    return StepKind.of(word)
        .orElseThrow(
            () -> new InvalidValue("want one of %s, got '%s'.".formatted(StepKind.words(), word)));
  }

  private static InvalidValue unwanted(JsonParser json, String wanted) throws IOException {
    return new InvalidValue("want %s, got %s.".formatted(wanted, json.getText()));
  }

  private interface Write<T> {
    void to(T value, JsonGenerator json) throws IOException;
  }

  private static <T> JsonSerializer<T> writer(Write<T> write) {
    return new JsonSerializer<>() {
      @Override
      public void serialize(T value, JsonGenerator json, SerializerProvider provider)
          throws IOException {
        write.to(value, json);
      }
    };
  }
}
