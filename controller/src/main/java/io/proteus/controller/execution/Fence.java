package io.proteus.controller.execution;

import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.Cloud;
import io.proteus.core.port.Engine;
import io.proteus.core.port.Ports;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets a change through to the store or the cloud only while the claim that was taken here holds:
 * the cluster is asked right before each, whoever wants it (a plan, its undoing, the balancer's
 * return). Whatever is not known to be a mere question counts as a change.
 *
 * <p>It belongs as close to the store as can be: what lies between the answer and the change is
 * where a process that stands still may still be too late.
 */
public final class Fence {
  private static final Set<String> QUESTIONS =
      Set.of(
          "capabilities",
          "clusterId",
          "topology",
          "sample",
          "machines",
          "settingsOf",
          "switchedOff",
          "holder",
          "close",
          "equals",
          "hashCode",
          "toString");

  private volatile @Nullable Claim claim;

  /** The same store and cloud, changed by the holder of the claim only. */
  public Ports around(Ports ports) {
    return new Ports(fenced(Engine.class, ports.engine()), fenced(Cloud.class, ports.cloud()));
  }

  private <T> T fenced(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("claim")) {
                return claimed(invoke(target, method, arguments));
              }
              if (!QUESTIONS.contains(method.getName())) {
                confirm(method.getName());
              }
              return invoke(target, method, arguments);
            }));
  }

  private @Nullable Object claimed(@Nullable Object taken) {
    claim = (Claim) taken;
    return taken;
  }

  private void confirm(String change) throws ClaimLost {
    Claim now = claim;
    if (now == null) {
      throw new ClaimLost(
          "%s: the cluster is not claimed, so nothing is changed.".formatted(change));
    }
    now.confirm();
  }

  private static @Nullable Object invoke(
      Object target, Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
