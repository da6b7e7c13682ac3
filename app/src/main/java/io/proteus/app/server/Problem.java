package io.proteus.app.server;

import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a request, as RFC 9457 has it.
 *
 * @param type names the kind of problem
 * @param detail a sentence with the next move
 * @param key what of the request is meant; null when it is all of it
 * @param value what it was; null when there was none, or it may not be repeated
 * @param expected what would have been taken
 */
record Problem(
    String type,
    String title,
    int status,
    String detail,
    @Nullable String key,
    @Nullable String value,
    @Nullable String expected) {
  static final String CONTENT_TYPE = "application/problem+json";

  /** Enough to recognise a value, too little to fill a log with. */
  private static final int LONGEST_VALUE = 100;

  static Problem of(int status, String title, String detail) {
    return new Problem(type(title), title, status, detail, null, null, null);
  }

  /** A part of the request is not as it should be. */
  static Problem unwanted(String key, @Nullable String value, String expected) {
    String shown = shortened(value);
    return new Problem(
        type("bad request"),
        "bad request",
        400,
        "%s: want %s, got %s."
            .formatted(key, expected, shown == null ? "nothing" : "'%s'".formatted(shown)),
        key,
        shown,
        expected);
  }

  /** A part of the request that is not known; what it says is not repeated. */
  static Problem unknown(String key, String expected) {
    String shown = String.valueOf(shortened(key));
    return new Problem(
        type("bad request"),
        "bad request",
        400,
        "%s: there is no such parameter, want %s.".formatted(shown, expected),
        shown,
        null,
        expected);
  }

  /** The body is not as it should be. */
  static Problem body(String why) {
    return new Problem(
        type("bad request"),
        "bad request",
        400,
        "body: want a JSON object, and at " + why,
        "body",
        null,
        "a JSON object");
  }

  /** There is none of this name. */
  static Problem missing(String what, String name) {
    return new Problem(
        type("not found"),
        "not found",
        404,
        "%s: there is none of this name.".formatted(what),
        what,
        shortened(name),
        null);
  }

  private static @Nullable String shortened(@Nullable String value) {
    if (value != null && value.contains(Tokens.PREFIX)) {
      return "(a token)"; // what is answered is kept in logs
    }
    return value == null || value.length() <= LONGEST_VALUE
        ? value
        : value.substring(0, LONGEST_VALUE) + "...";
  }

  private static String type(String title) {
    return "urn:proteus:problem:" + title.replace(' ', '-');
  }

  Refusal refusal() {
    return new Refusal(this);
  }

  /** Ends a request with a problem. */
  static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    Refusal(Problem problem) {
      super(problem.detail());
      this.problem = problem;
    }

    Problem problem() {
      return problem;
    }
  }
}
