package io.mcpspring.observation;

import io.mcpspring.observation.McpServerObservationDocumentation.LowCardinalityKeyNames;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;
import org.jspecify.annotations.Nullable;

/** The meters of the server besides that of its observations. Numbers are those of one instance. */
public enum McpServerMeterDocumentation implements MeterDocumentation {

    /** Sessions that are in use, or whose state is kept between their requests. */
    SESSIONS("mcp.server.sessions", "Sessions with state on this instance", Meter.Type.GAUGE, null),

    /** The durations of sessions, by the conventions of OpenTelemetry for MCP. */
    SESSION_DURATION(
            "mcp.server.session.duration",
            "Durations of sessions that their clients have ended",
            Meter.Type.TIMER,
            "seconds",
            LowCardinalityKeyNames.PROTOCOL_VERSION,
            LowCardinalityKeyNames.TRANSPORT,
            LowCardinalityKeyNames.NETWORK_PROTOCOL),

    /** Streams on which clients listen to events. */
    STREAMS("mcp.server.streams", "Streams on which clients listen to events", Meter.Type.GAUGE, null),

    /** Questions to clients that are not answered yet. */
    QUESTIONS("mcp.server.questions", "Pending questions to clients", Meter.Type.GAUGE, null),

    /** Calls that are tasks, or may become tasks. */
    TASKS("mcp.server.tasks", "Running calls that are tasks or may become tasks", Meter.Type.GAUGE, null),

    /** Calls of tools, prompts, resources and completions that are running. */
    CALLS("mcp.server.calls", "Running calls", Meter.Type.GAUGE, null),

    /** Calls that wait for a worker thread. */
    QUEUED_CALLS("mcp.server.calls.queued", "Calls that wait for a worker thread", Meter.Type.GAUGE, null),

    /** Requests that were refused for the security of the server. */
    REFUSALS("mcp.server.refusals", "Refused requests", Meter.Type.COUNTER, null, KeyNames.REASON),

    /** The sizes of results. */
    RESULT_SIZE(
            "mcp.server.result.size",
            "Sizes of results, before binary content is encoded",
            Meter.Type.DISTRIBUTION_SUMMARY,
            "bytes",
            KeyNames.KIND,
            KeyNames.NAME),

    /** Entries in the lists of the server. */
    ENTRIES("mcp.server.entries", "Entries in a list", Meter.Type.GAUGE, null, KeyNames.KIND),

    /** The size of all definitions of a list, most of which clients give to their language model. */
    LIST_SIZE("mcp.server.list.size", "Size of all definitions of a list", Meter.Type.GAUGE, "bytes", KeyNames.KIND);

    private final String meterName;

    private final String description;

    private final Meter.Type type;

    private final @Nullable String unit;

    private final KeyName[] keys;

    McpServerMeterDocumentation(
            String meterName, String description, Meter.Type type, @Nullable String unit, KeyName... keys) {
        this.meterName = meterName;
        this.description = description;
        this.type = type;
        this.unit = unit;
        this.keys = keys;
    }

    @Override
    public String getName() {
        return meterName;
    }

    /** {@return what the meter measures} */
    public String getDescription() {
        return description;
    }

    @Override
    public Meter.Type getType() {
        return type;
    }

    @Override
    public @Nullable String getBaseUnit() {
        return unit;
    }

    @Override
    public KeyName[] getKeyNames() {
        return keys.clone();
    }

    /** The tags of the meters. */
    public enum KeyNames implements KeyName {

        /** The kind of the entry: {@code tool}, {@code prompt}, {@code resource} and others. */
        KIND("mcp.entry.kind"),

        /** The name of the tool or prompt; {@code none} for resources and completions. */
        NAME("mcp.entry.name"),

        /** Why a request was refused: {@code token}, {@code access}, {@code limit} and others. */
        REASON("mcp.refusal.reason");

        private final String key;

        KeyNames(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return key;
        }
    }
}
