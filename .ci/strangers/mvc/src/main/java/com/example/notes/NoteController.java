package com.example.notes;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.boot.CommandLineRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
class NoteController {

    private final NoteRepository notes;

    NoteController(NoteRepository notes) {
        this.notes = notes;
    }

    @Bean
    static CommandLineRunner firstNote(NoteRepository notes) {
        return arguments -> notes.save(new Note("Buy milk"));
    }

    @GetMapping("/notes/{id}")
    Note note(@PathVariable long id) {
        return notes.findById(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    @GetMapping("/caller")
    Map<String, Object> caller(HttpServletRequest request) {
        return Map.of(
                "user", request.getRemoteUser(), "uri", request.getRequestURI(), "async", request.isAsyncSupported());
    }

    @GetMapping("/notes/failure")
    Note failure() {
        throw new IllegalStateException("Out of paper");
    }
}
