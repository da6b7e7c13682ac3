package io.proteus.cloud.openstack;

/**
 * A service answered with no success. Never shown as it is: {@link OpenStackErrors} explains it.
 */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  /**
   * @param status of the answer; 0 where none came
   * @param said by the service
   */
  Refusal(int status, String said) {
    super(said);
    this.status = status;
  }

  int status() {
    return status;
  }

  /** Without the full stop, as a sentence goes on. */
  String said() {
    String text = String.valueOf(getMessage()).strip().replaceAll("\\s+", " ");
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }
}
