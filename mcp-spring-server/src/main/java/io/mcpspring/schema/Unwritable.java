package io.mcpspring.schema;

import io.mcpspring.Internal;
import io.mcpspring.validation.DeclarationException;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.impl.UnknownSerializer;
import tools.jackson.databind.ser.jackson.JsonValueSerializer;
import tools.jackson.databind.ser.std.StdConvertingSerializer;
import tools.jackson.databind.util.ClassUtil;

/**
 * Types that Jackson writes property by property although they hold no data for clients: paths and handles of the
 * server, content, whole results, functions, and values that are still to come. Most kinds name their types and
 * packages.
 */
@Internal
public enum Unwritable {
    PATH(
            "it is a path of the server",
            "Return the file's content as a Resource, or a name that clients know as a String",
            "java.io.File java.nio.file.Path"),

    STREAM("it is a stream", "Return byte[], a Resource or Content", """
            java.io.InputStream java.io.OutputStream java.io.Reader java.io.Writer java.nio.channels.Channel
            org.springframework.core.io.buffer.DataBuffer"""),

    PENDING("its value is not available yet", "Return a Mono or a CompletionStage of the whole result", """
            java.util.concurrent.Future java.util.concurrent.CompletionStage java.util.concurrent.Flow$Publisher
            org.reactivestreams.Publisher io.reactivex. io.smallrye.mutiny. kotlinx.coroutines.
            org.springframework.web.context.request.async."""),

    CONTENT(
            "it is content, which cannot be a part of JSON",
            "Return it alone or in a list, or return a String or byte[] instead",
            "org.springframework.core.io.InputStreamSource java.awt.image.RenderedImage"),

    RESULT("it is the result of a whole call", "Return it alone, or return the values that it has", """
            io.mcpspring.protocol.CallToolResult io.mcpspring.protocol.GetPromptResult
            io.mcpspring.protocol.ReadResourceResult io.mcpspring.exchange.InputRequired
            kotlin.Result kotlin.Result$Failure"""),

    HANDLE(
            "it is an object of the running server, not data",
            "Return the values that the client needs, for instance in a record",
            """
            java.lang.Thread java.lang.Throwable java.lang.ClassLoader java.lang.Process
            java.awt. java.util.Enumeration java.net.Socket java.net.http.
            java.sql.Wrapper java.sql.Blob java.sql.Clob jakarta.persistence.EntityManager jakarta.servlet.
            org.springframework.http.HttpMessage org.springframework.http.HttpEntity
            org.springframework.http.codec.multipart.Part org.springframework.web.server.
            org.springframework.web.reactive. org.springframework.web.servlet.
            org.springframework.beans.factory.BeanFactory org.springframework.core.env.PropertyResolver
            org.springframework.security.core.Authentication org.springframework.security.core.userdetails.User
            org.springframework.security.oauth2.core.AbstractOAuth2Token
            org.springframework.security.oauth2.client."""),

    FOREIGN(
            "it belongs to another library, whose data Jackson does not find",
            "Use a record, a Map or a tools.jackson.databind.JsonNode instead, or register a Jackson module for it",
            """
            com.fasterxml.jackson. com.google.gson. com.google.protobuf. jakarta.json. javax.json. kotlin.time.Instant
            kotlin.uuid.Uuid kotlinx.datetime. kotlinx.serialization.json. io.vavr. org.apache.avro. org.apache.thrift.
            org.json. org.locationtech.jts."""),

    FUNCTION(
            "it is a function",
            "Return the value that it supplies",
            "java.util.function. java.lang.Runnable java.util.concurrent.Callable"),

    /** By default, Jackson writes an object without getters as {}, as if it had no data. */
    EMPTY(
            "Jackson finds none of its properties",
            "Add getters, annotate the fields with @JsonProperty, or make it a record",
            "");

    private final String reason;
    private final String cure;
    private final List<String> names;

    /**
     * @param names the names of classes and, with a dot at their end, of packages, separated by white space; empty if
     *     they are found otherwise
     */
    Unwritable(String reason, String cure, String names) {
        this.reason = reason;
        this.cure = cure;
        this.names = List.of(names.split("\\s+"));
    }

    /**
     * Returns a mapper that fails for values and keys of such types, wherever they are in what it writes, unless the
     * application chooses how they are written.
     */
    public static JsonMapper refusedBy(JsonMapper mapper) {
        return mapper.rebuild()
                .addModule(new SimpleModule(Unwritable.class.getName()).setSerializerModifier(new Refusing()))
                .build();
    }

    /** Whether a type belongs to another library, for which Jackson needs a module. */
    static boolean isForeign(Class<?> type) {
        return find(type).filter(FOREIGN::equals).isPresent();
    }

    /** Fails for the serializer of such a type. */
    static void check(@Nullable Object serializer) {
        if (serializer instanceof Refused refused) {
            throw refused.reason;
        }
    }

    /** A class of the application that implements a function may have properties, unlike a lambda expression. */
    private static Optional<Unwritable> find(Class<?> type) {
        Stream<Unwritable> inherited = Stream.concat(
                        Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()))
                .flatMap(parent -> find(parent).stream())
                .filter(kind -> kind != FUNCTION || type.isHidden());
        return Stream.concat(Stream.of(values()).filter(kind -> kind.includes(type)), inherited)
                .min(Comparator.naturalOrder());
    }

    private DeclarationException refused(Class<?> type) {
        return new DeclarationException(
                "Type %s cannot be written as JSON: %s".formatted(type.getTypeName(), reason), cure);
    }

    /** Whether a class has one of the names, or is in one of the packages. */
    private boolean includes(Class<?> type) {
        return names.stream()
                .anyMatch(name -> name.endsWith(".")
                        ? type.getName().startsWith(name)
                        : type.getName().equals(name));
    }

    private static final class Refusing extends ValueSerializerModifier {

        @Override
        public ValueSerializer<?> modifySerializer(
                SerializationConfig config, BeanDescription.Supplier description, ValueSerializer<?> serializer) {
            return refused(description.getBeanClass(), serializer);
        }

        @Override
        public ValueSerializer<?> modifyKeySerializer(
                SerializationConfig config,
                JavaType type,
                BeanDescription.Supplier description,
                ValueSerializer<?> serializer) {
            return refused(type.getRawClass(), serializer);
        }

        private static ValueSerializer<?> refused(Class<?> type, ValueSerializer<?> serializer) {
            // The last two write what a method with @JsonValue, or a converter, returns.
            boolean chosen = !serializer.getClass().getName().startsWith("tools.jackson.databind.")
                    || serializer instanceof JsonValueSerializer
                    || serializer instanceof StdConvertingSerializer;
            if (chosen) {
                return serializer;
            }
            boolean empty = serializer instanceof UnknownSerializer && hasFields(type);
            Unwritable kind = find(type).orElse(empty ? EMPTY : null);
            return kind == null ? serializer : new Refused(kind.refused(type));
        }

        /** Whether a type has fields of its own; a proxy and a base class have none that are to be written. */
        private static boolean hasFields(Class<?> type) {
            if (ClassUtil.isProxyType(type) || Modifier.isAbstract(type.getModifiers())) {
                return false;
            }
            return Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
                    .flatMap(each -> Stream.of(each.getDeclaredFields()))
                    .anyMatch(field -> !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic());
        }
    }

    private static final class Refused extends ValueSerializer<Object> {

        private final DeclarationException reason;

        Refused(DeclarationException reason) {
            this.reason = reason;
        }

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
            throw reason;
        }
    }
}
