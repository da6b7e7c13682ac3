package io.proteus.lab.tpcc;

import io.proteus.workloads.tpcc.TpccWindow;

/**
 * A window of terminals.
 *
 * @param plans that Proteus carried out in it
 * @param decidedAfterS seconds from the window's begin to the end of its last plan; 0 without one
 */
record TpccMeasured(TpccWindow window, int plans, double decidedAfterS) {}
