package io.mcpspring.schema.sample;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonBackReference;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonGetter;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonIgnoreType;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonKey;
import com.fasterxml.jackson.annotation.JsonManagedReference;
import com.fasterxml.jackson.annotation.JsonMerge;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonAppend;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonNaming;
import tools.jackson.databind.annotation.JsonPOJOBuilder;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.ToStringSerializer;
import tools.jackson.databind.util.StdConverter;

/** Types that people use in tools, in a package that says nothing of nulls: the parameter of each method is one. */
public final class SampleTypes {

    private SampleTypes() {}

    @SuppressWarnings("rawtypes")
    public interface ReadAndWritten {

        void aByte(byte value);

        void aShort(Short value);

        void anInt(int value);

        void aLong(Long value);

        void aFloat(float value);

        void aDouble(Double value);

        void aBoolean(boolean value);

        void aChar(char value);

        void bigInteger(BigInteger value);

        void bigDecimal(BigDecimal value);

        void number(Number value);

        void atomicLong(AtomicLong value);

        void atomicBoolean(AtomicBoolean value);

        void text(String value);

        void charSequence(CharSequence value);

        void stringBuilder(StringBuilder value);

        void uuid(UUID value);

        void uri(URI value);

        void locale(Locale value);

        void currency(Currency value);

        void zone(ZoneId value);

        void zoneOffset(ZoneOffset value);

        void charset(Charset value);

        void expression(Pattern value);

        void bytes(byte[] value);

        void byteBuffer(ByteBuffer value);

        void chars(char[] value);

        void date(Date value);

        void calendar(Calendar value);

        void sqlDate(java.sql.Date value);

        void timestamp(java.sql.Timestamp value);

        void instant(Instant value);

        void localDate(LocalDate value);

        void localDateTime(LocalDateTime value);

        void localTime(LocalTime value);

        void offsetDateTime(OffsetDateTime value);

        void offsetTime(OffsetTime value);

        void zonedDateTime(ZonedDateTime value);

        void duration(Duration value);

        void period(Period value);

        void year(Year value);

        void yearMonth(YearMonth value);

        void monthDay(MonthDay value);

        void month(Month value);

        void dayOfWeek(DayOfWeek value);

        void tree(JsonNode value);

        void objectTree(ObjectNode value);

        void arrayTree(ArrayNode value);

        void anything(Object value);

        void mediaType(MediaType value);

        void httpStatus(HttpStatus value);

        void optional(Optional<String> value);

        void optionalInt(OptionalInt value);

        void optionalLong(OptionalLong value);

        void optionalDouble(OptionalDouble value);

        void reference(AtomicReference<Point> value);

        void colour(Colour value);

        void namedColour(NamedColour value);

        void textColour(TextColour value);

        void numberColour(NumberColour value);

        void aliasColour(AliasColour value);

        void printedColour(PrintedColour value);

        void defaultColour(DefaultColour value);

        void createdColour(CreatedColour value);

        void bodiesColour(BodiesColour value);

        void indexColour(IndexColour value);

        void list(List<String> value);

        void dates(List<LocalDate> value);

        void rawList(List value);

        void collection(Collection<Integer> value);

        void iterable(Iterable<String> value);

        void set(Set<Colour> value);

        void sortedSet(SortedSet<String> value);

        void enumSet(EnumSet<Colour> value);

        void deque(Deque<Integer> value);

        void ints(int[] value);

        void texts(String[] value);

        void grid(double[][] value);

        void wildcards(List<? extends Point> value);

        void nested(Map<String, List<Map<String, Optional<Point>>>> value);

        void map(Map<String, Integer> value);

        void rawMap(Map value);

        void objects(Map<String, Object> value);

        void byInt(Map<Integer, String> value);

        void byLong(TreeMap<Long, String> value);

        void byBoolean(Map<Boolean, String> value);

        void byUuid(Map<UUID, String> value);

        void byDate(Map<LocalDate, String> value);

        void byInstant(Map<Instant, String> value);

        void byColour(EnumMap<Colour, Integer> value);

        void byNamedColour(Map<NamedColour, Integer> value);

        void byTextColour(Map<TextColour, Integer> value);

        void byLocale(Map<Locale, String> value);

        void byId(Map<Id, String> value);

        void byKey(Map<Key, String> value);

        void properties(Properties value);

        void linkedMultiValueMap(LinkedMultiValueMap<String, Integer> value);

        void entry(Map.Entry<String, Integer> value);

        void entries(List<Map.Entry<String, Point>> value);

        void point(Point value);

        void scalars(Scalars value);

        void times(Times value);

        void bean(Bean value);

        void publicFields(PublicFields value);

        void inherited(SubBean value);

        void fluent(Fluent value);

        void built(Built value);

        void builtWith(BuiltWith value);

        void created(Created value);

        void factory(ByFactory value);

