package io.proteus.core.port;

/**
 * One kind of change that a store lets be made to it. A store has the facets that it implements, so
 * none of them ever answers that it is not supported.
 *
 * <p>A method that returns nothing is an order: it may be given twice without harm, and returns
 * once the store has accepted it, not once it is done, which the next {@link
 * io.proteus.core.cluster.Topology} shows. A method that returns something is a question and
 * changes nothing.
 */
public sealed interface Facet
    permits BlockSizes,
        CacheWarming,
        Membership,
        NodeSettings,
        OwnBalancer,
        Placement,
        TableChanges,
        Upkeep,
        UpkeepPauses {}
