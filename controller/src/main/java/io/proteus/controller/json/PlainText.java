package io.proteus.controller.json;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import io.proteus.core.units.OneLine;
import org.jspecify.annotations.Nullable;

/**
 * JSON without characters that a terminal obeys, or that are not what they look like: JSON itself
 * lets many through, and is read on terminals.
 */
final class PlainText extends CharacterEscapes {
  private static final long serialVersionUID = 1L;

  private static final int DELETE = 0x7f;

  private static final int[] ASCII = standardAsciiEscapesForJSON();

  static {
    ASCII[DELETE] = ESCAPE_STANDARD;
  }

  @Override
  public int[] getEscapeCodesForAscii() {
    return ASCII.clone();
  }

  @Override
  public @Nullable SerializableString getEscapeSequence(int c) {
    // half of a pair is told from a half of its own by the parser of what is written
    if (Character.isSurrogate((char) c)) {
      return null;
    }
    String text = String.valueOf((char) c);
    String escaped = OneLine.escaped(text);
    return escaped.equals(text) ? null : new SerializedString(escaped);
  }
}