        void delegating(Delegating value);

        void delegatingMap(DelegatingMap value);

        void id(Id value);

        void wrapped(IdHolder value);

        void box(Box<Point> value);

        void boxes(Box<List<Box<Colour>>> value);

        void pair(Pair<String, Box<LocalDate>> value);

        void intBox(IntBox value);

        void people(People value);

        void shape(Shape value);

        void shapes(List<Shape> value);

        void shapeHolder(Box<Shape> value);

        void listedShape(ListedShape value);

        void payment(Payment value);

        void vehicle(Vehicle value);

        void wrappedPet(WrappedPet value);

        void arrayPet(ArrayPet value);

        void external(External value);

        void existing(Existing value);

        void deduced(Deduced value);

        void defaulted(Defaulted value);

        void visible(Visible value);

        void simpleNames(SimpleNames value);

        void typedProperty(TypedProperty value);

        void tree2(Tree value);

        void treeBean(TreeBean value);

        void mutual(Ping value);

        void unwrapped(Unwrapped value);

        void unwrappedPrefix(UnwrappedPrefix value);

        void unwrappedBean(UnwrappedBean value);

        void anySetter(Open value);

        void anySetterNumbers(OpenNumbers value);

        void ignoredAtProperty(IgnoredAtProperty value);

        void includedAtProperty(IncludedAtProperty value);

        void ignoredInList(IgnoredInList value);

        void ignoredInMap(IgnoredInMap value);

        void ignoredAtType(IgnoredAtType value);

        void ignoredUnknown(IgnoredUnknown value);

        void includedAtType(IncludedAtType value);

        void ignoredComponent(IgnoredComponent value);

        void ignoredMember(IgnoredMember value);

        void ignoredType(IgnoredTypeHolder value);

        void accesses(Accesses value);

        void formats(Formats value);

        void dateFormats(DateFormats value);

        void asArray(AsArray value);

        void asArrayAtProperty(AsArrayAtProperty value);

        void singleValue(SingleValue value);

        void caseInsensitive(CaseInsensitive value);

        void views(Views value);

        void aliases(Aliases value);

        void renamed(Renamed value);

        void namedByType(NamedByType value);

        void namesOfAcronyms(Acronyms value);

        void inclusions(Inclusions value);

        void nonEmptyType(NonEmptyType value);

        void nonDefaultType(NonDefaultType value);

        void customer(Customer value);

        void managed(Managed value);

        void identity(Identity value);

        void constrained(Constrained value);

        void constrainedBean(ConstrainedBean value);

        void requiredMembers(RequiredMembers value);

        void money(Money value);

        void price(Price value);

        void prices(Map<String, List<Money>> value);

        void customProperty(CustomProperty value);

        void converted(Converted value);

        void convertedType(Celsius value);

        void contentUsing(ContentUsing value);

        void secret(Secret value);

        void marked(Marked value);

        void markedLists(MarkedLists value);

        void markedBean(MarkedBean value);

        void mergedBean(Merged value);

        void nullsSet(NullsSet value);

        void optionals(Optionals value);

        void enums(Enums value);

        void deserializeAs(DeserializeAs value);

        void longTexts(LongTexts value);

        void genericArray(GenericArray<Point> value);

        void recursiveGeneric(Node<String> value);
    }

    public interface OnlyRead {

        void anySetterOfCreator(OpenCreator value);

        void setterless(Setterless value);

        void multipleCreators(Several value);
    }

    public interface OnlyWritten {

        void multiValueMap(MultiValueMap<String, String> value);

        void page(Page<Point> value);

        void slice(Slice<Shape> value);

        void pagedModel(PagedModel<Point> value);

        void entityModel(EntityModel<Point> value);

        void getters(Getters value);

        void anyGetter(AnyGetter value);

        void anyGetterOnly(Map2 value);

        void unwrappedAny(UnwrappedAny value);

        void rawValue(RawValue value);

        void masked(Masked value);

        void maskedBean(MaskedBean value);

        void named(Named value);

        void untyped(Untyped value);

        void untypedHolder(Box<List<Untyped>> value);

        void openHierarchy(Animal value);

        void jsonValueMap(ValueMap value);

        void jsonValueObject(ValueObject value);

        void appended(Appended value);

        void multimap(Multimap value);

        void multimapHolder(Box<Multimap> value);

        void serializeAs(SerializeAs value);

        void objectEnum(ObjectColour value);

        void filtered(StringSerialized value);
    }

    enum Colour {
        RED,
        GREEN,
        DARK_BLUE
    }

    enum NamedColour {
        RED,

        @JsonProperty("verde")
        GREEN
    }

    enum TextColour {
        RED("#f00"),
        GREEN("#0f0");

        private final String code;

        TextColour(String code) {
            this.code = code;
        }

        @JsonValue
        String code() {
            return code;
        }
    }

