package io.mcpspring.conformance;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.Answers;
import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.tool.McpToolException;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Tools whose calls become tasks, and one whose calls do not. */
@Component
class TaskTools {

    private static final Duration LONG_ENOUGH_FOR_A_TASK = Duration.ofSeconds(1);

    record Name(String name) {}

    record Confirmation(boolean confirm) {}

    private static final Question<ElicitResult<Name>> USER_NAME =
            Question.elicit("user_name", "What is your name?", Name.class);

    private static final Question<ElicitResult<Confirmation>> CONFIRM =
            Question.elicit("confirm", "Shall we go on?", Confirmation.class);

    @McpTool(name = "greet", description = "Greets somebody at once")
    String greet(@McpToolParam(description = "Who is greeted") String name) {
        return "Hello, " + name + "!";
    }

    @McpTool(name = "slow_compute", description = "Takes its time", task = TaskSupport.OPTIONAL)
    String compute(
            @McpToolParam(description = "How long it takes") double seconds,
            @McpToolParam(description = "What the result is called") Optional<String> label)
            throws InterruptedException {
        Thread.sleep((long) (seconds * 1_000));
        return "Computed " + label.orElse("something") + " in " + seconds + " seconds";
    }

    @McpTool(name = "failing_job", description = "Fails after a while", task = TaskSupport.REQUIRED)
    Mono<String> failing() {
        return Mono.delay(LONG_ENOUGH_FOR_A_TASK).then(Mono.error(new McpToolException("The job failed")));
    }

    @McpTool(
            name = "protocol_error_job",
            description = "Ends with a JSON-RPC error after a while",
            task = TaskSupport.OPTIONAL)
    Mono<String> protocolError() {
        return Mono.delay(LONG_ENOUGH_FOR_A_TASK).then(Mono.error(new McpProtocolException(1, "The job broke off")));
    }

    @McpTool(name = "confirm_delete", description = "Deletes a file, if the user agrees", task = TaskSupport.OPTIONAL)
    String delete(@McpToolParam(description = "Name of the file") Optional<String> filename, McpExchange exchange) {
        if (filename.isEmpty()) {
            return "There is nothing to delete";
        }
        boolean confirmed = isConfirmed(exchange.elicit("Delete " + filename.get() + "?", Confirmation.class));
        return (confirmed ? "Deleted " : "Kept ") + filename.get();
    }

    @McpTool(name = "multi_input", description = "Asks two questions at a time", task = TaskSupport.OPTIONAL)
    String multiInput(McpExchange exchange) {
        Answers answers = exchange.ask(USER_NAME, CONFIRM);
        return name(answers.to(USER_NAME)) + (isConfirmed(answers.to(CONFIRM)) ? " goes on" : " stops");
    }

    @McpTool(
            name = "test_tool_with_task",
            description = "Asks for a name before there is a task",
            task = TaskSupport.REQUIRED)
    Mono<Object> askingFirst(ReactiveMcpExchange exchange) {
        return Mono.justOrEmpty(exchange.answer(USER_NAME))
                .delayElement(LONG_ENOUGH_FOR_A_TASK)
                .<Object>map(answer -> "Worked for " + name(answer))
                .defaultIfEmpty(InputRequired.of(USER_NAME));
    }

    private static String name(ElicitResult<Name> answer) {
        return answer.accepted().map(Name::name).orElse("somebody");
    }

    private static boolean isConfirmed(ElicitResult<Confirmation> answer) {
        return answer.accepted().filter(Confirmation::confirm).isPresent();
    }
}
