package io.mcpspring.benchmarks.bare;

import io.mcpspring.benchmarks.Answers;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A controller that answers the messages of the workload by hand, and reads and writes whole bodies. */
@SpringBootApplication
@RestController
public class BareMvcServer {

    private final JsonMapper json;

    private final Answers answers;

    BareMvcServer(JsonMapper json) {
        this.json = json;
        this.answers = new Answers(json);
    }

    public static void main(String[] args) {
        SpringApplication.run(BareMvcServer.class, args);
    }

    @PostMapping("/mcp")
    ResponseEntity<byte[]> answer(@RequestBody byte[] body) {
        JsonNode request = json.readTree(body);
        return request.has("id")
                ? ResponseEntity.ok()
                        .contentType(MediaType.APPLICATION_JSON)
                        .body(json.writeValueAsBytes(answers.to(request)))
                : ResponseEntity.accepted().build();
    }
}
