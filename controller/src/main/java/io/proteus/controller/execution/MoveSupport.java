package io.proteus.controller.execution;

/** What makes moves cheaper while a plan runs. */
record MoveSupport(Compactions compactions, Prefetching prefetching) {}
