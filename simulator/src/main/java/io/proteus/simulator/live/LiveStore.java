package io.proteus.simulator.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.proteus.controller.json.CoreJson;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.CacheWarming;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Facets;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Store;
import io.proteus.simulator.fault.CloudErrors;
import io.proteus.simulator.fault.ControllerCrash;
import io.proteus.simulator.fault.Fault;
import io.proteus.simulator.fault.LaunchAnswersLost;
import io.proteus.simulator.fault.StoreErrors;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.world.ControllerLife;
import io.proteus.simulator.world.SimulatedCloud;
import io.proteus.simulator.world.SimulatedEngine;
import io.proteus.simulator.world.World;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A simulated cluster on time that passes by itself. It follows the history, whoever wrote it: all
 * that was ordered is done at its time. It goes on in whole seconds, so that it comes out the same
 * however often it is looked at.
 */
final class LiveStore implements Store {
  /** Faults of calls, which would make a history come out otherwise than it was. */
  private static final Set<Class<? extends Fault>> OF_CALLS =
      Set.of(StoreErrors.class, CloudErrors.class, LaunchAnswersLost.class, ControllerCrash.class);

  private static final Map<String, Class<?>> FACETS =
      Arrays.stream(Facet.class.getPermittedSubclasses())
          .collect(Collectors.toMap(Class::getSimpleName, Function.identity()));

  private static final JsonMapper JSON = CoreJson.mapper();

  private final LiveHistory history;
  private final World world;
  private final SimulatedEngine engine;
  private final SimulatedCloud cloud;
  private final Facets direct;
  private final Facets recorded;
  private int followed;
  private long passed;
  private boolean warms;

  LiveStore(Scenario scenario, int seed, LiveHistory history) {
    this.history = history;
    Scenario named =
        scenario
            .withName("%s-%d".formatted(scenario.name(), history.began().getEpochSecond()))
            .withFaults(
                scenario.faults().stream()
                    .filter(fault -> !OF_CALLS.contains(fault.getClass()))
                    .toList());
    this.world = new World(named, ModelConstants.fitted(), seed);
    world.beginsAt(history.began());
    ControllerLife life = new ControllerLife(world);
    this.engine = new SimulatedEngine(world, life);
    this.cloud = new SimulatedCloud(world, life);
    this.direct = engine.ports(cloud).facets();
    this.recorded =
        direct.wrapped(
            new Facets.Wrapper() {
              @Override
              public <F extends Facet> F wrap(Class<F> kind, F facet) {
                return recorded(kind, facet);
              }
            });
  }

  OpenStore open(Claiming claims) {
    HostMetrics hosts =
        nodes -> {
          synchronized (this) {
            goOn();
            return cloud.read(nodes);
          }
        };
    return new OpenStore(
        this, recorded, claims, Optional.of(hosts), Optional.empty(), Optional.empty());
  }

  @Override
  public String clusterId() {
    return engine.clusterId();
  }

  @Override
  public synchronized Topology topology() throws PortException {
    goOn();
    return engine.topology();
  }

  @Override
  public synchronized Sample sample() throws PortException {
    goOn();
    return engine.sample();
  }

  /** Brings the cluster to now. */
  private void goOn() {
    long now = (long) history.seconds();
    for (LiveHistory.Order order : history.ordersAfter(followed)) {
      passUntil(order.at());
      repeat(order);
      followed++;
    }
    passUntil(now);
  }

  private void passUntil(long seconds) {
    if (seconds > passed) {
      world.advance(Duration.ofSeconds(seconds - passed));
      passed = seconds;
    }
  }

  private <F extends Facet> F recorded(Class<F> kind, F facet) {
    return kind.cast(
        Proxy.newProxyInstance(
            kind.getClassLoader(),
            new Class<?>[] {kind},
            (proxy, method, arguments) -> {
              if (method.isDefault() && method.getReturnType() == void.class) {
                // it comes down to another order, and who looks at it cannot be kept
                return InvocationHandler.invokeDefault(proxy, method, arguments);
              }
              return method.getReturnType() == void.class
                  ? order(kind, facet, method, arguments)
                  : answer(facet, method, arguments);
            }));
  }

  private synchronized @Nullable Object answer(
      Object facet, Method method, Object @Nullable [] arguments) throws Throwable {
    goOn();
    return invoke(facet, method, arguments);
  }

  private synchronized @Nullable Object order(
      Class<?> kind, Object facet, Method method, Object @Nullable [] arguments) throws Throwable {
    goOn();
    history.alone(
        () -> {
          goOn();
          invoke(facet, method, arguments);
          List<JsonNode> values = new ArrayList<>();
          for (Object argument : arguments == null ? new Object[0] : arguments) {
            values.add(JSON.valueToTree(argument));
          }
          history.add(
              new LiveHistory.Order(passed, kind.getSimpleName(), method.getName(), values));
          followed++;
          warms |= kind == CacheWarming.class;
        });
    return null;
  }

  private static @Nullable Object invoke(
      Object target, Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  /** Does again what was ordered once; what cannot be done now is left. */
  private void repeat(LiveHistory.Order order) {
    Class<? extends Facet> kind =
        Objects.requireNonNull(FACETS.get(order.facet())).asSubclass(Facet.class);
    // those that come down to another were kept by earlier versions
    Arrays.stream(kind.getMethods())
        .filter(method -> method.getName().equals(order.name()))
        .filter(method -> method.getParameterCount() == order.values().size())
        .min(Comparator.comparing(Method::isDefault))
        .ifPresent(method -> repeat(direct.find(kind).orElseThrow(), method, order));
  }

  private static void repeat(Object facet, Method method, LiveHistory.Order order) {
    var types = method.getGenericParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = JSON.convertValue(order.values().get(i), JSON.constructType(types[i]));
    }
    try {
      method.invoke(facet, arguments);
    } catch (InvocationTargetException e) {
      if (!(e.getCause() instanceof PortException)) {
        throw new IllegalStateException("%s cannot be done again".formatted(order), e.getCause());
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("facets are public", e);
    }
  }

  /** Nodes read ahead for no longer than whoever asked for it is there. */
  @Override
  public synchronized void close() {
    if (warms) {
      recorded
          .find(CacheWarming.class)
          .ifPresent(
              warming -> {
                try {
                  warming.prefetch(Set.of());
                } catch (PortException e) {
                  throw new IllegalStateException("the simulated store takes every order", e);
                }
              });
      warms = false;
    }
  }
}
