package io.mcpspring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonView;
import io.mcpspring.annotation.McpToolParam;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.TestQueryParam;
import java.awt.Color;
import java.awt.Component;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.security.Principal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.mcp.annotation.TestToolParam;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.RequestEntity;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.messaging.TestPayload;
import org.springframework.security.core.AuthenticatedPrincipal;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.annotation.CurrentSecurityContext;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.parameters.P;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.stereotype.Controller;
import org.springframework.stereotype.Service;
import org.springframework.validation.annotation.Validated;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.MatrixVariable;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.SessionAttribute;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebSession;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.util.UriBuilderFactory;
import tools.jackson.databind.annotation.JsonDeserialize;

/** Parameters that clients must not fill, because another framework usually fills them. */
class ForeignParameterTests {

    record Account(String name) {}

    record Customer(String username, String password, List<GrantedAuthority> authorities) implements UserDetails {

        @Override
        public String getUsername() {
            return username;
        }

        @Override
        public String getPassword() {
            return password;
        }

        @Override
        public List<GrantedAuthority> getAuthorities() {
            return authorities;
        }
    }

    static class Employee implements AuthenticatedPrincipal {

        @Override
        public String getName() {
            return "ann";
        }
    }

    static class Manager extends Employee {}

    @Service
    static class Warehouse {}

