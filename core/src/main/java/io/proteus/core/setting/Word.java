package io.proteus.core.setting;

/** A constant that is written otherwise than its name in small letters with hyphens. */
public interface Word {
  /** The word in files and requests. */
  String word();
}
