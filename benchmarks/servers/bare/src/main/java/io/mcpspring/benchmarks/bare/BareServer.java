package io.mcpspring.benchmarks.bare;

import static org.springframework.web.reactive.function.server.RouterFunctions.route;

import io.mcpspring.benchmarks.Answers;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers the messages of the workload by hand, without sessions, checks, or anything else of the protocol. */
@SpringBootApplication
public class BareServer {

    private final Scheduler virtualThreads;

    private final Bodies bodies;

    private final Answers answers;

    private final CheckedHandler checked;

    BareServer(JsonMapper json) {
        SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("blocking-");
        executor.setVirtualThreads(true);
        this.virtualThreads = Schedulers.fromExecutor(executor);
        this.bodies = new Bodies(json);
        this.answers = new Answers(json);
        this.checked = new CheckedHandler(json, virtualThreads);
    }

    public static void main(String[] args) {
        SpringApplication.run(BareServer.class, args);
    }

    /** Reads and writes whole bodies, which costs least. */
    @Bean
    RouterFunction<ServerResponse> buffers() {
        return route().POST("/mcp", this::answerWithBuffer).build();
    }

    /** Reads and writes by the codecs of WebFlux, as most handlers do. */
    @Bean
    RouterFunction<ServerResponse> codecs() {
        return route().POST("/codecs", this::answerWithCodecs).build();
    }

    /** Checks what the protocol demands. */
    @Bean
    RouterFunction<ServerResponse> checks() {
        return route().POST("/checked", checked::handle).build();
    }

    private Mono<ServerResponse> answerWithBuffer(ServerRequest request) {
        return DataBufferUtils.join(request.body(BodyExtractors.toDataBuffers()))
                .map(bodies::read)
                .flatMap(this::answer)
                .flatMap(answer -> bodies.respond(request, ServerResponse.ok(), answer));
    }

    private Mono<ServerResponse> answerWithCodecs(ServerRequest request) {
        return request.bodyToMono(JsonNode.class)
                .flatMap(this::answer)
                .flatMap(answer -> ServerResponse.ok()
                        .contentType(MediaType.APPLICATION_JSON)
                        .bodyValue(answer));
    }

    private Mono<ObjectNode> answer(JsonNode request) {
        if (!request.has("id")) {
            return Mono.empty();
        }
        Mono<ObjectNode> answer = Mono.fromSupplier(() -> answers.to(request));
        return answers.isSlow(request) ? answer.subscribeOn(virtualThreads) : answer;
    }
}
