package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.mcpspring.validation.CheckingTime;
import io.mcpspring.validation.OtherNames;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.util.JsonParserDelegate;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.jdk.CollectionDeserializer;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.MapType;

/**
 * Bounds the time and memory that reading takes in relation to the size of the JSON. A client can choose elements of a
 * set, or keys of a map, that have the same hash code, and a hash table compares each of them with all others unless
 * they are comparable: reading ends when the {@link CheckingTime} of the request is over. A client can also write a
 * large integer as a short number with an exponent.
 */
final class ReadingLimits {

    private ReadingLimits() {}

    /**
     * Returns a mapper that reads values as the given one does, and refuses those that are too expensive. It knows no
     * {@link OtherNames}: arguments have the names of their schema.
     */
    static JsonMapper of(JsonMapper mapper) {
        AnnotationIntrospector known = mapper.deserializationConfig().getAnnotationIntrospector();
        return mapper.rebuild()
                .disable(MapperFeature.ACCEPT_CASE_INSENSITIVE_PROPERTIES)
                .annotationIntrospector(AnnotationIntrospector.pair(new OneName(), known))
                .addModule(new SimpleModule(ReadingLimits.class.getName()).setDeserializerModifier(new Modifier()))
                .build();
    }

    private static final class OneName extends NopAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        @Override
        public List<PropertyName> findPropertyAliases(MapperConfig<?> config, Annotated annotated) {
            return List.of();
        }

        @Override
        public JsonFormat.Value findFormat(MapperConfig<?> config, Annotated annotated) {
            return JsonFormat.Value.empty().withoutFeature(JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_PROPERTIES);
        }
    }

    private static final class Modifier extends ValueDeserializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public ValueDeserializer<?> modifyCollectionDeserializer(
                DeserializationConfig config,
                CollectionType type,
                BeanDescription.Supplier description,
                ValueDeserializer<?> deserializer) {
            return deserializer.getClass() == CollectionDeserializer.class
                            && Set.class.isAssignableFrom(type.getRawClass())
                            && !SortedSet.class.isAssignableFrom(type.getRawClass())
                    ? new Timed(deserializer)
                    : deserializer;
        }

        @Override
        public ValueDeserializer<?> modifyMapDeserializer(
                DeserializationConfig config,
                MapType type,
                BeanDescription.Supplier description,
                ValueDeserializer<?> deserializer) {
            // Strings are comparable.
            JavaType key = type.getKeyType();
            return key.hasRawClass(String.class) || key.isJavaLangObject() || key.isEnumType()
                    ? deserializer
                    : new Timed(deserializer);
        }
    }

    /** Ends when the time of the request is over. */
    private static final class Timed extends DelegatingDeserializer {

        Timed(ValueDeserializer<?> original) {
            super(original);
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> original) {
            return new Timed(original);
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context) {
            return super.deserialize(new TimedTokens(parser), context);
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context, Object value) {
            return super.deserialize(new TimedTokens(parser), context, value);
        }
    }

    private static final class TimedTokens extends JsonParserDelegate {

        TimedTokens(JsonParser parser) {
            super(parser);
        }

        @Override
        public JsonToken nextToken() {
            CheckingTime.check();
            return super.nextToken();
        }

        @Override
        public @Nullable String nextName() {
            CheckingTime.check();
            return super.nextName();
        }
    }
}
