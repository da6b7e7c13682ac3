package io.proteus.core.port;

import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What is noted beside a claim, as keys and values: whoever holds the claim next finds it, wherever
 * that one runs. It is for what an engine has begun and must finish, and stays small.
 */
public interface ClaimNotes {

  /** What is noted now. */
  Map<String, String> read() throws PortException;

  /**
   * Changes what is noted, as one step, and answers what is noted then.
   *
   * @param change of a copy; it may be asked for more than once
   */
  Map<String, String> change(UnaryOperator<Map<String, String>> change) throws PortException;
}
