package io.proteus.cloud.openstack;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Loses answers, spoils tokens and throttles on the way to the real services. */
record FaultyWire(Wire wire, Random random) implements Wire {

  @Override
  public Answer send(Call call) throws IOException {
    int fault = random.nextInt(24);
    if (fault == 0) {
      return new Answer(429, Map.of("retry-after", "0"), "{}");
    }
    if (fault == 1 && call.headers().containsKey("X-Auth-Token")) {
      Map<String, String> spoilt = new HashMap<>(call.headers());
      spoilt.put("X-Auth-Token", "expired");
      return wire.send(new Call(call.method(), call.address(), spoilt, call.body()));
    }
    Answer answer = wire.send(call);
    boolean order = call.method().equals("POST") && call.address().endsWith("/servers");
    if (order && random.nextInt(3) == 0) {
      throw new IOException("the answer was lost");
    }
    return answer;
  }
}
