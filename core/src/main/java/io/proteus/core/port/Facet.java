package io.proteus.core.port;

/**
 * One kind of change that a store, or where it runs, lets be made to it. Both have the facets that
 * they implement, so none of them ever answers that it is not supported.
 *
 * <p>A method that returns nothing is an order: it may be given twice without harm, and returns
 * once the store has accepted it, not once it is done, which the next {@link
 * io.proteus.core.cluster.Topology} shows. A method that returns something is a question and
 * changes nothing.
 */
public sealed interface Facet
    permits BlockSizes,
        CacheWarming,
        Handover,
        Machines,
        Membership,
        MemoryShares,
        OwnBalancer,
        Placement,
        Restarts,
        TableChanges,
        Upkeep,
        UpkeepPauses {}