    @AuthenticationPrincipal
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.PARAMETER, ElementType.ANNOTATION_TYPE})
    @interface CurrentUser {}

    @CurrentUser
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.PARAMETER)
    @interface Me {}

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.PARAMETER)
    @interface Harmless {}

    interface Declared {

        void inherited(@RequestParam String text);
    }

    /** Every one of these methods is refused for its annotation. */
    @Controller
    static class WithAnnotations implements Declared {

        @Override
        public void inherited(String text) {}

        void requestParam(@RequestParam String text) {}

        void cookie(@CookieValue("session") @Nullable String text) {}

        void attribute(@RequestAttribute Optional<String> text) {}

        void pathVariable(@PathVariable int id) {}

        void matrixVariable(@MatrixVariable int id) {}

        void body(@RequestBody Account account) {}

        void view(@JsonView(Account.class) Account account) {}

        void alias(@JsonAlias("other") String text) {}

        void ofSpringAi(@TestToolParam String text) {}

        void format(@JsonFormat(pattern = "dd.MM.yyyy") LocalDate day) {}

        void deserialized(@JsonDeserialize(as = Account.class) Object account) {}

        void part(@RequestPart Account account) {}

        void model(@ModelAttribute Account account) {}

        void session(@SessionAttribute Account account) {}

        void principal(@AuthenticationPrincipal Account account) {}

        void principalOfItsType(@AuthenticationPrincipal Principal user) {}

        void expression(@AuthenticationPrincipal(expression = "name") String name) {}

        void context(@CurrentSecurityContext SecurityContext context) {}

        void meta(@CurrentUser Account account) {}

        void metaOfMeta(@Me Account account) {}

        void message(@TestPayload String text) {}

        void rest(@TestQueryParam String text) {}

        void besideAHeader(@RequestHeader("X-Text") @RequestParam String text) {}

        void ofTheLanguage(@RequestParam Locale locale) {}
    }

    /** Every one of these methods is refused for its annotation, although no controller has them. */
    static class OfAService {

        void cookie(@CookieValue("session") String text) {}

        void attribute(@RequestAttribute String text) {}

        void principal(@PathVariable @AuthenticationPrincipal Account account) {}
    }

    /** Sends requests to another server. */
    interface Client {

        @GetExchange("/orders/{id}")
        String find(@PathVariable String id, @RequestParam(required = false) @Nullable String view);

        @PostExchange("/orders")
        String create(@RequestBody Account account, @McpToolParam @RequestHeader("X-Reason") String reason);

        @GetMapping("/orders")
        String list(@RequestParam int page);
    }

    /** Every one of these methods is refused. */
    interface Careless {

        @GetExchange("/orders")
        String authorized(@RequestHeader("Authorization") String token);

        @GetMapping("/orders")
        String mapped(@RequestHeader("X-Tenant") String tenant);

        @GetExchange("/orders")
        String cookie(@CookieValue("session") String session);
    }

    /** The caller could choose the address of every one of these requests. */
    interface Redirected {

        @GetExchange
        String address(URI address);

        @HttpExchange("/orders")
        String method(HttpMethod method);

        @GetExchange("/orders")
        String builder(UriBuilderFactory builder);
    }

    /** Every one of these methods is refused for its type. */
    static class WithTypes<T> {

        void user(User user) {}

        void customer(Customer customer) {}

        void employees(List<Employee> employees) {}

        void manager(Optional<Manager> manager) {}

        void bean(Warehouse warehouse) {}

        void authentication(List<Authentication> users) {}

        void optional(Optional<User> user) {}

        void array(User[] users) {}

        void arrays(User[][] users) {}

        void map(Map<String, List<? extends User>> users) {}

        void generic(Map<String, List<User>[]> users) {}

        void request(ServerHttpRequest request) {}

        void servlet(HttpServletRequest request) {}

        void response(ServerHttpResponse response) {}

        void functional(ServerRequest request) {}

        void exchanges(List<ServerWebExchange> exchanges) {}

        void session(WebSession session) {}

        void entity(HttpEntity<String> entity) {}

        void requestEntity(RequestEntity<String> entity) {}

        void responseEntity(ResponseEntity<String> entity) {}

        void headers(List<HttpHeaders> headers) {}

        void cookie(HttpCookie cookie) {}

        void input(InputStream in) {}

        void file(MultipartFile file) {}

        void bytes(ByteArrayInputStream in) {}

        void output(OutputStream out) {}

        void reader(Reader in) {}

        void writer(Writer out) {}

        void stream(Stream<String> texts) {}

        void ints(IntStream numbers) {}

        void color(Color color) {}

        void component(Component component) {}

        void image(BufferedImage image) {}
    }

    /** All of these are arguments. */
    static class WithArguments<T> {

        void plain(String text, int number, LocalDate day, Account account, List<T> several) {}

        void language(Locale locale) {}

        void annotated(
                @Valid @NotNull @Harmless Account account,
                @Validated Account other,
                @DateTimeFormat(pattern = "dd.MM.yyyy") LocalDate day,
                @P("owner") String user,
                @Nullable String text) {}

        void http(MediaType type, HttpMethod method, HttpStatus status, HttpStatusCode code, List<MediaType> types) {}

        void enumOfSpring(Component.BaselineResizeBehavior behavior) {}
    }

    static Stream<BeanMethod> annotations() {
        return Stream.concat(methods(new WithAnnotations()), methods(new OfAService()));
    }

    static Stream<BeanMethod> careless() {
        return methods(proxy(Careless.class));
    }

    private static Object proxy(Class<?> type) {
        return ProxyFactory.getProxy(type, (MethodInterceptor) invocation -> null);
    }

    static Stream<BeanMethod> types() {
        return methods(new WithTypes<String>());
    }

    static Stream<BeanMethod> arguments() {
        return Stream.concat(methods(new WithArguments<String>()), methods(proxy(Client.class)));
    }

    private static Stream<BeanMethod> methods(Object bean) {
        Class<?> type = Proxy.isProxyClass(bean.getClass()) ? bean.getClass().getInterfaces()[0] : bean.getClass();
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> !method.isSynthetic())
                .map((Method method) -> BeanMethod.of(bean, method));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            principal(Account)    | @org.springframework.security.core.annotation.AuthenticationPrincipal
            meta(Account)         | @CurrentUser (@org.springframework.security.core.annotation.AuthenticationPrincipal)
            """)
    void theTextNamesTheAnnotation(String signature, String annotation) {
        BeanMethod method = method(annotations(), signature);
        OfferedMethods.assertRefused(
                () -> ForeignParameter.checkAnnotations(
                        method, method.parameters().get(0)),
                WithAnnotations.class,
                signature,
                CommonTexts.foreign("Parameter 1 (" + Account.class.getName() + ")", annotation),
                CommonTexts.REMOVE_ANNOTATION);
    }

    @Test
    void theTextAboutADeclaredArgumentNamesTheAnnotation() {
        BeanMethod method = method(annotations(), "principal(Account)");
        OfferedMethods.assertRefused(
                () -> ForeignParameter.checkArgument(method, method.parameters().get(0)),
                WithAnnotations.class,
                "principal(Account)",
                "Parameter 1 (" + Account.class.getName() + ") is declared as an argument and also has the annotation"
                        + " @org.springframework.security.core.annotation.AuthenticationPrincipal.",
                CommonTexts.REMOVE_ONE_ANNOTATION);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            authentication(List)       | java.util.List | org.springframework.security.core.Authentication | Take a java.security.Principal or a subtype of it instead, or supply the value with an McpParameterResolver bean.
            customer(Customer)         | io.mcpspring.method.ForeignParameterTests$Customer | io.mcpspring.method.ForeignParameterTests$Customer | Add @AuthenticationPrincipal, so that it is the caller, or supply the value with an McpParameterResolver bean.
            manager(Optional)          | java.util.Optional | io.mcpspring.method.ForeignParameterTests$Manager | Add @AuthenticationPrincipal, so that it is the caller, or supply the value with an McpParameterResolver bean.
            request(ServerHttpRequest) | org.springframework.http.server.reactive.ServerHttpRequest | org.springframework.http.server.reactive.ServerHttpRequest | Take HttpHeaders, parameters with @RequestHeader, a Principal or a Locale (in Spring MVC also an HttpServletRequest) instead, or supply the value with an McpParameterResolver bean.
            servlet(HttpServletRequest) | jakarta.servlet.http.HttpServletRequest | jakarta.servlet.http.HttpServletRequest | Take HttpHeaders, parameters with @RequestHeader, a Principal or a Locale (in Spring MVC also an HttpServletRequest) instead, or supply the value with an McpParameterResolver bean.
            file(MultipartFile)        | org.springframework.web.multipart.MultipartFile | org.springframework.web.multipart.MultipartFile | Take a String, a byte[] or a List instead.
            input(InputStream)         | java.io.InputStream | java.io.InputStream | Take a String, a byte[] or a List instead.
            bean(Warehouse)            | io.mcpspring.method.ForeignParameterTests$Warehouse | io.mcpspring.method.ForeignParameterTests$Warehouse | Add @Autowired, so that it is the bean.
            color(Color)               | java.awt.Color | java.awt.Color | Take what it is made of instead, such as numbers, or a byte[] for an image.
            """)
    void theTextNamesTheTypeAndWhatToTakeInstead(String signature, String parameter, String type, String cure) {
        BeanMethod method = method(types(), signature);
        OfferedMethods.assertRefused(
                () -> ForeignParameter.checkArgument(method, method.parameters().get(0)),
                WithTypes.class,
                signature,
                "Parameter 1 (" + parameter + ") cannot be an argument: the client cannot supply a " + type + ".",
                cure);
    }

    private static BeanMethod method(Stream<BeanMethod> methods, String signature) {
        return methods.filter(
                        method -> McpMethodException.signature(method.method()).equals(signature))
                .findAny()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("annotations")
    void aParameterWithAnAnnotationOfAnotherFrameworkIsRefused(BeanMethod method) {
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> ForeignParameter.checkAnnotations(
                        method, method.parameters().get(0)))
                .withMessageContainingAll("has the annotation @", "which is not supported");
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> ForeignParameter.checkArgument(
                        method, method.parameters().get(0)));
    }

    @ParameterizedTest
    @MethodSource("careless")
    void aHeaderOrCookieIsNotSentToAnotherServerWithoutAnArgumentForIt(BeanMethod method) {
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> ForeignParameter.checkAnnotations(
                        method, method.parameters().get(0)))
                .withMessageContainingAll(
                        " of " + Careless.class.getName() + " cannot be offered", "which is not supported");
    }

    @Test
    void aParameterThatReplacesTheAddressOfARequestIsRefused() {
        assertThat(methods(proxy(Redirected.class)))
                .hasSize(3)
                .allSatisfy(method -> assertThatExceptionOfType(McpMethodException.class)
                        .isThrownBy(() -> ForeignParameter.checkArgument(
                                method, method.parameters().get(0))));
        BeanMethod address = method(methods(proxy(Redirected.class)), "address(URI)");
        OfferedMethods.assertRefused(
                () -> ForeignParameter.checkArgument(
                        address, address.parameters().get(0)),
                Redirected.class,
                "address(URI)",
                "Parameter 1 (java.net.URI) cannot be an argument: the client cannot supply a java.net.URI.",
                "The client would choose where the method sends its request. Remove the parameter, or supply the value with an"
                        + " McpParameterResolver bean.");
    }

    @ParameterizedTest
    @MethodSource("types")
    void aParameterOfAnInfrastructureTypeIsRefused(BeanMethod method) {
        assertThatExceptionOfType(McpMethodException.class)
                .isThrownBy(() -> ForeignParameter.checkArgument(
                        method, method.parameters().get(0)))
                .withMessageContaining("cannot be an argument");
    }

    static class CrudTools<T> {

        void save(T item) {}
    }

    @Test
    void aParameterWhoseTypeIsATypeVariableIsRefused() {
        BeanMethod method = method(methods(new CrudTools<Account>()), "save(Object)");
        OfferedMethods.assertRefused(
                () -> ForeignParameter.checkArgument(method, method.parameters().get(0)),
                CrudTools.class,
                "save(Object)",
                "The type of parameter 1 (java.lang.Object) is unknown: it is a type variable.",
                "Declare a class or an interface that extends this one with a type in its place.");
    }

    @ParameterizedTest
    @MethodSource("arguments")
    void otherParametersAreArguments(BeanMethod method) {
        method.parameters()
                .forEach(parameter -> assertThatNoException().isThrownBy(() -> {
                    if (!parameter.hasParameterAnnotation(McpToolParam.class)) {
                        ForeignParameter.checkAnnotations(method, parameter);
                    }
                    ForeignParameter.checkArgument(method, parameter);
                }));
    }
}
