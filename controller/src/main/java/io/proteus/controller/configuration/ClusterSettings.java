package io.proteus.controller.configuration;

import io.proteus.core.setting.Key;

/**
 * The name of a cluster.
 *
 * @param name files have it in their names
 */
record ClusterSettings(
    @Key(
            doc = "what Proteus calls the cluster, in files too",
            pattern = "[A-Za-z0-9][A-Za-z0-9._-]*",
            wanted = "letters, digits, '.', '_' and '-'",
            example = "my-cluster")
        String name) {}
