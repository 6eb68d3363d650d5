package io.mcpspring.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.schema.ToolMethod;
import io.mcpspring.validation.CheckingTime;
import io.mcpspring.validation.DeclarationException;
import io.mcpspring.validation.Problem;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import jakarta.validation.Valid;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Future;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Past;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import jakarta.validation.constraintvalidation.SupportedValidationTarget;
import jakarta.validation.constraintvalidation.ValidationTarget;
import jakarta.validation.groups.Default;
import jakarta.validation.valueextraction.Unwrapping;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.hibernate.validator.constraints.ParameterScriptAssert;
import org.hibernate.validator.constraints.UniqueElements;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.validation.annotation.Validated;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;
import org.springframework.validation.beanvalidation.MethodValidationInterceptor;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

class ArgumentConstraintsTests {

    private static final String TOO_SLOW = Problem.TOO_SLOW.toString();

    private static final String SLOW = "a".repeat(60) + "!";

    private static final LocalDate FAR = LocalDate.of(2999, 1, 1);

    private static final LocalDate LONG_AGO = LocalDate.of(1999, 1, 1);

    private final Locale locale = Locale.getDefault();

    private final LocalValidatorFactoryBean validator = new LocalValidatorFactoryBean();

    @BeforeEach
    void startInGermany() {
        Locale.setDefault(Locale.GERMANY);
        validator.afterPropertiesSet();
    }

    @AfterEach
    void goHome() {
        Locale.setDefault(locale);
        validator.close();
    }

    @Test
    void constraintsBeyondTheSchemaAreReportedInEnglish() {
        assertThat(check("dates", FAR, LONG_AGO, new BigDecimal("1.234")))
                .containsExactly(
                        "amount: numeric value out of bounds (<3 digits>.<2 digits> expected), got 1.234",
                        "from: must be a past date, got \"2999-01-01\"",
                        "until: must be a future date, got \"1999-01-01\"");
        assertThat(check("dates", LONG_AGO, FAR, BigDecimal.ONE)).isEmpty();
    }

    @Test
    void pathsHaveTheNamesOfTheJson() {
        Order order =
                new Order(List.of(new Line("a", LONG_AGO), new Line("b", FAR)), Map.of("main", new Line("c", FAR)));

        assertThat(check("nested", order))
                .containsExactly(
                        "the_order.all_lines[1].made_on: must be a past date, got \"2999-01-01\"",
                        "the_order.by_name.main.made_on: must be a past date, got \"2999-01-01\"");
    }

    @Test
    void elementsAreChecked() {
        assertThat(check("elements", List.of(LONG_AGO, FAR), Optional.of(FAR)))
                .containsExactly(
                        "dates[1]: must be a past date, got \"2999-01-01\"",
                        "maybe: must be a past date, got \"2999-01-01\"");
    }

    @Test
    void theMessageOfACustomConstraintIsUsed() {
        assertThat(check("custom", "abc", new Even(3)))
                .containsExactly("text: must be a palindrome, got \"abc\"", "value: must be even");
    }

    @Test
    void aMessageIsNotInterpolatedAgain() {
        assertThat(check("known", "${1+1}")).containsExactly("code: the code ${1+1} is not known, got \"${1+1}\"");
    }

    @Test
    void furtherViolationsAreCounted() {
        List<LocalDate> dates = java.util.Collections.nCopies(500, FAR);

        assertThat(check("elements", dates, Optional.empty()))
                .hasSize(20)
                .contains("there are 481 more problems")
                .filteredOn(problem -> problem.contains("must be a past date"))
                .hasSize(19);
    }

    @Test
    void manyElementsAreNotComparedWithEachOther() {
        List<Place> places =
                IntStream.range(0, 1_001).mapToObj(i -> new Place(i, -31 * i)).toList();

        assertThat(check("unique", places, List.of(places))).containsExactly(TOO_SLOW);
        assertThat(check("unique", List.of(), List.of(places))).containsExactly(TOO_SLOW);
        assertThat(check("unique", places.subList(1, 1_001), List.of())).isEmpty();
        assertThat(check("unique", List.of(new Place(1, 1), new Place(1, 1)), List.of()))
                .containsExactly("places: must only contain unique elements");
    }

    @Test
    void violationsWhoseReportTakesTooLongEndTheValidation() {
        List<LocalDate> dates = java.util.Collections.nCopies(200_000, FAR);

        assertThat(check("elements", dates, Optional.empty())).containsExactly(TOO_SLOW);
    }

