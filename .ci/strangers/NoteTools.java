package com.example.notes;

import io.mcpspring.annotation.McpTool;
import java.security.Principal;
import org.springframework.stereotype.Component;

@Component
class NoteTools {

    private final NoteRepository notes;

    NoteTools(NoteRepository notes) {
        this.notes = notes;
    }

    @McpTool(description = "Reads a note by its number")
    String readNote(long id, Principal reader) {
        return notes.findById(id).orElseThrow().getText() + ", read by " + reader.getName();
    }
}
