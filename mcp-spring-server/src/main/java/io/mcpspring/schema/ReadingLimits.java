package io.mcpspring.schema;

import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.validation.CheckingTime;
import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.util.JsonParserDelegate;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.MapType;

/**
 * Bounds the time that reading takes in relation to the size of the JSON. A client can choose elements of a set, or
 * keys of a map, that have the same hash code, so that some hash tables compare each of them with all others, and some
 * collections copy all elements for each one: reading ends when the {@link CheckingTime} of the request is over. The
 * parser does not know the numbers in texts, whose exponents are limited here.
 */
final class ReadingLimits {

    private static final Set<Class<?>> BOUNDED = Set.of(Object.class, BigDecimal.class);

    private ReadingLimits() {}

    /** Returns a mapper that reads values as the given one does, and refuses those that are too expensive. */
    static JsonMapper of(JsonMapper mapper) {
        return mapper.rebuild()
                .addModule(new SimpleModule(ReadingLimits.class.getName()).setDeserializerModifier(new Modifier()))
                .build();
    }

    private static final class Modifier extends ValueDeserializerModifier {

        @Override
        public ValueDeserializer<?> modifyDeserializer(
                DeserializationConfig config, BeanDescription.Supplier description, ValueDeserializer<?> deserializer) {
            // With a schema that was written by hand, no other place sees the types.
            ReadSchemas.checkUsable(description.getBeanClass());
            return BOUNDED.contains(description.getBeanClass()) ? new Timed(deserializer) : deserializer;
        }

        @Override
        public ValueDeserializer<?> modifyCollectionDeserializer(
                DeserializationConfig config,
                CollectionType type,
                BeanDescription.Supplier description,
                ValueDeserializer<?> deserializer) {
            return new Timed(deserializer);
        }

        @Override
        public ValueDeserializer<?> modifyMapDeserializer(
                DeserializationConfig config,
                MapType type,
                BeanDescription.Supplier description,
                ValueDeserializer<?> deserializer) {
            return new Timed(deserializer);
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
            boolean untyped = handledType() == Object.class;
            Object value = super.deserialize(untyped ? new TimedTokens(parser, true) : TimedTokens.of(parser), context);
            if (JsonLimits.hasHugeExponent(value)) {
                throw new IllegalArgumentException(JsonLimits.HUGE_EXPONENT);
            }
            return value;
        }

        @Override
        public Object deserialize(JsonParser parser, DeserializationContext context, Object value) {
            return super.deserialize(TimedTokens.of(parser), context, value);
        }
    }

    private static final class TimedTokens extends JsonParserDelegate {

        private final boolean untyped;

        /**
         * @param untyped whether numbers are those that the application's mapper reads, rather than those of the tree
         */
        TimedTokens(JsonParser parser, boolean untyped) {
            super(parser);
            this.untyped = untyped;
        }

        static JsonParser of(JsonParser parser) {
            return parser instanceof TimedTokens ? parser : new TimedTokens(parser, false);
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

        @Override
        public NumberTypeFP getNumberTypeFP() {
            return untyped ? NumberTypeFP.UNKNOWN : super.getNumberTypeFP();
        }
    }
}
