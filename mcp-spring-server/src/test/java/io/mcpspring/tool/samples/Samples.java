package io.mcpspring.tool.samples;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
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
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonPOJOBuilder;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Types of applications with values: ordinary ones, nulls, absent ones and empty ones. */
public final class Samples {

    private Samples() {}

    public record Sample(Type type, List<Object> values, boolean readable, boolean exact) {

        @Override
        public String toString() {
            return type.getTypeName().replaceAll("[\\w.]+[.$](?=\\w)", "");
        }
    }

    public enum Plain {
        RED,
        GREEN
    }

    public enum Renamed {
        RED,
        @JsonProperty("verde")
        GREEN
    }

    public enum Numbered {
        ONE(1),
        TWO(2);

        private final int number;

        Numbered(int number) {
            this.number = number;
        }

        @JsonValue
        int number() {
            return number;
        }
    }

    public enum WithBody {
        ADD {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        };

        abstract int apply(int a, int b);
    }

    public record Address(String street, Integer houseNumber, Optional<String> addOn) {}

    public record Person(String firstName, int age, Address homeAddress, List<Address> otherAddresses, Plain colour) {}

    public record Optionals(
            Optional<String> text,
            OptionalInt number,
            OptionalLong big,
            OptionalDouble real,
            Optional<Address> address) {}

    public record Times(
            Instant instant, LocalDate localDate, Duration duration, LocalDateTime dateTime, ZonedDateTime zoned) {}

    public record Boxes(Integer i, Long l, Double d, Boolean b, Character c, Short s, Byte y, Float f) {}

    public record Primitives(int i, long l, double d, boolean b, char c, short s, byte y, float f) {}

    public record Node(String name, Node next, List<Node> children, Map<String, Node> named) {}

    public record Pair<A, B>(A left, B right) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    public sealed interface Shape permits Circle, Square, Group {}

    @JsonTypeName("circle")
    public record Circle(double radius) implements Shape {}

    @JsonTypeName("square")
    public record Square(int side, String label) implements Shape {}

