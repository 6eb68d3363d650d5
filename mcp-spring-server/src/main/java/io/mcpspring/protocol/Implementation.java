package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client or server program, as it describes itself. For display and logs only, because it is not verified. Later
 * revisions may add components: use neither the canonical constructor nor record patterns.
 *
 * @param name the program's identifier
 * @param version its version
 * @param title its name for people; from revision 2025-06-18 on
 * @param description what it does; from revision 2025-11-25 on
 * @param websiteUrl where to read more; from revision 2025-11-25 on
 * @param icons icons; from revision 2025-11-25 on
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Implementation(
        String name,
        String version,
        @Nullable String title,
        @Nullable String description,
        @Nullable String websiteUrl,
        List<Icon> icons) {

    /**
     * Copies the icons.
     *
     * @param name the program's identifier
     * @param version its version
     * @param title its name for people; from revision 2025-06-18 on
     * @param description what it does; from revision 2025-11-25 on
     * @param websiteUrl where to read more; from revision 2025-11-25 on
     * @param icons icons; from revision 2025-11-25 on
     */
    public Implementation {
        icons = List.copyOf(icons);
    }

    /**
     * Creates a description of a program.
     *
     * @param name the identifier
     * @param version the version
     */
    public Implementation(String name, String version) {
        this(name, version, null, null, null, List.of());
    }
}
