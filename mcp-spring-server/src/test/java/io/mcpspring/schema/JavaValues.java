package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import io.mcpspring.schema.sample.SampleTypes;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.Nullness;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.util.ClassUtils;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.util.ReflectionUtils;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.type.TypeFactory;

/** Makes values of Java types, without any knowledge of how they are written. */
final class JavaValues {

    private static final int DEPTH = 5;

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private static final TypeFactory TYPES = MAPPER.getTypeFactory();

    private static final Map<Class<?>, Class<?>> IMPLEMENTATIONS = Map.of(
            SampleTypes.Page.class, SampleTypes.PageImpl.class,
            SampleTypes.Slice.class, SampleTypes.SliceImpl.class,
            SampleTypes.Named.class, SampleTypes.NamedImpl.class);

    private static final Map<Class<?>, List<?>> SCALARS = new HashMap<>();

    private static <T> void scalars(Class<T> type, List<? extends T> values) {
        SCALARS.put(type, values);
    }

    static {
        scalars(Byte.class, List.of((byte) 0, (byte) 7, Byte.MIN_VALUE, Byte.MAX_VALUE));
        scalars(Short.class, List.of((short) 0, (short) -3, Short.MIN_VALUE, Short.MAX_VALUE));
        scalars(Integer.class, List.of(0, 1, -5, Integer.MIN_VALUE, Integer.MAX_VALUE));
        scalars(Long.class, List.of(0L, 1L, Long.MIN_VALUE, Long.MAX_VALUE));
        scalars(Float.class, List.of(0f, 1.5f, -0f, Float.MAX_VALUE, Float.MIN_VALUE));
        scalars(Double.class, List.of(0d, 1d, -2.25, 1e20, Double.MAX_VALUE, Double.MIN_VALUE));
        scalars(Boolean.class, List.of(true, false));
        scalars(Character.class, List.of('a', '\0', '\u00e4', '"'));
        scalars(BigInteger.class, List.of(BigInteger.ZERO, BigInteger.TEN.pow(30), BigInteger.ONE.negate()));
        scalars(
                BigDecimal.class,
                List.of(BigDecimal.ZERO, new BigDecimal("1.50"), new BigDecimal("1E+3"), BigDecimal.TEN.pow(25)));
        scalars(Number.class, List.of(1, 2.5, 3L, BigDecimal.ONE, new BigInteger("7")));
        scalars(String.class, List.of("", "a", "Gr\u00fc\u00dfe", "a\nb", "\uD83D\uDE00", "17", "null"));
        scalars(CharSequence.class, List.of("", "a", new StringBuilder("b")));
        scalars(UUID.class, List.of(new UUID(0, 0), UUID.nameUUIDFromBytes(new byte[] {1})));
        scalars(
                URI.class,
                Stream.of("", "https://example.org/a?b=c#d", "a/b", "urn:x:y", "mailto:a@b.org", "http://[::1]/")
                        .map(URI::create)
                        .toList());
        scalars(Locale.class, List.of(Locale.ROOT, Locale.GERMANY, Locale.forLanguageTag("zh-Hant-TW")));
        scalars(Currency.class, List.of(Currency.getInstance("EUR"), Currency.getInstance("USD")));
        scalars(ZoneId.class, List.of(ZoneId.of("Europe/Berlin"), ZoneOffset.UTC, ZoneId.of("UTC")));
        scalars(ZoneOffset.class, List.of(ZoneOffset.UTC, ZoneOffset.ofHoursMinutes(5, 30), ZoneOffset.MIN));
        scalars(Charset.class, List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1));
        scalars(Pattern.class, List.of(Pattern.compile(""), Pattern.compile("[a-z]+(?<n>x)")));
        scalars(
                Instant.class,
                List.of(Instant.EPOCH, Instant.MIN, Instant.MAX, Instant.parse("2026-01-31T10:15:30.123456789Z")));
        scalars(Date.class, List.of(new Date(0), new Date(1_769_854_530_123L), new Date(-1), new Date(1L << 55)));
        scalars(java.sql.Date.class, List.of(new java.sql.Date(0), java.sql.Date.valueOf("2026-01-31")));
        scalars(java.sql.Timestamp.class, List.of(new java.sql.Timestamp(0), new java.sql.Timestamp(1L << 41)));
        scalars(Calendar.class, List.of(new GregorianCalendar(2026, Calendar.JANUARY, 31)));
        scalars(LocalDate.class, List.of(LocalDate.EPOCH, LocalDate.of(2024, 2, 29), LocalDate.MIN, LocalDate.MAX));
        scalars(LocalTime.class, List.of(LocalTime.MIN, LocalTime.of(9, 30), LocalTime.MAX));
        scalars(LocalDateTime.class, List.of(LocalDateTime.of(2026, 1, 31, 9, 0), LocalDateTime.MIN));
        scalars(
                OffsetDateTime.class,
                List.of(
                        OffsetDateTime.of(2026, 1, 31, 9, 0, 0, 1, ZoneOffset.UTC),
                        OffsetDateTime.of(2026, 1, 31, 9, 0, 0, 0, ZoneOffset.ofHours(-7)),
                        OffsetDateTime.of(12026, 1, 31, 9, 0, 0, 0, ZoneOffset.UTC)));
        scalars(OffsetTime.class, List.of(OffsetTime.MIN, OffsetTime.of(9, 0, 0, 0, ZoneOffset.UTC)));
        scalars(
                ZonedDateTime.class,
                List.of(
                        ZonedDateTime.of(2026, 1, 31, 9, 0, 0, 0, ZoneId.of("Europe/Berlin")),
                        ZonedDateTime.of(2026, 1, 31, 9, 0, 0, 0, ZoneOffset.UTC)));
        scalars(
                Duration.class,
                List.of(
                        Duration.ZERO,
                        Duration.ofSeconds(90),
                        Duration.ofNanos(-1),
                        Duration.ofSeconds(Long.MAX_VALUE)));
        scalars(Period.class, List.of(Period.ZERO, Period.of(1, -2, 3)));
        scalars(Year.class, List.of(Year.of(2026), Year.of(-1), Year.of(Year.MAX_VALUE)));
        scalars(YearMonth.class, List.of(YearMonth.of(2026, 2), YearMonth.of(-5, 2), YearMonth.of(12026, 1)));
        scalars(MonthDay.class, List.of(MonthDay.of(2, 29)));
        scalars(MediaType.class, List.of(MediaType.ALL, MediaType.parseMediaType("text/plain;charset=utf-8")));
        scalars(HttpMethod.class, List.of(HttpMethod.GET, HttpMethod.valueOf("OWN")));
    }

    private final Random random;

    JavaValues(Random random) {
        this.random = random;
    }

    /** Returns a value of a type, never {@code null}. */
    Object value(JavaType type) {
        return Objects.requireNonNull(value(type, 0));
    }

    private @Nullable Object nullable(JavaType type, AnnotatedElement place, Nullness nullness, int depth) {
        boolean present = type.isPrimitive()
                || nullness == Nullness.NON_NULL
                || Stream.of(NotNull.class, NotBlank.class, NotEmpty.class).anyMatch(place::isAnnotationPresent);
        return !present && (depth >= DEPTH || random.nextInt(4) == 0) ? null : value(type, depth + 1);
    }

    private @Nullable Object value(JavaType type, int depth) {
        Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(type.getRawClass());
        if (SCALARS.containsKey(raw)) {
            return one(SCALARS.get(raw));
        }
        if (raw.isEnum()) {
            return one(List.of(raw.getEnumConstants()));
        }
        if (type.isReferenceType() || raw.getName().startsWith("java.util.Optional")) {
            return reference(type, raw, depth);
        }
        if (type.isArrayType()) {
            return array(type, depth);
        }
        if (Map.Entry.class == raw) {
            return Map.entry(value(type.containedType(0), depth + 1), value(type.containedType(1), depth + 1));
        }
        if (Map.class.isAssignableFrom(raw)) {
            return map(type, raw, depth);
        }
        if (Iterable.class == raw || Collection.class.isAssignableFrom(raw)) {
            return collection(type, raw, depth);
        }
        return other(type, raw, depth);
    }

    private @Nullable Object other(JavaType type, Class<?> raw, int depth) {
        if (raw == Object.class) {
            return one(List.of("a", 1, 2.5, true, List.of(1, "b"), Map.of("k", 1)));
        }
        if (raw == ObjectNode.class) {
            return MAPPER.createObjectNode().put("a", 1).putNull("b");
        }
        if (raw == ArrayNode.class) {
            return MAPPER.createArrayNode().add(1).add("b");
        }
        if (raw == JsonNode.class) {
            return MAPPER.readTree(one(List.of("1", "\"a\"", "[1]", "{\"a\":[]}", "true")));
        }
        if (raw == AtomicLong.class) {
            return new AtomicLong(random.nextLong());
        }
        if (raw == AtomicBoolean.class) {
            return new AtomicBoolean(random.nextBoolean());
        }
        if (raw == StringBuilder.class) {
            return new StringBuilder("text");
        }
        if (raw == ByteBuffer.class) {
            return ByteBuffer.wrap(new byte[] {1, 2, 3});
        }
        Class<?> chosen = subclass(raw);
        return object(chosen == raw ? type : TYPES.constructSpecializedType(type, chosen), depth);
    }

    private Class<?> subclass(Class<?> type) {
        JsonSubTypes listed = type.getAnnotation(JsonSubTypes.class);
        List<Class<?>> subclasses = new ArrayList<>();
        if (listed != null) {
            Arrays.stream(listed.value()).forEach(subtype -> subclasses.add(subtype.value()));
        } else if (type.isSealed()) {
            subclasses.addAll(Arrays.asList(type.getPermittedSubclasses()));
        } else if (type == SampleTypes.Animal.class && random.nextBoolean()) {
            subclasses.add(SampleTypes.Cat.class);
        } else if (type == SampleTypes.Payload.class) {
            // Only where the property says how they are told apart.
            subclasses.add(SampleTypes.PlainText.class);
            subclasses.add(SampleTypes.PlainNumber.class);
        }
        return subclasses.isEmpty() ? IMPLEMENTATIONS.getOrDefault(type, type) : subclass(one(subclasses));
    }

    private Object reference(JavaType type, Class<?> raw, int depth) {
        boolean present = depth < DEPTH && random.nextInt(3) > 0;
        if (raw == OptionalInt.class) {
            return present ? OptionalInt.of(random.nextInt()) : OptionalInt.empty();
        }
        if (raw == OptionalLong.class) {
            return present ? OptionalLong.of(random.nextLong()) : OptionalLong.empty();
        }
        if (raw == OptionalDouble.class) {
            return present ? OptionalDouble.of(0.5) : OptionalDouble.empty();
        }
        Object value = present ? value(type.containedTypeOrUnknown(0), depth + 1) : null;
        return raw == AtomicReference.class ? new AtomicReference<>(value) : Optional.ofNullable(value);
    }

    private int size(int depth) {
        return depth >= DEPTH ? 0 : random.nextInt(3);
    }

    private Object array(JavaType type, int depth) {
        JavaType element = type.getContentType();
        Object array = Array.newInstance(element.getRawClass(), size(depth));
        for (int i = 0; i < Array.getLength(array); i++) {
            Array.set(array, i, value(element, depth + 1));
        }
        return array;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Object collection(JavaType type, Class<?> raw, int depth) {
        JavaType element = type.getContentType() == null ? type.containedTypeOrUnknown(0) : type.getContentType();
        Collection<@Nullable Object> all;
        if (EnumSet.class.isAssignableFrom(raw)) {
            all = EnumSet.noneOf((Class) element.getRawClass());
        } else if (SortedSet.class.isAssignableFrom(raw)) {
            all = new TreeSet<>();
        } else if (Set.class.isAssignableFrom(raw)) {
            all = new LinkedHashSet<>();
        } else if (Queue.class.isAssignableFrom(raw)) {
            all = new ArrayDeque<>();
        } else if (raw.isInterface()) {
            all = new ArrayList<>();
        } else {
            all = (Collection<@Nullable Object>) create(raw);
        }
        for (int i = size(depth); i > 0; i--) {
            all.add(value(element, depth + 1));
        }
        return all;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Object map(JavaType type, Class<?> raw, int depth) {
        JavaType key = type.getKeyType();
        Map<Object, @Nullable Object> all;
        if (EnumMap.class.isAssignableFrom(raw)) {
            all = new EnumMap(key.getRawClass());
        } else if (SortedMap.class.isAssignableFrom(raw)) {
            all = new TreeMap<>();
        } else if (raw == Map.class) {
            all = new LinkedHashMap<>();
        } else if (raw == Properties.class) {
            Properties properties = new Properties();
            properties.setProperty("a", "b");
            return properties;
        } else if (MultiValueMap.class.isAssignableFrom(raw)) {
            MultiValueMap<Object, Object> values = new LinkedMultiValueMap<>();
            values.add("a", value(type.findTypeParameters(MultiValueMap.class)[1], depth + 1));
            return values;
        } else {
            all = (Map<Object, @Nullable Object>) create(raw);
        }
        for (int i = size(depth); i > 0; i--) {
            Object name = key.getRawClass() == Object.class ? "k" : value(key, depth + 1);
            all.put(Objects.requireNonNull(name), value(type.getContentType(), depth + 1));
        }
        return all;
    }

    private @Nullable Object object(JavaType type, int depth) {
        Class<?> raw = type.getRawClass();
        if (raw.isEnum()) {
            return one(List.of(raw.getEnumConstants()));
        }
        Constructor<?> constructor = Arrays.stream(raw.getDeclaredConstructors())
                .max((a, b) -> Integer.compare(a.getParameterCount(), b.getParameterCount()))
                .orElseThrow(() -> new IllegalStateException("No values of " + type));
        @Nullable Object[] arguments = new Object[constructor.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            Parameter parameter = constructor.getParameters()[i];
            JavaType declared = TYPES.resolveMemberType(parameter.getParameterizedType(), type.getBindings());
            Nullness nullness = Nullness.forMethodParameter(new MethodParameter(constructor, i));
            arguments[i] = nullable(declared, parameter, nullness, depth);
        }
        Object object = create(constructor, arguments);
        if (arguments.length == 0) {
            for (JavaType owner = type; owner.getRawClass() != Object.class; owner = owner.getSuperClass()) {
                setFields(object, owner, depth);
            }
        }
        return object;
    }

    private void setFields(Object object, JavaType owner, int depth) {
        for (Field field : owner.getRawClass().getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) || Modifier.isFinal(field.getModifiers())) {
                continue;
            }
            JavaType declared = TYPES.resolveMemberType(field.getGenericType(), owner.getBindings());
            field.setAccessible(true);
            ReflectionUtils.setField(field, object, nullable(declared, field, Nullness.forField(field), depth));
        }
    }

    private static Object create(Class<?> type) {
        try {
            return create(type.getDeclaredConstructor());
        } catch (NoSuchMethodException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static Object create(Constructor<?> constructor, @Nullable Object... arguments) {
        try {
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException ex) {
            throw new IllegalStateException("No values of " + constructor, ex);
        }
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
