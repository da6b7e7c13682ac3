package io.proteus.core.port;

/** What changes cost on an engine's stores, found as a {@link java.util.ServiceLoader service}. */
public interface EngineCosts {

  /** As {@code engine.type} names it. */
  String engine();

  CostModel costs();
}
