package io.proteus.app.server;

/** Routes that are about one thing. {@link Api} lists the resources. */
interface Resource {
  void into(Routes routes);
}