    enum NumberColour {
        RED,
        GREEN;

        @JsonValue
        int code() {
            return ordinal() + 10;
        }
    }

    enum AliasColour {
        @JsonAlias({"rot", "rouge"})
        RED,
        GREEN
    }

    enum PrintedColour {
        RED,
        GREEN;

        @Override
        public String toString() {
            return "the colour " + name().toLowerCase(Locale.ROOT);
        }
    }

    enum DefaultColour {
        RED,

        @JsonEnumDefaultValue
        UNKNOWN
    }

    enum CreatedColour {
        RED,
        GREEN;

        @JsonCreator
        static CreatedColour of(String text) {
            return Arrays.stream(values())
                    .filter(colour -> colour.name().equals(text))
                    .findFirst()
                    .orElse(null);
        }
    }

    enum BodiesColour {
        RED {
            @Override
            int hue() {
                return 0;
            }
        },
        GREEN {
            @Override
            int hue() {
                return 120;
            }
        };

        abstract int hue();
    }

    @JsonFormat(shape = JsonFormat.Shape.NUMBER)
    enum IndexColour {
        RED,
        GREEN
    }

    @JsonFormat(shape = JsonFormat.Shape.OBJECT)
    enum ObjectColour {
        RED,
        GREEN;

        public int getHue() {
            return ordinal();
        }
    }

    record Point(int x, Integer y) {}

    record Scalars(
            byte b,
            short s,
            int i,
            long l,
            float f,
            double d,
            boolean flag,
            char c,
            Integer boxed,
            BigDecimal decimal,
            UUID uuid,
            byte[] bytes) {}

    record Times(
            Instant instant,
            LocalDate day,
            LocalDateTime dateTime,
            LocalTime time,
            OffsetDateTime offset,
            ZonedDateTime zoned,
            Duration duration,
            Period period,
            YearMonth month,
            Year year,
            Date date) {}

    static class Bean {

        private String firstName;
        private int lastCount;
        private boolean active;
        private List<Point> somePoints;

        public String getFirstName() {
            return firstName;
        }

        public void setFirstName(String firstName) {
            this.firstName = firstName;
        }

        public int getLastCount() {
            return lastCount;
        }

        public void setLastCount(int lastCount) {
            this.lastCount = lastCount;
        }

        public boolean isActive() {
            return active;
        }

        public void setActive(boolean active) {
            this.active = active;
        }

        public List<Point> getSomePoints() {
            return somePoints;
        }

        public void setSomePoints(List<Point> somePoints) {
            this.somePoints = somePoints;
        }
    }

    static class PublicFields {

        public String text;
        public LocalDate day;
        public int[] numbers;
        public transient String passing;
    }

    static class SubBean extends Bean {

        private Colour colour;

        public Colour getColour() {
            return colour;
        }

        public void setColour(Colour colour) {
            this.colour = colour;
        }
    }

    static class Fluent {

        private String name;

        public String getName() {
            return name;
        }

        public Fluent setName(String name) {
            this.name = name;
            return this;
        }
    }

    @JsonDeserialize(builder = Built.Builder.class)
    record Built(String name, int size) {

        static final class Builder {

            private String name;
            private int size;

            public Builder withName(String name) {
                this.name = name;
                return this;
            }

            public Builder withSize(int size) {
                this.size = size;
                return this;
            }

            public Built build() {
                return new Built(name, size);
            }
        }
    }

    @JsonDeserialize(builder = BuiltWith.Builder.class)
    static final class BuiltWith {

        private final String name;
        private final List<Point> points;

        private BuiltWith(String name, List<Point> points) {
            this.name = name;
            this.points = points;
        }

        public String getName() {
            return name;
        }

        public List<Point> getPoints() {
            return points;
        }

        @JsonPOJOBuilder(withPrefix = "", buildMethodName = "create")
        static final class Builder {

            private String name;
            private List<Point> points;

            public Builder name(String name) {
                this.name = name;
                return this;
            }

            @JsonAlias("dots")
            public Builder points(List<Point> points) {
                this.points = points;
                return this;
            }

            public BuiltWith create() {
                return new BuiltWith(name, points);
            }
        }
    }

    static final class Created {

        private final String id;
        private final int count;

        @JsonCreator
        Created(@JsonProperty(value = "the_id", required = true) String id, @JsonProperty("count") int count) {
            this.id = id;
            this.count = count;
        }

        @JsonProperty("the_id")
        String id() {
            return id;
        }

        public int getCount() {
            return count;
        }
    }

    static final class ByFactory {

        private final List<String> parts;

        private ByFactory(List<String> parts) {
            this.parts = parts;
        }

        @JsonCreator
        static ByFactory of(@JsonProperty("parts") List<String> parts) {
            return new ByFactory(parts);
        }

        public List<String> getParts() {
            return parts;
        }
    }

