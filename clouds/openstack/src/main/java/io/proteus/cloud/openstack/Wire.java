package io.proteus.cloud.openstack;

import java.io.IOException;
import java.util.Map;

/** How requests reach the services. */
@FunctionalInterface
interface Wire {
  /** One request and its answer, whatever its status. */
  Answer send(Call call) throws IOException;

  /**
   * A request.
   *
   * @param body JSON; empty where there is none
   */
  record Call(String method, String address, Map<String, String> headers, String body) {
    public Call {
      headers = Map.copyOf(headers);
    }
  }

  /**
   * An answer.
   *
   * @param headers by their names in small letters
   */
  record Answer(int status, Map<String, String> headers, String body) {
    public Answer {
      headers = Map.copyOf(headers);
    }
  }
}
