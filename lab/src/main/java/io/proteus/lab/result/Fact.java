package io.proteus.lab.result;

/** A setting of an experiment, or another thing about it that is one value: {@code threads, 4}. */
public record Fact(String name, String value) {
  public static Fact of(String name, Object value) {
    return new Fact(name, value.toString());
  }
}