    @NullMarked
    record Delegating(@JsonValue List<Integer> numbers) {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Delegating {}
    }

    @NullMarked
    static final class DelegatingMap {

        private final Map<String, Point> points;

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        DelegatingMap(Map<String, Point> points) {
            this.points = points;
        }

        @JsonValue
        Map<String, Point> points() {
            return points;
        }
    }

    @NullMarked
    record Id(@JsonValue String text) {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Id {}
    }

    @NullMarked
    record Key(@JsonKey String text, int other) {

        @JsonCreator
        static Key of(String text) {
            return new Key(text, 0);
        }
    }

    record IdHolder(Id id, List<Id> ids, Optional<Id> perhaps) {}

    public record Box<T>(T value) {}

    record Pair<A, B>(A left, B right) {}

    static class GenericBean<T> {

        private T content;
        private List<T> more;

        public T getContent() {
            return content;
        }

        public void setContent(T content) {
            this.content = content;
        }

        public List<T> getMore() {
            return more;
        }

        public void setMore(List<T> more) {
            this.more = more;
        }
    }

    static final class IntBox extends GenericBean<Integer> {}

    @SuppressWarnings("serial")
    static final class People extends ArrayList<Point> {}

    record GenericArray<T>(T[] values) {}

    record Node<T>(T value, List<Node<T>> children) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    sealed interface Shape permits Circle, Square {}

    @JsonTypeName("circle")
    record Circle(double radius) implements Shape {}

