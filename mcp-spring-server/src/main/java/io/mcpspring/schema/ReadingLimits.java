package io.mcpspring.schema;

import io.mcpspring.validation.HashCollisionsException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.SerializableString;
import tools.jackson.core.sym.PropertyNameMatcher;
import tools.jackson.core.util.JsonParserDelegate;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.NullValueProvider;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.jdk.CollectionDeserializer;
import tools.jackson.databind.deser.jdk.MapDeserializer;
import tools.jackson.databind.deser.jdk.NumberDeserializers;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.MapType;

/**
 * Bounds the time and memory that reading takes in relation to the size of the JSON. A client can choose elements of a
 * set, or keys of a map, that have the same hash code, and a hash table compares each of them with all others unless
 * they are comparable. Each comparison takes longer the larger the elements are, and the more equal hash codes there
 * are within them. A client can also write a large integer as a short number with an exponent.
 */
final class ReadingLimits {

    /** As many digits as a number in a request may have without an exponent. */
    private static final int MOST_DIGITS = 1_000;

    /** Sufficient for any number of elements with usual hash codes; takes some milliseconds. */
    private static final int MOST_COMPARISONS = 1_000_000;

    /** The comparison of an element counts once more for each such size of the element. */
    private static final int SMALL_ELEMENT = 16;

    /** A text has the size of one more token for each such number of characters. */
    private static final int CHARACTERS_OF_A_TOKEN = 16;

    private ReadingLimits() {}

    /** Returns a mapper that reads values as the given one does, and refuses those that are too expensive. */
    static JsonMapper of(JsonMapper mapper) {
        return mapper.rebuild()
                .addModule(new SimpleModule(ReadingLimits.class.getName()).setDeserializerModifier(new Modifier()))
                .build();
    }

    private static final class Modifier extends ValueDeserializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        public ValueDeserializer<?> modifyDeserializer(
                DeserializationConfig config, BeanDescription.Supplier description, ValueDeserializer<?> deserializer) {
            return deserializer.getClass() == NumberDeserializers.BigIntegerDeserializer.class
                    ? new OfBigInteger()
                    : deserializer;
        }

        @Override
        public ValueDeserializer<?> modifyCollectionDeserializer(
                DeserializationConfig config,
                CollectionType type,
                BeanDescription.Supplier description,
                ValueDeserializer<?> deserializer) {
            return deserializer.getClass() == CollectionDeserializer.class
                            && Set.class.isAssignableFrom(type.getRawClass())
                            && !SortedSet.class.isAssignableFrom(type.getRawClass())
                    ? new OfSet((CollectionDeserializer) deserializer)
                    : deserializer;
        }

