package io.proteus.cloud.ec2;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The client tokens of orders, as EC2 keeps them: by zone, with their parameters, those of refused
 * orders and of ended instances too.
 */
final class KeptTokens {
  private final Map<Token, Order> orders = new HashMap<>();
  private final Set<String> ended = new HashSet<>();

  /** A token, which counts in its zone alone. */
  record Token(String zone, String value) {}

  /** What a token was used for; no instance where the order was refused. */
  private record Order(Object parameters, Optional<String> instance) {}

  /** The code with which an order is refused for its token; empty where it is not. */
  Optional<String> refusal(Token token, Object parameters) {
    Order known = orders.get(token);
    if (known == null) {
      return Optional.empty();
    }
    if (!known.parameters().equals(parameters)) {
      return Optional.of("IdempotentParameterMismatch");
    }
    return known.instance().filter(ended::contains).map(id -> "IdempotentInstanceTerminated");
  }

  /** The instance that an order with this token has; empty where it has none. */
  Optional<String> instance(Token token) {
    return Optional.ofNullable(orders.get(token)).flatMap(Order::instance);
  }

  void refused(Token token, Object parameters) {
    orders.put(token, new Order(parameters, Optional.empty()));
  }

  void carriedOut(Token token, Object parameters, String instance) {
    orders.put(token, new Order(parameters, Optional.of(instance)));
  }

  void ended(String instance) {
    ended.add(instance);
  }
}