    @Test
    void aPatternOutsideOfTheSchemaIsMatchedWithinALimit() {
        assertThat(check("slow", SLOW)).containsExactly(TOO_SLOW);
        assertThat(check("slow", "a".repeat(12) + "!"))
                .singleElement()
                .asString()
                .contains("must match");
        assertThat(check("deep", "ab".repeat(100_000))).containsExactly(TOO_SLOW);
    }

    @Test
    void crossParameterConstraintsAreChecked() {
        assertThat(check("together", LocalDate.of(2026, 2, 1), LocalDate.of(2026, 1, 1)))
                .containsExactly("the dates are in the wrong order");
    }

    @Test
    void aValueThatMayBeAbsentButNotNullIsChecked() {
        assertThat(check("contradictory", (Object) null)).containsExactly("text: must not be null");
    }

    @Test
    void constraintsOfAnInterfaceAreChecked() {
        assertThat(checkOn(new Inheriting(), "find", FAR, List.of(new Even(3)), new Even(2)))
                .containsExactly("at: must be a past date, got \"2999-01-01\"", "several[0]: must be even");
    }

    @Test
    void aSuspendingFunctionIsCheckedWithoutItsContinuation() {
        assertThat(check("suspending", LONG_AGO)).isEmpty();
        assertThat(check("suspending", FAR)).containsExactly("at: must be a past date, got \"2999-01-01\"");
    }

    @Test
    void constraintsOfTheActualClassOfAValueAreChecked() {
        assertThat(check("polymorphic", new Circle(FAR)))
                .containsExactly("shape.drawn_on: must be a past date, got \"2999-01-01\"");
    }

    @Test
    void constraintsOfTheGettersOfAnInterfaceAreChecked() {
        assertThat(check("implementing", new Letter(FAR)))
                .containsExactly("letter.date: must be a past date, got \"2999-01-01\"");
    }

    @Test
    void constraintsOfOtherGroupsAreNotChecked() {
        assertThat(check("togetherInOtherGroup", FAR, LONG_AGO)).isEmpty();
        assertThat(check("otherGroup", FAR)).isEmpty();
    }

    @Test
    void refusesConstraintsThatTheValidatorRefuses() {
        assertThatExceptionOfType(DeclarationException.class)
                .isThrownBy(() -> constraints(Redefining.class, "find", validator))
                .withMessageStartingWith("The constraints of its class are invalid: HV000151")
                .withMessageEndingWith(". Declare the constraints of a method in one place, and only constraints that"
                        + " fit the types.");
    }

    record Unfitting(@Size(max = 9) int count) {}

    record OfGroup(@Size(max = 9, groups = OfGroup.class) int count) {}

    static final class Period {

        @NotNull
        private final Integer days = 1;

        @Size(max = 9)
        public String getDays() {
            return days + " days";
        }
    }

    record Outer(@Valid Outer next, @Valid Unfitting inner) {}

    static class Fitting {

        void optional(@Size(max = 9) Optional<String> value) {}

        void number(@Size(max = 9) int value) {}

        void text(@Past String value) {}

        void list(@NotBlank List<String> value) {}

        void elements(List<@Past String> values) {}

        void property(@Valid Unfitting value) {}

        void propertyOfElements(Map<String, List<@Valid Outer>> values) {}

        void notValidated(Unfitting value) {}

        void otherGroup(@Valid OfGroup value) {}

        void getter(@Valid Period value) {}

        void fits(
                @Min(1) OptionalInt number,
                @NotNull Optional<@Size(max = 9) String> text,
                @Size(max = 9) byte[] bytes,
                @Digits(integer = 3, fraction = 0) int digits,
                @NotBlank(payload = Unwrapping.Unwrap.class) Optional<String> unwrapped,
                Map<@NotBlank String, @Valid Even> map) {}
    }

