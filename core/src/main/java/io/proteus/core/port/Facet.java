package io.proteus.core.port;

/**
 * One kind of change that a store, or the place where it runs, accepts. Stores and clouds implement
 * the facets that they have, so no method has to answer that it is not supported.
 *
 * <p>A method without a result is an order: it may be given twice without harm and returns once the
 * store has accepted it. The next {@link io.proteus.core.cluster.Topology} shows when it is done. A
 * method with a result is a question and changes nothing.
 */
public sealed interface Facet
    permits Admission,
        BlockSizes,
        CacheWarming,
        Handover,
        LeavingOrder,
        MachineInventory,
        Machines,
        Membership,
        MemoryShares,
        NodeSettings,
        OwnBalancer,
        Placement,
        Reshaping,
        Restarts,
        TableChanges,
        LocalTableChanges,
        TokenMoves,
        Upkeep,
        UpkeepPauses {}
