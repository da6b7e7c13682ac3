package io.proteus.controller.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.proteus.core.cluster.Known;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** How something that a store may have or not is written and read. */
final class KnownJson {
  /** The JSON value for something that the store does not have. */
  static final String NONE = "none";

  /** A value as it is, null for one that is not known, and a word where there is none. */
  static final class Writer extends StdSerializer<Known<?>> {
    private static final long serialVersionUID = 1L;

    Writer() {
      super(Known.class, false);
    }

    @Override
    public void serialize(Known<?> known, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      if (known.isNone()) {
        json.writeString(NONE);
      } else {
        provider.defaultSerializeValue(known.orNull(), json);
      }
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, Known<?> known) {
      return known.isUnknown();
    }
  }

  /** Reads a known value of any type. */
  static final class Reader extends StdDeserializer<Known<?>> implements ContextualDeserializer {
    private static final long serialVersionUID = 1L;

    private final @Nullable JavaType of;

    Reader() {
      this(null);
    }

    private Reader(@Nullable JavaType of) {
      super(Known.class);
      this.of = of;
    }

    @Override
    public JsonDeserializer<?> createContextual(
        DeserializationContext context, @Nullable BeanProperty property) {
      return new Reader(context.getContextualType().containedType(0));
    }

    @Override
    public Known<?> deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      if (json.currentToken() == JsonToken.VALUE_STRING && json.getText().equals(NONE)) {
        return new Known.None<>();
      }
      return Known.read(context.<Object>readValue(json, of));
    }

    @Override
    public Known<?> getNullValue(DeserializationContext context) {
      return Known.read(null);
    }
  }

  private KnownJson() {}
}