    @JsonTypeName("group")
    public record Group(List<Shape> members) implements Shape {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Wrapped1.class, name = "one"),
        @JsonSubTypes.Type(value = Wrapped2.class, name = "two")
    })
    public interface InObject {}

    public record Wrapped1(int a) implements InObject {}

    public record Wrapped2(String b, InObject inner) implements InObject {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_ARRAY)
    @JsonSubTypes(@JsonSubTypes.Type(value = InArray1.class, name = "one"))
    public interface InArray {}

    public record InArray1(int a) implements InArray {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
    @JsonSubTypes({@JsonSubTypes.Type(Deduced1.class), @JsonSubTypes.Type(Deduced2.class)})
    public interface Deduced {}

    public record Deduced1(int a) implements Deduced {}

    public record Deduced2(String b) implements Deduced {}

    @JsonTypeInfo(
            use = JsonTypeInfo.Id.NAME,
            include = JsonTypeInfo.As.EXISTING_PROPERTY,
            property = "type",
            visible = true)
    @JsonSubTypes({@JsonSubTypes.Type(value = Existing1.class, name = "a")})
    public interface Existing {
        String type();
    }

    public record Existing1(String type, int x) implements Existing {}

    public sealed interface Untyped permits Untyped1, Untyped2 {}

    public record Untyped1(int a) implements Untyped {}

    public record Untyped2(String b) implements Untyped {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    public sealed interface Payment permits Card, Cash, Voucher, Amount, Split, Details, Place {}

    @JsonTypeName("card")
    public record Card(int number) implements Payment {}

    @JsonTypeName("cash")
    public enum Cash implements Payment {
        EUR,
        USD
    }

    @JsonTypeName("voucher")
    public enum Voucher implements Payment {
        GIFT {
            @Override
            int value() {
                return 1;
            }
        };

        abstract int value();
    }

    @JsonTypeName("amount")
    public record Amount(@JsonValue double value) implements Payment {}

    @JsonTypeName("split")
    @SuppressWarnings("serial")
    public static final class Split extends ArrayList<Payment> implements Payment {}

    @JsonTypeName("details")
    @SuppressWarnings("serial")
    public static final class Details extends HashMap<String, Integer> implements Payment {}

    @JsonTypeName("place")
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({"x", "y"})
    public record Place(int x, int y) implements Payment {}

    @JsonTypeInfo(
            use = JsonTypeInfo.Id.NAME,
            include = JsonTypeInfo.As.EXISTING_PROPERTY,
            property = "type",
            visible = true)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = NamedState.class, name = "named"),
        @JsonSubTypes.Type(value = FixedState.class, name = "fixed")
    })
    public interface State {}

    public record NamedState(String type) implements State {}

    public enum FixedState implements State {
        ON,
        OFF
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Unit.class, name = "unit"),
        @JsonSubTypes.Type(value = Words.class, name = "words")
    })
    public interface Framed {}

    public enum Unit implements Framed {
        METRE
    }

    @SuppressWarnings("serial")
    public static final class Words extends ArrayList<String> implements Framed {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
    @JsonSubTypes({@JsonSubTypes.Type(Level.class), @JsonSubTypes.Type(Range.class)})
    public interface Deducible {}

    public enum Level implements Deducible {
        LOW
    }

    public record Range(int from, int to) implements Deducible {}

    public sealed interface Discount permits Percent, Special, Tariff {}

    public record Percent(int value) implements Discount {}

    public enum Special implements Discount {
        NONE {
            @Override
            public String toString() {
                return "no";
            }
        },
        ALL
    }

    @JsonFormat(shape = JsonFormat.Shape.OBJECT)
    public enum Tariff implements Discount {
        DAY {
            @Override
            public int getRate() {
                return 1;
            }
        },
        NIGHT;

        public int getRate() {
            return 2;
        }
    }

    public record Name(@JsonValue String value) {}

    public static final class Money {

        private final String text;

        private Money(String text) {
            this.text = text;
        }

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Money of(String text) {
            return new Money(text);
        }

        @JsonValue
        String text() {
            return text;
        }
    }

    public static final class Tags {

        private final List<String> tags;

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Tags(List<String> tags) {
            this.tags = tags;
        }

        @JsonValue
        List<String> tags() {
            return tags;
        }
    }

    public static class Bean {

        private String name;
        private int size;
        private List<String> words;
        private Boolean active;

        @JsonIgnore
        public String hidden = "secret";

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public int getSize() {
            return size;
        }

        public void setSize(int size) {
            this.size = size;
        }

        public List<String> getWords() {
            return words;
        }

        public void setWords(List<String> words) {
            this.words = words;
        }

        public Boolean isActive() {
            return active;
        }

        public void setActive(Boolean active) {
            this.active = active;
        }
    }

    public static final class SubBean extends Bean {

        public LocalDate since;
    }

    public static final class Computed {

        public int width;

        public int getArea() {
            return width * width;
        }
    }

    public record Access(
            @JsonProperty(access = JsonProperty.Access.READ_ONLY)
            String id,

            @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
            String password,

            String login) {}

    public record Unwrapping(
            String title, @JsonUnwrapped(prefix = "addr_") Address address) {}

    public record Formatted(
            @JsonFormat(pattern = "dd.MM.yyyy") LocalDate day,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long id,
            @JsonFormat(shape = JsonFormat.Shape.NUMBER) Instant at) {}

    public record FormattedContent(
            @JsonFormat(pattern = "dd.MM.yyyy") List<LocalDate> days,
            @JsonFormat(pattern = "dd.MM.yyyy") List<List<LocalDate>> weeks,
            @JsonFormat(shape = JsonFormat.Shape.STRING) Map<String, Long> ids,
            @JsonFormat(pattern = "dd.MM.yyyy") Optional<LocalDate> last) {}

    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({"x", "y"})
    public record Point(int x, int y) {}

    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Always(String text, Integer number) {}

    public record AlwaysOne(
            @JsonInclude(JsonInclude.Include.ALWAYS) String text,
            Integer number,
            @JsonProperty("real name") String other) {}

    public record Collections1(
            List<String> list,
            Set<Plain> set,
            int[] ints,
            String[][] grid,
            Map<String, Integer> map,
            List<Optional<String>> optionals) {}

    @JsonDeserialize(builder = Built.Builder.class)
    public static final class Built {

        private final String text;

        private Built(String text) {
            this.text = text;
        }

        public String getText() {
            return text;
        }

        @JsonPOJOBuilder(withPrefix = "")
        static final class Builder {

            private String text;

            Builder text(String value) {
                this.text = value;
                return this;
            }

            Built build() {
                return new Built(text);
            }
        }
    }

    @JsonIdentityInfo(generator = ObjectIdGenerators.IntSequenceGenerator.class)
    public static final class Identified {

        public String name;
        public List<Identified> others = new ArrayList<>();
    }

    public record TypedHere(
            @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
            @JsonSubTypes(@JsonSubTypes.Type(value = Untyped1.class, name = "one"))
            Untyped value) {}

    public record References(AtomicReference<String> reference, AtomicInteger counter) {}

    public record Trees(JsonNode any, ObjectNode object, ArrayNode array, Object whatever) {}

    public static Stream<Sample> all() {
        Instant instant = Instant.parse("2026-01-31T13:45:30.123Z");
        ZonedDateTime zoned = instant.atZone(ZoneId.of("Europe/Paris"));
        LocalDate date = LocalDate.of(2026, 1, 31);
        Address address = new Address("Main St", 5, Optional.of("b"));
        Address empty = new Address(null, null, Optional.empty());
        Address nothing = new Address("", 0, null);
        Node leaf = new Node("leaf", null, List.of(), Map.of());
        Node tree = new Node("root", leaf, List.of(leaf), Map.of("x", leaf));
        Bean bean = new Bean();
        bean.setName("n");
        bean.setWords(List.of("a"));
        SubBean subBean = new SubBean();
        subBean.since = date;
        AtomicReference<String> reference = new AtomicReference<>("x");
        Split split = new Split();
        split.add(Cash.USD);
        Details details = new Details();
        details.put("a", 1);
        JsonNode json = JsonMapper.shared().readTree("{\"a\":[1,null]}");
        return Stream.of(
                of(int.class, 0, Integer.MAX_VALUE, Integer.MIN_VALUE),
                of(Integer.class, 7),
                of(long.class, Long.MAX_VALUE, Long.MIN_VALUE),
                of(short.class, Short.MIN_VALUE),
                of(byte.class, Byte.MAX_VALUE),
                of(double.class, 1.5, 1e300, 0.0),
                of(float.class, 1.5f),
                of(boolean.class, true, false),
                of(char.class, 'x', ' ', '\0'),
                of(String.class, "", "text", "\uD83D\uDE00"),
                of(CharSequence.class, "text"),
                of(
                        BigDecimal.class,
                        new BigDecimal("1234567890.12345678901234567890"),
                        BigDecimal.ZERO,
                        new BigDecimal("1E+30")),
                of(BigInteger.class, BigInteger.TEN.pow(40), BigInteger.ZERO),
                of(Number.class, 1, 1.5),
                of(AtomicInteger.class, new AtomicInteger(4)),
                of(Plain.class, Plain.RED, Plain.GREEN),
                of(Renamed.class, Renamed.RED, Renamed.GREEN),
                of(Numbered.class, Numbered.ONE, Numbered.TWO),
                of(WithBody.class, WithBody.ADD),
                of(UUID.class, UUID.fromString("2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1"), new UUID(0, 0)),
                of(
                        URI.class,
                        URI.create("https://example.org/a?b=c#d"),
                        URI.create("/relative"),
                        URI.create("urn:x:y"),
                        URI.create("")),
                writeOnly(URL.class, url()),
                of(Currency.class, Currency.getInstance("EUR")),
                of(Locale.class, Locale.GERMANY, Locale.ROOT),
                of(ZoneId.class, ZoneId.of("Europe/Paris"), ZoneId.of("Z")),
                of(Instant.class, instant, Instant.EPOCH, Instant.parse("1905-01-01T00:00:00Z")),
                of(LocalDate.class, date),
                of(LocalDateTime.class, date.atTime(0, 0), date.atTime(1, 2, 3, 4)),
                of(LocalTime.class, LocalTime.MIDNIGHT, LocalTime.MAX),
                changed(OffsetDateTime.class, zoned.toOffsetDateTime()),
                changed(OffsetTime.class, zoned.toOffsetDateTime().toOffsetTime()),
                changed(ZonedDateTime.class, zoned, instant.atZone(ZoneId.of("UTC"))),
                of(Duration.class, Duration.ZERO, Duration.ofMillis(1500), Duration.ofDays(-3)),
                of(Period.class, Period.ZERO, Period.of(1, 2, 3)),
                of(Year.class, Year.of(2026)),
                of(YearMonth.class, YearMonth.of(2026, 1)),
                of(MonthDay.class, MonthDay.of(1, 31)),
                of(Date.class, Date.from(instant)),
                changed(Calendar.class, GregorianCalendar.from(zoned)),
                of(byte[].class, new byte[0], new byte[] {1, 2, 3}),
                of(ByteBuffer.class, ByteBuffer.wrap(new byte[] {1})),
                of(char[].class, "abc".toCharArray(), new char[0]),
                of(int[].class, new int[0], new int[] {1, 2}),
                of(String[][].class, new String[0][], new String[][] {{"a"}, {}}),
                of(new TypeReference<List<String>>() {}, List.of(), List.of("a")),
                of(new TypeReference<Set<Plain>>() {}, Set.of(), Set.of(Plain.RED)),
                of(new TypeReference<Iterable<Integer>>() {}, List.of(1)),
                of(new TypeReference<Map<String, Address>>() {}, Map.of(), Map.of("a", address, "b", empty)),
                of(new TypeReference<Map<Renamed, List<Integer>>>() {}, Map.of(Renamed.GREEN, List.of(1))),
                of(new TypeReference<EnumMap<Plain, String>>() {}, new EnumMap<>(Map.of(Plain.RED, "x"))),
                of(new TypeReference<Map<Integer, String>>() {}, Map.of(1, "a")),
                of(new TypeReference<Map<LocalDate, Duration>>() {}, Map.of(date, Duration.ofHours(1))),
                of(new TypeReference<TreeMap<String, Object>>() {}, new TreeMap<>(Map.of("x", 1, "y", List.of()))),
                of(
                        new TypeReference<List<Map<String, Person>>>() {},
                        List.of(Map.of("p", person(address, empty, nothing)))),
                of(
                        new TypeReference<Pair<String, Pair<Integer, List<Address>>>>() {},
                        new Pair<>("a", new Pair<>(1, List.of(address))),
                        new Pair<>(null, null)),
                of(
                        new TypeReference<ArrayList<Pair<Plain, Node>>>() {},
                        new ArrayList<>(List.of(new Pair<>(Plain.RED, tree)))),
                of(Object.class, 1, "x", List.of(), Map.of("a", 1)),
                of(JsonNode.class, json, json.get("a")),
                of(ObjectNode.class, json),
                of(
                        Trees.class,
                        new Trees(json, (ObjectNode) json, (ArrayNode) json.get("a"), 1),
                        new Trees(null, null, null, null)),
                of(Address.class, address, empty, nothing),
                of(
                        Person.class,
                        person(address, empty, nothing),
                        new Person(null, 0, null, null, null),
                        new Person("", 1, empty, List.of(), Plain.RED)),
                of(
                        Optionals.class,
                        optionals(address),
                        new Optionals(
                                Optional.empty(),
                                OptionalInt.empty(),
                                OptionalLong.empty(),
                                OptionalDouble.empty(),
                                Optional.empty()),
                        new Optionals(null, null, null, null, null)),
                changed(
                        Times.class,
                        new Times(instant, date, Duration.ofSeconds(3), date.atTime(1, 2), zoned),
                        new Times(null, null, null, null, null)),
                of(
                        Boxes.class,
                        new Boxes(1, 2L, 3.5, true, 'c', (short) 4, (byte) 5, 6.5f),
                        new Boxes(null, null, null, null, null, null, null, null),
                        new Boxes(0, 0L, 0.0, false, 'c', (short) 0, (byte) 0, 0f)),
                of(
                        Primitives.class,
                        new Primitives(1, 2, 3.5, true, 'c', (short) 4, (byte) 5, 6.5f),
                        new Primitives(0, 0, 0, false, 'c', (short) 0, (byte) 0, 0)),
                of(Node.class, tree, leaf, new Node(null, null, null, null)),
                of(
                        Shape.class,
                        new Circle(1.5),
                        new Square(2, null),
                        new Group(List.of(new Circle(1), new Group(List.of())))),
                of(Circle.class, new Circle(1.5)),
                of(
                        new TypeReference<Pair<Shape, List<Shape>>>() {},
                        new Pair<>(new Circle(1), List.of(new Square(1, "x")))),
                of(InObject.class, new Wrapped1(1), new Wrapped2("x", new Wrapped1(2)), new Wrapped2(null, null)),
                of(InArray.class, new InArray1(1)),
                of(Deduced.class, new Deduced1(1), new Deduced2("x")),
                of(Existing.class, new Existing1("a", 1)),
                writeOnly(Untyped.class, new Untyped1(1), new Untyped2(null)),
                of(
                        Payment.class,
                        new Card(1),
                        Cash.EUR,
                        Voucher.GIFT,
                        new Amount(1.5),
                        split,
                        details,
                        new Place(1, 2)),
                of(Cash.class, Cash.EUR),
                of(Voucher.class, Voucher.GIFT),
                of(new TypeReference<List<Payment>>() {}, List.of(Cash.USD, new Card(2))),
                of(State.class, new NamedState("named"), FixedState.ON),
                of(Framed.class, Unit.METRE, new Words()),
                writeOnly(Deducible.class, Level.LOW, new Range(1, 2)),
                writeOnly(Discount.class, new Percent(1), Special.NONE, Special.ALL, Tariff.DAY, Tariff.NIGHT),
                writeOnly(Tariff.class, Tariff.DAY, Tariff.NIGHT),
                of(Name.class, new Name("x"), new Name("")),
                of(Money.class, Money.of("12 EUR")),
                of(Tags.class, new Tags(List.of("a")), new Tags(List.of())),
                of(new TypeReference<Pair<Name, List<Money>>>() {}, new Pair<>(new Name("x"), List.of(Money.of("1")))),
                of(Bean.class, bean, new Bean()),
                of(SubBean.class, subBean, new SubBean()),
                of(Computed.class, new Computed()),
                changed(Access.class, new Access("1", "p", "l"), new Access(null, null, null)),
                changed(
                        Unwrapping.class,
                        new Unwrapping("t", address),
                        new Unwrapping(null, empty),
                        new Unwrapping("t", null)),
                of(Formatted.class, new Formatted(date, 5, instant), new Formatted(null, 0, null)),
                of(
                        FormattedContent.class,
                        new FormattedContent(
                                List.of(date), List.of(List.of(date)), Map.of("a", 5L), Optional.of(date))),
                of(Point.class, new Point(1, 2)),
                of(Always.class, new Always("a", 1), new Always(null, null)),
                of(AlwaysOne.class, new AlwaysOne("a", 1, "b"), new AlwaysOne(null, null, null)),
                of(
                        Collections1.class,
                        collections(),
                        new Collections1(null, null, null, null, null, null),
                        new Collections1(List.of(), Set.of(), new int[0], new String[0][], Map.of(), List.of())),
                of(Built.class, new Built("x"), new Built(null)),
                of(Identified.class, identified()),
                of(TypedHere.class, new TypedHere(new Untyped1(1))),
                of(new TypeReference<Map<UUID, Long>>() {}, Map.of(new UUID(1, 2), 3L)),
                of(
                        References.class,
                        new References(reference, new AtomicInteger(1)),
                        new References(new AtomicReference<>(), null),
                        new References(null, null)));
    }

    /** Values with nulls among elements, as Jackson writes them but no argument should have them. */
    public static Stream<Sample> withNullElements() {
        Map<String, Address> values = new HashMap<>();
        values.put("x", null);
        return Stream.of(
                of(new TypeReference<List<String>>() {}, Arrays.asList("a", null)),
                of(new TypeReference<List<Plain>>() {}, Arrays.asList(Plain.RED, null)),
                of(new TypeReference<List<List<Node>>>() {}, Arrays.asList(null, Arrays.asList((Node) null))),
                of(new TypeReference<Map<String, Address>>() {}, values),
                of(String[].class, (Object) new String[] {null}),
                of(new TypeReference<List<Shape>>() {}, Collections.singletonList(null)),
                of(new TypeReference<List<Object>>() {}, Collections.singletonList(null)),
                of(new TypeReference<List<Optional<String>>>() {}, List.of(Optional.empty())),
                of(
                        Node.class,
                        new Node(
                                "x",
                                null,
                                Collections.singletonList(null),
                                new HashMap<>(Collections.singletonMap("k", null)))));
    }

    private static Person person(Address... addresses) {
        return new Person("Ann", 30, addresses[0], List.of(addresses), Plain.GREEN);
    }

    private static Optionals optionals(Address address) {
        return new Optionals(
                Optional.of("x"), OptionalInt.of(1), OptionalLong.of(2), OptionalDouble.of(3.5), Optional.of(address));
    }

    private static Collections1 collections() {
        return new Collections1(
                List.of("a"),
                Set.of(Plain.RED),
                new int[] {1},
                new String[][] {{"x"}},
                Map.of("k", 1),
                List.of(Optional.of("o"), Optional.empty()));
    }

    private static Identified identified() {
        Identified identified = new Identified();
        identified.name = "x";
        identified.others.add(identified);
        return identified;
    }

    private static URL url() {
        try {
            return URI.create("https://example.org/").toURL();
        } catch (java.net.MalformedURLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static Sample of(Type type, Object... values) {
        return new Sample(type, Arrays.asList(values), true, true);
    }

    private static Sample of(TypeReference<?> type, Object... values) {
        return new Sample(type.getType(), Arrays.asList(values), true, true);
    }

    private static Sample writeOnly(Type type, Object... values) {
        return new Sample(type, Arrays.asList(values), false, false);
    }

    /** Values that differ after Jackson has written and read them: another time zone, or a missing property. */
    private static Sample changed(Type type, Object... values) {
        return new Sample(type, Arrays.asList(values), true, false);
    }
}
