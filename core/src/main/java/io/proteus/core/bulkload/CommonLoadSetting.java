package io.proteus.core.bulkload;

/**
 * The settings that a load may ask of any store: how nodes use their memory and how clients load.
 */
public enum CommonLoadSetting implements LoadSetting {
  /** all write buffers of a node together */
  WRITE_BUFFER_SHARE(Scope.NODE, Unit.PERCENT, "heap for writes"),
  /** what a node keeps of what was read */
  READ_CACHE_SHARE(Scope.NODE, Unit.PERCENT, "heap for reads"),
  /** machines, or processes, that load at once */
  CLIENTS(Scope.CLIENT, Unit.COUNT, "clients"),
  /** threads of each client */
  CLIENT_THREADS(Scope.CLIENT, Unit.COUNT, "threads a client"),
  /** what each thread collects before it sends */
  CLIENT_BUFFER(Scope.CLIENT, Unit.BYTES, "client buffer");

  private final Scope scope;
  private final Unit unit;
  private final String title;

  CommonLoadSetting(Scope scope, Unit unit, String title) {
    this.scope = scope;
    this.unit = unit;
    this.title = title;
  }

  @Override
  public Scope scope() {
    return scope;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public String shown(long amount) {
    return unit.shown(amount);
  }
}
