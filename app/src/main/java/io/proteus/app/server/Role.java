package io.proteus.app.server;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.javalin.security.RouteRole;
import java.util.Locale;

/** What a caller may do; each may do what those before it may. */
public enum Role implements RouteRole {
  /** ask whether the daemon is well, without a token */
  @JsonProperty("anybody")
  ANYBODY,
  /** look */
  @JsonProperty("viewer")
  VIEWER,
  /** approve and reject plans, pause, resume, stop */
  @JsonProperty("operator")
  OPERATOR,
  /** change what needs approval */
  @JsonProperty("administrator")
  ADMINISTRATOR;

  boolean includes(Role other) {
    return compareTo(other) >= 0;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