        @Override
        public ValueDeserializer<?> modifyMapDeserializer(
                DeserializationConfig config,
                MapType type,
                BeanDescription.Supplier description,
                ValueDeserializer<?> deserializer) {
            return deserializer.getClass() == MapDeserializer.class
                            && !type.getKeyType().hasRawClass(String.class)
                            && !SortedMap.class.isAssignableFrom(type.getRawClass())
                    ? new OfMap((MapDeserializer) deserializer)
                    : deserializer;
        }
    }

    private static final class OfBigInteger extends NumberDeserializers.BigIntegerDeserializer {

        @Override
        public BigInteger deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.hasToken(JsonToken.VALUE_NUMBER_FLOAT) && digits(parser.getDecimalValue()) > MOST_DIGITS) {
                return (BigInteger) context.handleWeirdNumberValue(
                        BigInteger.class, parser.getDecimalValue(), "it has more than %d digits", MOST_DIGITS);
            }
            return super.deserialize(parser, context);
        }

        private static long digits(BigDecimal value) {
            return value.signum() == 0 ? 1 : (long) value.precision() - value.scale();
        }
    }

    private static final class OfSet extends CollectionDeserializer {

        OfSet(CollectionDeserializer original) {
            super(original);
        }

        @Override
        protected CollectionDeserializer withResolved(
                ValueDeserializer<?> delegate,
                ValueDeserializer<?> element,
                TypeDeserializer elementType,
                NullValueProvider nulls,
                Boolean unwrapSingle) {
            return new OfSet(super.withResolved(delegate, element, elementType, nulls, unwrapSingle));
        }

        @Override
        protected Collection<Object> _deserializeFromArray(
                JsonParser parser, DeserializationContext context, Collection<Object> result) {
            MeasuredTokens tokens = MeasuredTokens.of(parser);
            super._deserializeFromArray(
                    tokens, context, new CountedCollection(result, tokens, new Collisions(context)));
            return result;
        }
    }

    private static final class OfMap extends MapDeserializer {

        OfMap(MapDeserializer original) {
            super(original);
        }

        @Override
        protected MapDeserializer withResolved(
                KeyDeserializer key,
                TypeDeserializer valueType,
                ValueDeserializer<?> value,
                NullValueProvider nulls,
                Set<String> ignored,
                Set<String> included) {
            return new OfMap(super.withResolved(key, valueType, value, nulls, ignored, included));
        }

        @Override
        @SuppressWarnings("unchecked")
        public Map<Object, Object> deserialize(JsonParser parser, DeserializationContext context) {
            boolean plain = _hasDefaultCreator
                    && _propertyBasedCreator == null
                    && _delegateDeserializer == null
                    && parser.isExpectedStartObjectToken();
            if (!plain) {
                return super.deserialize(parser, context);
            }
            Map<Object, Object> result = (Map<Object, Object>) _valueInstantiator.createUsingDefault(context);
            MeasuredTokens tokens = MeasuredTokens.of(parser);
            _readAndBind(tokens, context, new CountedMap(result, tokens, new Collisions(context)));
            return result;
        }
    }

    /** Counts the comparisons of one table; the limit is that of all tables of a value that is read. */
    private static final class Collisions {

        private final DeserializationContext context;

        private final Map<Integer, Integer> elements = new HashMap<>();

        Collisions(DeserializationContext context) {
            this.context = context;
        }

        /** Returns how many comparisons the rest of the value may take. */
        int left() {
            return context.getAttribute(Collisions.class) instanceof Integer rest ? rest : MOST_COMPARISONS;
        }

        /**
         * Counts the comparisons that adding an element takes.
         *
         * @param cost how many comparisons it takes to compare the element with one other
         */
        void compare(@Nullable Object element, long cost) {
            Integer equal = elements.get(Objects.hashCode(element));
            if (equal != null) {
                long needed = equal * cost;
                if (left() < needed) {
                    throw new HashCollisionsException(context.getParser());
                }
                context.setAttribute(Collisions.class, (int) (left() - needed));
            }
        }

        void added(@Nullable Object element) {
            elements.merge(Objects.hashCode(element), 1, Integer::sum);
        }
    }

    /** Measures what is read: the size of an element is the number of its tokens, more for long texts. */
    private static final class MeasuredTokens extends JsonParserDelegate {

        private long size;

        private MeasuredTokens(JsonParser parser) {
            super(parser);
        }

        static MeasuredTokens of(JsonParser parser) {
            return parser instanceof MeasuredTokens measured ? measured : new MeasuredTokens(parser);
        }

        @Override
        public JsonToken nextToken() {
            return measured(super.nextToken());
        }

        @Override
        public JsonToken nextValue() {
            return measured(super.nextValue());
        }

        private JsonToken measured(JsonToken token) {
            size += token == JsonToken.VALUE_STRING ? sizeOf(getStringLength()) : 1;
            return token;
        }

        @Override
        public String nextName() {
            String name = super.nextName();
            size += name == null ? 1 : sizeOf(name.length());
            return name;
        }

        @Override
        public boolean nextName(SerializableString name) {
            size++;
            return super.nextName(name);
        }

        @Override
        public int nextNameMatch(PropertyNameMatcher matcher) {
            size++;
            return super.nextNameMatch(matcher);
        }

        private static int sizeOf(int characters) {
            return 1 + characters / CHARACTERS_OF_A_TOKEN;
        }
    }

    private static final class CountedCollection extends AbstractCollection<Object> {

        private final Collection<Object> target;

        private final MeasuredTokens tokens;

        private final Collisions collisions;

        /** The state when the previous element had been added. */
        private long sizeBefore;

        private int leftBefore;

        CountedCollection(Collection<Object> target, MeasuredTokens tokens, Collisions collisions) {
            this.target = target;
            this.tokens = tokens;
            this.collisions = collisions;
            this.sizeBefore = tokens.size;
            this.leftBefore = collisions.left();
        }

        @Override
        public boolean add(Object element) {
            collisions.compare(element, cost());
            boolean added = target.add(element);
            if (added) {
                collisions.added(element);
            }
            sizeBefore = tokens.size;
            leftBefore = collisions.left();
            return added;
        }

        /**
         * Returns the cost of the element that was read last. To compare tables takes up to twice as many comparisons
         * as to fill one, because each element is compared with all that have its hash code, not only with those before
         * it.
         */
        private long cost() {
            return 1 + (tokens.size - sizeBefore) / SMALL_ELEMENT + 2L * (leftBefore - collisions.left());
        }

        @Override
        public Iterator<Object> iterator() {
            return target.iterator();
        }

        @Override
        public int size() {
            return target.size();
        }
    }

    private static final class CountedMap extends AbstractMap<Object, Object> {

        private final Map<Object, Object> target;

        private final MeasuredTokens tokens;

        private final Collisions collisions;

        /** The state when the previous entry had been added. */
        private long sizeBefore;

        CountedMap(Map<Object, Object> target, MeasuredTokens tokens, Collisions collisions) {
            this.target = target;
            this.tokens = tokens;
            this.collisions = collisions;
            this.sizeBefore = tokens.size;
        }

        @Override
        public @Nullable Object put(Object key, Object value) {
            // The size includes that of the value, because the parser does not tell them apart here.
            collisions.compare(key, 1 + (tokens.size - sizeBefore) / SMALL_ELEMENT);
            sizeBefore = tokens.size;
            int before = target.size();
            Object replaced = target.put(key, value);
            if (target.size() > before) {
                collisions.added(key);
            }
            return replaced;
        }

        @Override
        public Set<Entry<Object, Object>> entrySet() {
            return target.entrySet();
        }
    }
}
