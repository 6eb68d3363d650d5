package io.mcpspring.tool;

import io.mcpspring.validation.BindingProblems;
import io.mcpspring.validation.CheckingTime;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.InvalidArgumentsException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The arguments of a call, after validation against the tool's input schema: without nulls that the schema does not
 * allow where an argument may be absent, with the default values of the method's other arguments, with values in place
 * of the strings that stand for them (see {@code mcp.server.tools.convert-strings} and
 * {@code mcp.server.tools.parse-stringified-json}), and with the names of the schema in place of aliases. They are the
 * arguments that interceptors see. A method that takes this type and declares no arguments of its own accepts any
 * arguments, unless it has an input schema.
 */
public final class McpArguments {

    private final ObjectNode json;

    private final JsonMapper mapper;

    McpArguments(ObjectNode json, JsonMapper mapper) {
        this.json = json;
        this.mapper = mapper;
    }

    /** {@return the arguments as a JSON object, which must not be changed} */
    public ObjectNode json() {
        return this.json;
    }

    /**
     * Reads all arguments as one object, by the application's {@code JsonMapper}. Arguments that cannot be read end the
     * call with an error that states the reason.
     *
     * @param <T> the type
     * @param type the type
     * @return the object
     */
    public <T> T as(Class<T> type) {
        return read("", json, mapper.constructType(type));
    }

    /**
     * Reads all arguments as one object of a generic type; see {@link #as(Class)}.
     *
     * @param <T> the type
     * @param type the type
     * @return the object
     */
    public <T> T as(ParameterizedTypeReference<T> type) {
        return read("", json, mapper.constructType(type.getType()));
    }

    /**
     * Reads one argument, by the application's {@code JsonMapper}. An argument that cannot be read ends the call with
     * an error that states the reason.
     *
     * @param <T> the type
     * @param name the name of the argument in JSON
     * @param type the type
     * @return the argument; empty if it is absent or {@code null}
     */
    public <T> Optional<T> get(String name, Class<T> type) {
        return get(name, mapper.constructType(type));
    }

    /**
     * Reads one argument of a generic type; see {@link #get(String, Class)}.
     *
     * @param <T> the type
     * @param name the name of the argument in JSON
     * @param type the type
     * @return the argument; empty if it is absent or {@code null}
     */
    public <T> Optional<T> get(String name, ParameterizedTypeReference<T> type) {
        return get(name, mapper.constructType(type.getType()));
    }

    /** Whether the other arguments are the same, so that caches find them. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof McpArguments arguments && json.equals(arguments.json);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }

    private <T> Optional<T> get(String name, JavaType type) {
        JsonNode value = json.path(name);
        return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(read(name, value, type));
    }

    private <T> T read(String path, JsonNode value, JavaType type) {
        try {
            return new CheckingTime().limit(() -> mapper.readerFor(type).<T>readValue(value));
        } catch (DeclarationException ofAuthor) {
            throw ofAuthor;
        } catch (Exception ex) {
            ArgumentReader.rethrowIfForClient(ex);
            throw new InvalidArgumentsException(
                    List.of(BindingProblems.of(ex, path, value, MissingNode.getInstance())));
        }
    }
}
