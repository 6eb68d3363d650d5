package io.mcpspring.contract.result;

import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.protocol.ReadResourceResult;
import io.mcpspring.protocol.ResourceContents;
import java.io.IOException;
import java.io.InputStream;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.AbstractResource;
import reactor.core.publisher.Mono;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JacksonSerializable;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsontype.TypeSerializer;

/** A value that fails when it is made, or when it is converted to a result. */
enum FailingValue {
    METHOD {
        @Override
        Object of(Failure failure) {
            return failure.raise();
        }
    },

    UNPRINTABLE_FAILURE {
        @Override
        Object of(Failure failure) {
            throw new IllegalStateException() {

                private static final long serialVersionUID = 1L;

                @Override
                public String getMessage() {
                    return failure.raise();
                }
            };
        }
    },

    GETTER {
        @Override
        Object of(Failure failure) {
            return new Getter(failure);
        }
    },

    SERIALIZER {
        @Override
        Object of(Failure failure) {
            return new Written(failure);
        }
    },

    TO_STRING {
        @Override
        Object of(Failure failure) {
            return new Text(failure);
        }
    },

    OPTIONAL {
        @Override
        Object of(Failure failure) {
            return Optional.of(new Text(failure));
        }
    },

    ITERATOR {
        @Override
        Object of(Failure failure) {
            return new Elements(failure);
        }
    },

    STREAM {
        @Override
        Object of(Failure failure) {
            return Stream.of(failure).map(Failure::raise);
        }
    },

    RESOURCE {
        @Override
        Object of(Failure failure) {
            return new Broken(null, failure);
        }
    },

    RESOURCE_EXISTS {
        @Override
        Object of(Failure failure) {
            return new Broken(failure, failure);
        }
    },

    INPUT_STREAM {
        @Override
        Object of(Failure failure) {
            return new Broken(null, failure).getInputStream();
        }
    },

    TOOL_META {
        @Override
        Object of(Failure failure) {
            return new CallToolResult(List.of(Content.text("")), null, false, new Meta(failure));
        }
    },

    PROMPT_META {
        @Override
        Object of(Failure failure) {
            return new GetPromptResult(null, List.of(PromptMessage.user("")), new Meta(failure));
        }
    },

    RESOURCE_META {
        @Override
        Object of(Failure failure) {
            return new ReadResourceResult(List.of(new ResourceContents.Text("a:b", null, "", null)), new Meta(failure));
        }
    },

    OPERATOR {
        @Override
        Object of(Failure failure) {
            return Mono.just(failure).map(Failure::raise);
        }
    },

    PUBLISHER {
        @Override
        Object of(Failure failure) {
            return (Publisher<Object>) subscriber -> failure.raise();
        }
    },

    STAGE {
        @Override
        Object of(Failure failure) {
            return new Stage(failure);
        }
    };

    abstract Object of(Failure failure);

    public record Getter(Failure failure) {

        public String getName() {
            return failure.raise();
        }
    }

    private record Written(Failure failure) implements JacksonSerializable {

        @Override
        public void serialize(JsonGenerator generator, SerializationContext context) {
            failure.raise();
        }

        @Override
        public void serializeWithType(JsonGenerator generator, SerializationContext context, TypeSerializer type) {
            failure.raise();
        }
    }

    private record Text(Failure failure) implements CharSequence {

        @Override
        public int length() {
            return failure.raise();
        }

        @Override
        public char charAt(int index) {
            return failure.raise();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return failure.raise();
        }

        @Override
        public String toString() {
            return failure.raise();
        }
    }

    private static final class Elements extends AbstractCollection<Object> {

        private final Failure failure;

        Elements(Failure failure) {
            this.failure = failure;
        }

        @Override
        public Iterator<Object> iterator() {
            return failure.raise();
        }

        @Override
        public int size() {
            return 1;
        }
    }

    private static final class Meta extends AbstractMap<String, Object> {

        private final Failure failure;

        Meta(Failure failure) {
            this.failure = failure;
        }

        @Override
        public boolean isEmpty() {
            return false;
        }

        @Override
        public Set<Map.Entry<String, Object>> entrySet() {
            return failure.raise();
        }
    }

    private static final class Broken extends AbstractResource {

        private final @Nullable Failure existence;

        private final Failure content;

        Broken(@Nullable Failure existence, Failure content) {
            this.existence = existence;
            this.content = content;
        }

        @Override
        public boolean exists() {
            return existence == null || existence.<Boolean>raise();
        }

        @Override
        public String getDescription() {
            return "broken";
        }

        @Override
        public InputStream getInputStream() {
            return new InputStream() {

                @Override
                public int read() throws IOException {
                    return content.raise();
                }
            };
        }
    }

    private static final class Stage extends CompletableFuture<Object> {

        private final Failure failure;

        Stage(Failure failure) {
            this.failure = failure;
        }

        @Override
        public <U> CompletableFuture<U> handle(BiFunction<? super Object, Throwable, ? extends U> action) {
            return failure.raise();
        }
    }
}
