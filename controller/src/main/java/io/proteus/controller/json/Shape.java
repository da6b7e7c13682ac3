package io.proteus.controller.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** How a value of a saved document is written: it reads the value, and says it as a JSON schema. */
interface Shape {
  /** Reads the value that begins with the current token, up to its last token. */
  Object read(JsonSource json) throws IOException, UnreadableJson;

  /**
   * The part of a schema that accepts what {@link #read} does.
   *
   * @param definitions where parts that are used more than once are put
   */
  ObjectNode schema(ObjectNode definitions);
}
