package io.proteus.controller.execution;

/** What makes moves cheaper while a plan is carried out. */
record MoveSupport(Compactions compactions, Prefetching prefetching) {}
