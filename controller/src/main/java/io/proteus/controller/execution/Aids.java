package io.proteus.controller.execution;

/** What makes moves cheaper while a plan is carried out. */
record Aids(Compactions compactions, Prefetching prefetching) {}
