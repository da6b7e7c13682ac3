package io.proteus.controller.execution;

import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Holder;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lets a change through to the store or the cloud only while this Proteus holds the claim. The
 * claim is checked right before each change, whoever orders it: a plan, an undo, or the return of
 * the balancer. Every method without a result is an order and counts as a change ({@link Facet}).
 *
 * <p>The fence stands as close to the store as possible: a process that stops between the check and
 * the change may still be too late.
 */
public final class Fence {
  private volatile @Nullable Claim claim;

  /** The same store and cloud, changed by the holder of the claim only. */
  public Ports around(Ports ports) {
    return new Ports(
        ports.store(),
        ports
            .facets()
            .wrapped(
                new Facets.Wrapper() {
                  @Override
                  public <F extends Facet> F wrap(Class<F> kind, F facet) {
                    return fenced(kind, facet);
                  }
                }),
        remembered(ports.claiming()));
  }

  private <T> T fenced(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getReturnType() == void.class) {
                confirm(method.getName());
              }
              return invoke(target, method, arguments);
            }));
  }

  private Claiming remembered(Claiming claiming) {
    return new Claiming() {
      @Override
      public Claim claim(String who) throws PortException {
        return claim(Claimant.of(who));
      }

      @Override
      public Claim claim(Claimant claimant) throws PortException {
        Claim taken = claiming.claim(claimant);
        claim = taken;
        return taken;
      }

      @Override
      public Optional<Holder> holder() throws PortException {
        return claiming.holder();
      }
    };
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