    @JsonTypeName("square")
    record Square(double side, List<Shape> inside) implements Shape {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = ListedCircle.class, name = "circle"),
        @JsonSubTypes.Type(
                value = ListedSquare.class,
                names = {"square", "box"})
    })
    interface ListedShape {}

    record ListedCircle(int radius) implements ListedShape {}

    record ListedSquare(int side) implements ListedShape {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    sealed interface Payment permits Card, Cash {}

    @JsonTypeName("card")
    record Card(int number) implements Payment {}

    @JsonTypeName("cash")
    enum Cash implements Payment {
        EUR,
        USD
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({@JsonSubTypes.Type(value = Car.class, name = "car"), @JsonSubTypes.Type(value = Truck.class)})
    abstract static class Vehicle {

        private String plate;

        public String getPlate() {
            return plate;
        }

        public void setPlate(String plate) {
            this.plate = plate;
        }
    }

    static final class Car extends Vehicle {

        public int seats;
    }

    @JsonTypeName("truck")
    static final class Truck extends Vehicle {

        public double load;
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
    sealed interface WrappedPet permits WrappedCat, WrappedDog {}

    @JsonTypeName("cat")
    record WrappedCat(int lives) implements WrappedPet {}

    @JsonTypeName("dog")
    record WrappedDog(String name, List<WrappedPet> friends) implements WrappedPet {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_ARRAY)
    sealed interface ArrayPet permits ArrayCat, ArrayDog {}

    @JsonTypeName("cat")
    record ArrayCat(int lives) implements ArrayPet {}

    @JsonTypeName("dog")
    record ArrayDog(String name) implements ArrayPet {}

    static final class External {

        public String what;

        @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.EXTERNAL_PROPERTY, property = "payloadType")
        @JsonSubTypes({
            @JsonSubTypes.Type(value = PlainText.class, name = "text"),
            @JsonSubTypes.Type(value = PlainNumber.class, name = "number")
        })
        public Payload payload;
    }

    public interface Payload {}

    public record PlainText(String text) implements Payload {}

    public record PlainNumber(int number) implements Payload {}

    @JsonTypeInfo(
            use = JsonTypeInfo.Id.NAME,
            include = JsonTypeInfo.As.EXISTING_PROPERTY,
            property = "kind",
            visible = true)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = ExistingA.class, name = "a"),
        @JsonSubTypes.Type(value = ExistingB.class, name = "b")
    })
    sealed interface Existing permits ExistingA, ExistingB {}

    record ExistingA(String text) implements Existing {

        @JsonProperty("kind")
        public String kind() {
            return "a";
        }
    }

    record ExistingB(int number) implements Existing {

        @JsonProperty("kind")
        public String kind() {
            return "b";
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
    @JsonSubTypes({@JsonSubTypes.Type(DeducedA.class), @JsonSubTypes.Type(DeducedB.class)})
    sealed interface Deduced permits DeducedA, DeducedB {}

    record DeducedA(String text, int size) implements Deduced {}

    record DeducedB(int number, boolean size) implements Deduced {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind", defaultImpl = DefaultedText.class)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = DefaultedText.class, name = "text"),
        @JsonSubTypes.Type(value = DefaultedNumber.class, name = "number")
    })
    sealed interface Defaulted permits DefaultedText, DefaultedNumber {}

    record DefaultedText(String text) implements Defaulted {}

    record DefaultedNumber(int number) implements Defaulted {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind", visible = true)
    @JsonSubTypes(@JsonSubTypes.Type(value = VisibleText.class, name = "text"))
    interface Visible {}

    static final class VisibleText implements Visible {

        @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
        public String kind;

        public String text;
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "_type")
    sealed interface SimpleNames permits Simple1, Simple2 {}

    record Simple1(int a) implements SimpleNames {}

    record Simple2(int b) implements SimpleNames {}

    record TypedProperty(
            @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "as")
            @JsonSubTypes({
                @JsonSubTypes.Type(value = PlainText.class, name = "text"),
                @JsonSubTypes.Type(value = PlainNumber.class, name = "number")
            })
            Payload payload,

            @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "as")
            @JsonSubTypes({
                @JsonSubTypes.Type(value = PlainText.class, name = "text"),
                @JsonSubTypes.Type(value = PlainNumber.class, name = "number")
            })
            List<Payload> payloads) {}

    record Tree(String label, List<Tree> children, Tree parent) {}

    static final class TreeBean {

        public Map<String, TreeBean> byName;
        public Optional<TreeBean> next;
    }

    record Ping(Pong pong, int n) {}

    record Pong(List<Ping> pings) {}

    record Address(String street, int number) {}

    record Unwrapped(String name, @JsonUnwrapped Address address) {}

    record UnwrappedPrefix(
            @JsonUnwrapped(prefix = "home_") Address home,
            @JsonUnwrapped(suffix = "2") Address work) {}

    static final class UnwrappedBean {

        public String name;

        @JsonUnwrapped
        public Bean bean;
    }

    static final class Open {

        public String known;

        private final Map<String, Object> others = new LinkedHashMap<>();

        @JsonAnyGetter
        public Map<String, Object> getOthers() {
            return others;
        }

        @JsonAnySetter
        public void set(String name, Object value) {
            others.put(name, value);
        }
    }

    static final class OpenNumbers {

        public String known;

        @JsonAnySetter
        @JsonAnyGetter
        public Map<String, Integer> numbers = new TreeMap<>();
    }

    record OpenCreator(String known, @JsonAnySetter Map<String, Point> points) {}

    static final class Setterless {

        private final List<String> names = new ArrayList<>();

        public List<String> getNames() {
            return names;
        }
    }

    record Several(String text, int number) {

        @JsonCreator
        static Several of(@JsonProperty("text") String text, @JsonProperty("number") int number) {
            return new Several(text, number);
        }

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Several of(String text) {
            return new Several(text, 0);
        }
    }

    public static final class Parcel {

        public String street;
        public int number;
    }

    record IgnoredAtProperty(
            @JsonIgnoreProperties("number") Parcel parcel,

            @JsonIgnoreProperties(value = "number", allowGetters = true)
            Parcel shown) {}

    record IncludedAtProperty(
            @JsonIncludeProperties("street") Parcel parcel) {}

    record IgnoredInList(
            @JsonIgnoreProperties("number") List<Parcel> parcels,
            @JsonIgnoreProperties("number") Parcel[] array) {}

    record IgnoredInMap(@JsonIgnoreProperties("secret") Map<String, Integer> map) {}

    @JsonIgnoreProperties({"b", "d"})
    record IgnoredAtType(int a, Integer b, String c) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record IgnoredUnknown(int a) {}

    @JsonIncludeProperties({"a", "c"})
    record IncludedAtType(Integer a, Integer b, String c) {}

    record IgnoredComponent(String name, @JsonIgnore String password) {}

    static final class IgnoredMember {

        public String name;

        @JsonIgnore
        public Object session;

        private int half;

        public int getHalf() {
            return half;
        }

        @JsonIgnore
        public void setHalf(int half) {
            this.half = half;
        }
    }

    @JsonIgnoreType
    record IgnoredType(int a) {}

    record IgnoredTypeHolder(IgnoredType ignored, int b) {}

    static final class Accesses {

        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public String shown;

        @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
        public String password;

        private String both;

        @JsonGetter("theBoth")
        public String both() {
            return both;
        }

        @JsonSetter("theBoth")
        public void both(String both) {
            this.both = both;
        }
    }

    static final class Formats {

        @JsonFormat(shape = JsonFormat.Shape.STRING)
        public int number;

        @JsonFormat(shape = JsonFormat.Shape.STRING)
        public BigDecimal decimal;

        @JsonFormat(shape = JsonFormat.Shape.NUMBER)
        public Colour colour;

        @JsonFormat(shape = JsonFormat.Shape.NUMBER)
        public boolean flag;

        @JsonFormat(shape = JsonFormat.Shape.STRING)
        public List<Long> longs;

        @JsonFormat(shape = JsonFormat.Shape.OBJECT)
        public Map<String, Integer> map;
    }

    static final class DateFormats {

        @JsonFormat(pattern = "dd.MM.yyyy")
        public LocalDate day;

        @JsonFormat(shape = JsonFormat.Shape.NUMBER)
        public Instant instant;

        @JsonFormat(pattern = "yyyy/MM/dd HH:mm", timezone = "UTC")
        public Date date;

        @JsonFormat(shape = JsonFormat.Shape.NUMBER)
        public Duration duration;

        @JsonFormat(pattern = "dd.MM.yyyy")
        public List<LocalDate> days;

        @JsonFormat(shape = JsonFormat.Shape.STRING)
        public LocalDateTime dateTime;
    }

    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({"x", "name"})
    record AsArray(int x, String name) {}

    record AsArrayAtProperty(
            @JsonFormat(shape = JsonFormat.Shape.ARRAY) Point point, int other) {}

    record SingleValue(
            @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            List<String> names,

            @JsonFormat(with = JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
            List<String> single) {}

    @JsonFormat(with = JsonFormat.Feature.ACCEPT_CASE_INSENSITIVE_PROPERTIES)
    record CaseInsensitive(String firstName, int count) {}

    public interface PublicView {}

    interface InternalView extends PublicView {}

    record Views(
            @JsonView(PublicView.class) String shown,
            @JsonView(InternalView.class) int hidden,
            String free) {}

    record Aliases(
            @JsonAlias({"q", "query"}) String text,
            @JsonAlias("n") int count) {}

    record Renamed(
            @JsonProperty("other-name") String name,
            @JsonProperty(index = 0) int second) {}

    @JsonNaming(SnakeCaseStrategy.class)
    record NamedByType(String firstName, int lastCount) {}

    static final class Acronyms {

        private String url;
        private int aCount;

        public String getURL() {
            return url;
        }

        public void setURL(String url) {
            this.url = url;
        }

        public int getaCount() {
            return aCount;
        }

        public void setaCount(int aCount) {
            this.aCount = aCount;
        }
    }

    static final class Inclusions {

        @JsonInclude(JsonInclude.Include.ALWAYS)
        public String always;

        @JsonInclude(JsonInclude.Include.NON_NULL)
        public String nonNull;

        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        public List<Integer> nonEmpty;

        @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        public int nonDefault;

        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        public Optional<String> nonAbsent;

        @JsonInclude(content = JsonInclude.Include.NON_NULL)
        public Map<String, Integer> content;

        @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Hidden.class)
        public String custom;
    }

    static final class Hidden {

        @Override
        public boolean equals(Object other) {
            return other == null || "a".equals(other);
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record NonEmptyType(String text, List<String> list, int number, Map<String, String> map) {}

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    static final class NonDefaultType {

        public int number = 5;
        public String text = "x";
        public boolean flag;
    }

    /** As entities of JPA with a relation in both directions. */
    static final class Customer {

        public Long id;
        public String name;

        @JsonIgnoreProperties("customer")
        public List<Purchase> purchases;
    }

    static final class Purchase {

        public Long id;

        @JsonIgnoreProperties("purchases")
        public Customer customer;

        public BigDecimal total;
    }

    static final class Managed {

        public String name;

        @JsonManagedReference
        public List<Child> children;
    }

    static final class Child {

        public String name;

        @JsonBackReference
        public Managed parent;
    }

    @JsonIdentityInfo(generator = ObjectIdGenerators.PropertyGenerator.class, property = "id")
    public static final class Identity {

        @JsonProperty("id")
        public int id;

        public Identity next;
    }

    record Constrained(
            @Size(min = 2, max = 5) String sized,
            @Min(3) @Max(9) int number,
            @NotBlank String text,
            @NotEmpty List<@Size(max = 3) String> list,

            @jakarta.validation.constraints.Pattern(regexp = "[a-z]+")
            String letters,

            @Email String mail,
            @Positive BigDecimal positive,

            @DecimalMin("0.5") @DecimalMax(value = "9.5", inclusive = false)
            double decimal,

            Map<@Size(min = 1) String, @NotNull @Min(1) Integer> map,
            @AssertTrue boolean yes,
            @NotNull Colour colour) {}

    static final class ConstrainedBean {

        @NotNull
        @Size(min = 1, max = 3)
        public String code;

        @PositiveOrZero
        private int amount;

        public int getAmount() {
            return amount;
        }

        public void setAmount(int amount) {
            this.amount = amount;
        }
    }

    static final class RequiredMembers {

        @JsonProperty(required = true)
        public String needed;

        @NotNull
        public List<String> list;

        @JsonProperty(defaultValue = "7")
        public Integer number;
    }

    @JsonSerialize(using = WriteMoney.class)
    @JsonDeserialize(using = ReadMoney.class)
    record Money(BigDecimal amount, String currency) {}

    record Price(Money money, Integer count) {}

    record CustomProperty(
            @JsonSerialize(using = ToStringSerializer.class) @JsonDeserialize(using = ReadText.class)
            String text,

            @JsonSerialize(using = ToStringSerializer.class) Long number) {}

    record Converted(
            @JsonSerialize(converter = ToList.class) @JsonDeserialize(converter = FromList.class)
            String parts) {}

    @JsonSerialize(converter = FromCelsius.class)
    @JsonDeserialize(converter = ToCelsius.class)
    record Celsius(double degrees) {}

    record ContentUsing(
            @JsonSerialize(contentUsing = ToStringSerializer.class)
            List<Long> numbers,

            @JsonSerialize(keyUsing = UpperKeys.class) Map<String, Integer> byName) {}

    record Secret(
            @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
            String password,

            @JsonProperty(access = JsonProperty.Access.READ_ONLY)
            Integer shown) {}

    @NullMarked
    record Marked(String always, @Nullable String sometimes, int number, Optional<String> perhaps) {}

    @NullMarked
    record MarkedLists(List<String> list, List<@Nullable String> holed, Map<String, Point> map, String[] array) {}

    @NullMarked
    static final class MarkedBean {

        private String text = "";

        private @Nullable Integer number;

        public String getText() {
            return text;
        }

        public void setText(String text) {
            this.text = text;
        }

        public @Nullable Integer getNumber() {
            return number;
        }

        public void setNumber(@Nullable Integer number) {
            this.number = number;
        }
    }

    static final class Merged {

        @JsonMerge
        public List<String> list = new ArrayList<>(List.of("a"));

        @JsonMerge
        public Address2 address = new Address2();
    }

    static final class Address2 {

        public String street = "Main";
        public int number;
    }

    static final class NullsSet {

        @JsonSetter(nulls = Nulls.FAIL)
        public String never;

        @JsonSetter(nulls = Nulls.SKIP)
        public String skipped = "x";

        @JsonSetter(contentNulls = Nulls.FAIL)
        public List<String> full;
    }

    record Optionals(
            Optional<String> text,
            OptionalInt number,
            Optional<List<Point>> points,
            List<Optional<Integer>> list,
            Map<String, Optional<Colour>> map) {}

    record Enums(
            Colour colour,
            NamedColour named,
            List<TextColour> texts,
            Map<PrintedColour, NumberColour> map,
            EnumMap<Colour, Point> points,
            Optional<DayOfWeek> day) {}

    public interface Named {

        String getName();
    }

    public static final class NamedImpl implements Named {

        private String name;

        @Override
        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }
    }

    static final class DeserializeAs {

        @JsonDeserialize(as = NamedImpl.class)
        public Named named;

        @JsonDeserialize(contentAs = NamedImpl.class)
        public List<Named> names;
    }

    record LongTexts(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long id, Long other) {}

    /** As the page of Spring Data. */
    public interface Slice<T> extends Iterable<T> {

        List<T> getContent();

        int getNumber();

        boolean isFirst();

        boolean hasNext();
    }

    public interface Page<T> {

        List<T> getContent();

        long getTotalElements();

        boolean isLast();

        Sorted getSort();
    }

    record Sorted(boolean sorted, boolean empty) {}

    public static final class PageImpl<T> implements Page<T> {

        private List<T> content;
        private long total;

        @Override
        public List<T> getContent() {
            return content == null ? List.of() : content;
        }

        @Override
        public long getTotalElements() {
            return total;
        }

        @Override
        public boolean isLast() {
            return true;
        }

        @Override
        public Sorted getSort() {
            return new Sorted(true, false);
        }

        public int getNumberOfElements() {
            return 1;
        }
    }

    public static final class SliceImpl<T> implements Slice<T> {

        private List<T> content;

        @Override
        public List<T> getContent() {
            return content == null ? List.of() : content;
        }

        @Override
        public int getNumber() {
            return 1;
        }

        @Override
        public boolean isFirst() {
            return true;
        }

        @Override
        public boolean hasNext() {
            return false;
        }

        @Override
        public Iterator<T> iterator() {
            return getContent().iterator();
        }
    }

    static final class PagedModel<T> {

        private Page<T> page;

        @JsonProperty
        public List<T> getContent() {
            return page == null ? List.of() : page.getContent();
        }

        @JsonProperty("page")
        public PageMetadata getMetadata() {
            return page == null ? null : new PageMetadata(10, 1, page.getTotalElements());
        }
    }

    record PageMetadata(long size, long number, long totalElements) {}

    static class RepresentationModel {

        private List<Link> links;

        @JsonProperty("links")
        public List<Link> getLinks() {
            return links == null ? List.of() : links;
        }
    }

    record Link(String rel, String href) {}

    static final class EntityModel<T> extends RepresentationModel {

        private T content;

        @JsonUnwrapped
        public T getContent() {
            return content;
        }
    }

    static final class Getters {

        private String text;

        public String getText() {
            return text;
        }

        public int getLength() {
            return text == null ? 0 : text.length();
        }

        public boolean isEmpty() {
            return getLength() == 0;
        }

        public Optional<String> getPerhaps() {
            return Optional.ofNullable(text);
        }
    }

    static final class AnyGetter {

        public String name;

        private Map<String, Integer> counts;

        @JsonAnyGetter
        public Map<String, Integer> getCounts() {
            return counts;
        }
    }

    static final class Map2 {

        @JsonAnyGetter
        public Map<Colour, Point> points;
    }

    record UnwrappedAny(int id, @JsonUnwrapped AnyGetter any) {}

    static final class RawValue {

        @JsonRawValue
        public String getRaw() {
            return "[1, {\"a\": null}]";
        }
    }

    record Masked(
            @JsonSerialize(using = Mask.class)
            @Size(min = 12, max = 19)
            @jakarta.validation.constraints.Pattern(regexp = "[0-9]+")
            String card,

            @JsonSerialize(using = Mask.class) @Min(1) int pin) {}

    static final class MaskedBean {

        private String card;

        @JsonSerialize(using = Mask.class)
        @Size(min = 12)
        public String getCard() {
            return card;
        }
    }

    sealed interface Untyped permits Untyped1, Untyped2, Untyped3 {}

    record Untyped1(int a) implements Untyped {}

    record Untyped2(String b) implements Untyped {}

    enum Untyped3 implements Untyped {
        NONE
    }

    public static class Animal {

        public String name;
    }

    public static final class Cat extends Animal {

        public Integer lives;
    }

    @NullMarked
    record ValueMap(@JsonValue Map<String, Point> map) {}

    record ValueObject(@JsonValue Point point, int other) {}

    @JsonAppend(attrs = @JsonAppend.Attr("version"))
    record Appended(int a) {}

    /** As the type of Guava: a module writes it. */
    @JsonSerialize(using = WriteMultimap.class)
    static final class Multimap {

        public Map<String, List<Integer>> entries;

        public int getSize() {
            return 1;
        }
    }

    static final class SerializeAs {

        @JsonSerialize(as = Named.class)
        public NamedImpl named;

        @JsonSerialize(contentAs = Named.class)
        public List<NamedImpl> names;
    }

    static final class StringSerialized {

        @JsonSerialize(using = ToStringSerializer.class)
        public Point point;

        @JsonSerialize(nullsUsing = NullText.class)
        @JsonInclude(JsonInclude.Include.ALWAYS)
        public Integer number;
    }

    static final class WriteMoney extends ValueSerializer<Money> {

        @Override
        public void serialize(Money money, JsonGenerator generator, SerializationContext context) {
            generator.writeString(money.amount() + " " + money.currency());
        }
    }

    static final class ReadMoney extends ValueDeserializer<Money> {

        @Override
        public Money deserialize(JsonParser parser, DeserializationContext context) {
            String text = context.readValue(parser, String.class);
            if (!text.matches("[0-9]+ [A-Z]{3}")) {
                return (Money) context.handleWeirdStringValue(Money.class, text, "no amount");
            }
            String[] parts = text.split(" ");
            return new Money(new BigDecimal(parts[0]), parts[1]);
        }
    }

    static final class ReadText extends ValueDeserializer<String> {

        @Override
        public String deserialize(JsonParser parser, DeserializationContext context) {
            return context.readValue(parser, String.class);
        }
    }

    static final class Mask extends ValueSerializer<Object> {

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
            generator.writeString("***");
        }
    }

    static final class NullText extends ValueSerializer<Object> {

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
            generator.writeString("none");
        }
    }

    static final class UpperKeys extends ValueSerializer<String> {

        @Override
        public void serialize(String value, JsonGenerator generator, SerializationContext context) {
            generator.writeName(value.toUpperCase(Locale.ROOT));
        }
    }

    static final class WriteMultimap extends ValueSerializer<Multimap> {

        @Override
        public void serialize(Multimap value, JsonGenerator generator, SerializationContext context) {
            context.writeValue(generator, value.entries);
        }
    }

    static final class ToList extends StdConverter<String, List<String>> {

        @Override
        public List<String> convert(String text) {
            return List.of(text.split(","));
        }
    }

    static final class FromList extends StdConverter<List<String>, String> {

        @Override
        public String convert(List<String> parts) {
            return String.join(",", parts);
        }
    }

    static final class FromCelsius extends StdConverter<Celsius, Point> {

        @Override
        public Point convert(Celsius celsius) {
            return new Point((int) celsius.degrees(), null);
        }
    }

    static final class ToCelsius extends StdConverter<Point, Celsius> {

        @Override
        public Celsius convert(Point point) {
            return new Celsius(point.x());
        }
    }
}
