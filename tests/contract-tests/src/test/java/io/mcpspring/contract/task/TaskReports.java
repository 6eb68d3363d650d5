package io.mcpspring.contract.task;

import io.mcpspring.support.EventStream;
import tools.jackson.databind.JsonNode;

/** The reports of tasks on a stream. */
final class TaskReports {

    private TaskReports() {}

    /** Returns the next report. The status of the question may be reported after it can be seen. */
    static JsonNode nextAfterQuestion(EventStream stream) {
        JsonNode report = stream.nextMessage();
        return report.at("/params/status").asString().equals("input_required") ? stream.nextMessage() : report;
    }
}
