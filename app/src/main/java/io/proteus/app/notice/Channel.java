package io.proteus.app.notice;

/** A way on which notices go out. */
interface Channel {
  /** Its name in logs. */
  String name();

  /**
   * Sends a notice, within a bound of time.
   *
   * @throws Exception where it did not arrive
   */
  void send(Notice notice) throws Exception;
}
