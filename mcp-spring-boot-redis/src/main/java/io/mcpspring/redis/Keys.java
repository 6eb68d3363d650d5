package io.mcpspring.redis;

/** The names of the keys. In a cluster, the braces decide on the node. */
record Keys(String prefix) {

    String channel() {
        return prefix + "{channel}";
    }

    String ended() {
        return prefix + "{ended}";
    }

    String task(String id) {
        return prefix + "{task:" + id + "}";
    }

    String instance(String id) {
        return prefix + "{instance}:" + id;
    }

    String rate(String caller, String rate) {
        return prefix + "{rate:" + caller + "}:" + rate;
    }
}
