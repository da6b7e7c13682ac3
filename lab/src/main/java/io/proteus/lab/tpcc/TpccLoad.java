package io.proteus.lab.tpcc;

import io.proteus.workloads.tpcc.Scale;

/**
 * What terminals do to how much data.
 *
 * @param partitions of each table
 * @param pace of keying and think times: 1 as the standard has them, 0 none
 */
record TpccLoad(Scale scale, int partitions, int terminals, double pace, long seed) {}