    @ParameterizedTest
    @CsvSource({
        "optional, Size, java.util.Optional",
        "number, Size, java.lang.Integer",
        "text, Past, java.lang.String",
        "list, NotBlank, java.util.List",
        "elements, Past, java.lang.String",
        "property, Size, 'java.lang.Integer, as property count'",
        "propertyOfElements, Size, 'java.lang.Integer, as property count'"
    })
    void refusesAConstraintThatDoesNotFitTheType(String method, String constraint, String type) {
        assertThatExceptionOfType(DeclarationException.class)
                .isThrownBy(() -> constraints(Fitting.class, method, validator))
                .withMessageStartingWith("No validator of @" + constraint + " takes a " + type + ". ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fits", "notValidated", "otherGroup", "getter"})
    void acceptsConstraintsThatFitTheirTypesAndThoseThatNobodyValidates(String method) {
        assertThat(constraints(Fitting.class, method, validator)).isNotNull();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "dates, @Past",
        "nested, @Valid",
        "elements, @Past",
        "custom, @Palindrome",
        "several, @List",
        "composed, @ShortText",
        "inList, @Valid",
        "mapKey, @Size",
        "deepInside, @Min"
    })
    void refusesAConstraintThatRequiresAMissingValidator(String method, String constraint) {
        assertThatExceptionOfType(DeclarationException.class)
                .isThrownBy(() -> constraints(Tools.class, method, null))
                .withMessage(constraint + " needs a validator, but there is none. Add spring-boot-starter-validation,"
                        + " or remove the constraint.");
    }

    @ParameterizedTest
    @ValueSource(classes = {Inheriting.class, OfEven.class})
    void refusesAnInheritedConstraintThatRequiresAMissingValidator(Class<?> tools) {
        assertThatExceptionOfType(DeclarationException.class).isThrownBy(() -> constraints(tools, "find", null));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"expressed", "result", "notCascaded"})
    void constraintsOfTheSchemaNeedNoValidator(String method) {
        assertThat(constraints(Tools.class, method, null).check(new Tools(), new Object[1], new CheckingTime()))
                .isEmpty();
    }

    @Test
    void aBeanWhoseProxyValidatesIsCheckedBefore() {
        assertThat(constraints(ValidatedTools.class, "dates", validator)
                        .check(proxied(), new Object[] {FAR}, new CheckingTime()))
                .extracting(Problem::toString)
                .containsExactly("from: must be a past date, got \"2999-01-01\"");
    }

    @Test
    void aBeanWhoseProxyValidatesIsCheckedInTheGroupsOfItsAnnotation() {
        Object bean = proxied(new OtherGroupTools());

        assertThat(constraints(OtherGroupTools.class, "ofClass", validator)
                        .check(bean, new Object[] {"", "a"}, new CheckingTime()))
                .extracting(Problem::toString)
                .containsExactly("other: must not be blank, got \"\"");
        assertThat(constraints(OtherGroupTools.class, "ofMethod", validator)
                        .check(bean, new Object[] {"", ""}, new CheckingTime()))
                .extracting(Problem::toString)
                .containsExactly("usual: must not be blank, got \"\"");
    }

    @Test
    void aPatternIsMatchedWithinALimitBeforeAProxyMatchesIt() {
        assertThat(constraints(SlowValidatedTools.class, "slow", validator)
                        .check(proxied(new SlowValidatedTools()), new Object[] {SLOW}, new CheckingTime()))
                .containsExactly(Problem.TOO_SLOW);
    }

    @Test
    void aValidatedClassWithAProxyThatDoesNotValidateIsChecked() {
        ProxyFactory factory = new ProxyFactory(new ValidatedTools());
        factory.setProxyTargetClass(true);

        assertThat(constraints(ValidatedTools.class, "dates", validator)
                        .check(factory.getProxy(), new Object[] {FAR}, new CheckingTime()))
                .isNotEmpty();
    }

    @Test
    void aValidatedClassWithoutAProxyIsChecked() {
        assertThat(constraints(ValidatedTools.class, "dates", validator)
                        .check(new ValidatedTools(), new Object[] {FAR}, new CheckingTime()))
                .isNotEmpty();
    }

    @Test
    void aProxyThatDoesNotValidateIsValidated() {
        ProxyFactory factory = new ProxyFactory(new Tools());
        factory.setProxyTargetClass(true);

        assertThat(constraints(Tools.class, "dates", validator)
                        .check(factory.getProxy(), new Object[] {FAR, FAR, BigDecimal.ONE}, new CheckingTime()))
                .hasSize(1);
    }

    @Test
    void everyImplementationOfValidatorIsSupported() {
        Locale.setDefault(Locale.ENGLISH);
        try (var plain = Validation.buildDefaultValidatorFactory()) {
            assertThat(constraints(Tools.class, "dates", plain.getValidator())
                            .check(new Tools(), new Object[] {FAR, FAR, BigDecimal.ONE}, new CheckingTime()))
                    .extracting(Problem::toString)
                    .containsExactly("from: must be a past date, got \"2999-01-01\"");
        }
    }

    @Test
    void theFirstOfSeveralValidatorsIsUsed() {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton("first", validator);
        beans.registerSingleton("second", validator);

        assertThat(constraintsBy(beans, Tools.class, "dates")
                        .check(new Tools(), new Object[] {FAR, FAR, BigDecimal.ONE}, new CheckingTime()))
                .hasSize(1);
    }

    private List<String> check(String method, @Nullable Object... values) {
        return checkOn(new Tools(), method, values);
    }

    private List<String> checkOn(Object tools, String method, @Nullable Object... values) {
        return constraints(tools.getClass(), method, validator).check(tools, values, new CheckingTime()).stream()
                .map(Problem::toString)
                .toList();
    }

    private static ArgumentConstraints constraints(Class<?> beanClass, String method, @Nullable Validator validator) {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        if (validator != null) {
            beans.registerSingleton("validator", validator);
        }
        return constraintsBy(beans, beanClass, method);
    }

    private static ArgumentConstraints constraintsBy(BeanFactory beans, Class<?> beanClass, String method) {
        ToolMethod tool = ToolMethod.of(beanClass, method);
        JsonMapper snake = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .build();
        return ArgumentConstraints.of(
                beans,
                BeanMethod.of(BeanUtils.instantiateClass(beanClass), tool.method()),
                tool.arguments().stream()
                        .map(argument -> new ConstrainedArgument(argument.name(), argument.parameter(), true))
                        .toList(),
                snake);
    }

    private ValidatedTools proxied() {
        return (ValidatedTools) proxied(new ValidatedTools());
    }

    private Object proxied(Object target) {
        ProxyFactory factory = new ProxyFactory(target);
        factory.setProxyTargetClass(true);
        factory.addAdvice(new MethodValidationInterceptor((Validator) validator));
        return factory.getProxy();
    }

    record Place(int x, int y) {}

    record Line(
            @NotBlank String name,
            @JsonProperty("made_on") @Past LocalDate date) {}

    record Order(List<@Valid Line> allLines, Map<String, @Valid Line> byName) {}

    @EvenValue
    record Even(int number) {}

    record Recursive(
            @Size(max = 3) String name, @Valid @Nullable Recursive next) {}

    interface OtherGroup {}

    interface Shape {}

    record Circle(@Past LocalDate drawnOn) implements Shape {}

    interface Dated {

        @Past
        LocalDate getDate();
    }

    record Letter(LocalDate date) implements Dated {

        @Override
        public LocalDate getDate() {
            return date;
        }
    }

    interface Api {

        void find(@Past LocalDate at, List<@Valid Even> several, @Valid Even one);
    }

    static class Inheriting implements Api {

        @Override
        public void find(LocalDate at, List<Even> several, Even one) {}
    }

    static class Redefining implements Api {

        @Override
        public void find(@Past LocalDate at, List<Even> several, Even one) {}
    }

    interface Elements {

        void find(List<@Size(max = 3) String> texts);
    }

    abstract static class Base implements Elements {}

    static class InheritingElements extends Base {

        @Override
        public void find(List<String> texts) {}
    }

    static class Repeated {

        @ParameterScriptAssert(lang = "none", script = "a")
        @ParameterScriptAssert(lang = "none", script = "b")
        void find(String text) {}
    }

    interface Generic<T> {

        void find(@Valid T value);
    }

    static class OfEven implements Generic<Even> {

        @Override
        public void find(Even value) {}
    }

    interface Expressed {

        void find(@Size(max = 3) String text, @Min(3) int number);
    }

    static class InheritingExpressed implements Expressed {

        @Override
        public void find(String text, int number) {}
    }

    static class Overloaded {

        void find(@Past LocalDate at) {}

        void find(@Past LocalDate at, String text) {}
    }

    static class Overloading extends Overloaded {

        void find(String text) {}
    }

    @Constraint(validatedBy = PalindromeValidator.class)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Palindrome {

        String message() default "must be a palindrome";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    public static final class PalindromeValidator implements ConstraintValidator<Palindrome, String> {

        @Override
        public boolean isValid(String value, ConstraintValidatorContext context) {
            return value == null
                    || new StringBuilder(value).reverse().toString().equals(value);
        }
    }

    @Constraint(validatedBy = KnownValidator.class)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Known {

        String message() default "must be known";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    /** Uses the value as a message template, which authors must not do. */
    public static final class KnownValidator implements ConstraintValidator<Known, String> {

        @Override
        public boolean isValid(String value, ConstraintValidatorContext context) {
            context.disableDefaultConstraintViolation();
            context.buildConstraintViolationWithTemplate("the code " + value + " is not known")
                    .addConstraintViolation();
            return false;
        }
    }

    @Constraint(validatedBy = EvenValidator.class)
    @Retention(RetentionPolicy.RUNTIME)
    @interface EvenValue {

        String message() default "must be even";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    public static final class EvenValidator implements ConstraintValidator<EvenValue, Even> {

        @Override
        public boolean isValid(Even value, ConstraintValidatorContext context) {
            return value.number() % 2 == 0;
        }
    }

    @Constraint(validatedBy = InOrderValidator.class)
    @Retention(RetentionPolicy.RUNTIME)
    @interface InOrder {

        String message() default "the dates are in the wrong order";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    @SupportedValidationTarget(ValidationTarget.PARAMETERS)
    public static final class InOrderValidator implements ConstraintValidator<InOrder, Object[]> {

        @Override
        public boolean isValid(Object[] values, ConstraintValidatorContext context) {
            return !((LocalDate) values[0]).isAfter((LocalDate) values[1]);
        }
    }

    @Size(max = 3)
    @Constraint(validatedBy = {})
    @Retention(RetentionPolicy.RUNTIME)
    @interface ShortText {

        String message() default "";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    static class Tools {

        void dates(
                @Past LocalDate from, @Future LocalDate until, @Digits(integer = 3, fraction = 2) BigDecimal amount) {}

        void nested(@Valid @McpToolParam(name = "the_order") Order order) {}

        void unique(@UniqueElements List<Place> places, List<@UniqueElements List<Place>> more) {}

        void elements(List<@Past LocalDate> dates, Optional<@Past LocalDate> maybe) {}

        void known(@Known String code) {}

        void slowTexts(List<@Pattern(regexp = "(.*a){20}", flags = Pattern.Flag.CASE_INSENSITIVE) String> texts) {}

        void slow(@Pattern(regexp = "(.*a){20}", flags = Pattern.Flag.CASE_INSENSITIVE) String text) {}

        void deep(@Pattern(regexp = "(a|b)*!", flags = Pattern.Flag.CASE_INSENSITIVE) String text) {}

        void custom(@Palindrome String text, @Valid Even value) {}

        void inList(List<@Valid Even> values) {}

        void mapKey(Map<@Size(max = 2) String, String> map) {}

        void deepInside(List<List<@Min(1) Integer>> grid) {}

        void inOptionalList(Optional<List<@Size(max = 3) String>> texts) {}

        void ofOtherGenerics(Iterable<@Size(max = 3) String> texts) {}

        @InOrder
        void together(LocalDate from, LocalDate until) {}

        @InOrder(groups = OtherGroup.class)
        void togetherInOtherGroup(LocalDate from, LocalDate until) {}

        void suspending(@Past LocalDate at, Object continuation) {}

        void polymorphic(@Valid Shape shape) {}

        void implementing(@Valid Letter letter) {}

        void severalMinima(@PositiveOrZero @Min(-3) int number) {}

        void patternAndEmail(@Pattern(regexp = "a.*") @Email(regexp = ".*z") String text) {}

        void caselessEmail(@Email(regexp = "x", flags = Pattern.Flag.CASE_INSENSITIVE) String text) {}

        void contradictory(@NotNull @Nullable String text) {}

        void caseless(@Pattern(regexp = "x", flags = Pattern.Flag.CASE_INSENSITIVE) String text) {}

        void javaOnly(@Pattern(regexp = "\\p{Alpha}+") String text) {}

        void javaOnlyEmail(@Email(regexp = "a++@b") String text) {}

        void several(@Pattern(regexp = "x.*") @Pattern(regexp = ".*y") String text) {}

        void composed(@ShortText String text) {}

        void expressed(
                @Min(1) @Max(3) int number,
                @NotBlank @Size(max = 9) String text,
                @NotNull @Size(max = 2) List<String> list,
                @Size(max = 2) Map<String, Long> map) {}

        void recursive(@Valid Recursive value) {}

        void otherGroup(@Past(groups = OtherGroup.class) LocalDate date) {}

        @Past
        LocalDate result(String text) {
            return LONG_AGO;
        }

        void notCascaded(Line line) {}
    }

    static final class OldTools {

        void inList(@Valid List<Even> values) {}
    }

    @Validated(OtherGroup.class)
    static class OtherGroupTools {

        void ofClass(@NotBlank(groups = OtherGroup.class) String other, @Size(max = 0) String usual) {}

        @Validated(Default.class)
        void ofMethod(@NotBlank(groups = OtherGroup.class) String other, @NotBlank String usual) {}
    }

    @Validated
    static class SlowValidatedTools {

        void slow(@Pattern(regexp = "(.*a){20}", flags = Pattern.Flag.CASE_INSENSITIVE) String text) {}
    }

    @Validated
    static class ValidatedTools {

        void dates(@Past LocalDate from) {}

        void other(@Past LocalDate from) {}

        void known(@Known String code) {}

        @Past
        LocalDate result() {
            return FAR;
        }
    }
}
