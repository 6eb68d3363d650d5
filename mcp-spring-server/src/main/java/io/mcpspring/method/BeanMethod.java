package io.mcpspring.method;

import com.fasterxml.jackson.annotation.JsonView;
import io.mcpspring.Internal;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.schema.JavaTypes;
import io.mcpspring.schema.KotlinTypes;
import io.mcpspring.validation.DeclarationException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotatedMethod;
import org.springframework.util.ClassUtils;
import org.springframework.web.method.support.InvocableHandlerMethod;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/** A method as its author declared it, and the bean to call it on. */
@Internal
public sealed class BeanMethod permits AnnotatedBeanMethod, FunctionMethod {

    private final Class<?> beanClass;
    private final Method method;
    private final List<MethodParameter> parameters;
    private final MethodParameter returnType;

    /** For a function in Kotlin, the class of the value that it returns, without wrappers. */
    private final Class<?> returnedClass;

    private final Supplier<Object> bean;
    private final BooleanSupplier singleton;
    private volatile @Nullable Target singletonTarget;

    BeanMethod(Class<?> beanClass, Method method, Supplier<Object> bean, BooleanSupplier singleton) {
        this.beanClass = beanClass;
        this.method = method;
        this.bean = bean;
        this.singleton = singleton;
        AnnotatedMethod signature = new AnnotatedMethod(method) {

            @Override
            protected Class<?> getContainingClass() {
                return beanClass;
            }
        };
        int continuation = KotlinDetector.isSuspendingFunction(method) ? 1 : 0;
        MethodParameter[] all = signature.getMethodParameters();
        this.parameters = List.of(Arrays.copyOf(all, all.length - continuation));
        this.returnType = signature.getReturnType();
        this.returnedClass = KotlinTypes.isKnown(method.getDeclaringClass())
                ? JavaTypes.ofResult(returnType, beanClass, JsonMapper.shared()).getRawClass()
                : Object.class;
    }

    /**
     * A method of an object that the caller already has.
     *
     * @throws McpMethodException if the method is private or static, or if a call could not pass through the object's
     *     proxy
     */
    public static BeanMethod of(Object bean, Method method) {
        BeanMethod beanMethod = new BeanMethod(AopUtils.getTargetClass(bean), method, () -> bean, () -> true);
        beanMethod.invocableOn(bean.getClass());
        return beanMethod;
    }

    /**
     * Returns the method of the function of a definition.
     *
     * @param type the functional interface
     */
    public static <F> BeanMethod ofFunction(Class<F> type, F function) {
        Method only = Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .findFirst()
                .orElseThrow();
        return new FunctionMethod(function, only, null);
    }

    /**
     * Returns this function with the method of the application that it calls: the security annotations of that method
     * apply, and messages name it.
     */
    public BeanMethod calling(BeanMethod called) {
        return new FunctionMethod(bean.get(), method, called);
    }

    /** Whether this is the function of a definition, which takes all arguments as one. */
    public boolean isFunction() {
        return this instanceof FunctionMethod;
    }

    /** The user's class, behind any proxy. */
    public Class<?> beanClass() {
        return beanClass;
    }

    /**
     * The name of the method in the source. Kotlin's compiler appends a hash to the name of a function if a value class
     * is the type of a parameter or of the result, and the name of the module if the function is internal.
     */
    public String name() {
        return KotlinTypes.isKnown(method.getDeclaringClass()) ? KotlinTypes.name(method) : method.getName();
    }

    /** The method of the user's class; not always the one to invoke on the bean, see {@link #invoke}. */
    public Method method() {
        return method;
    }

    /**
     * The parameters, with annotations of interfaces and superclasses, names where the compiler kept them, and type
     * variables resolved against the user's class.
     */
    public List<MethodParameter> parameters() {
        return parameters;
    }

    /** The return type, also that of a suspending function, with type variables resolved against the user's class. */
    public MethodParameter returnType() {
        return returnType;
    }

    /** The class of the result, and those of its type arguments and elements. */
    public Set<Class<?>> returnedClasses() {
        return JavaTypes.classes(ResolvableType.forMethodParameter(returnType));
    }

    /** The view of {@code @JsonView}, to which the members of what clients get belong; null for all members. */
    public @Nullable Class<?> view() {
        JsonView declared = returnType.getMethodAnnotation(JsonView.class);
        return declared == null ? null : declared.value()[0];
    }

    /**
     * Fails for a method that never returns a suitable value.
     *
     * @param possible tells whether a declared type, or that of the declared elements, may hold a value
     * @param purpose what its values are to become
     * @param cure what its author can do
     */
    public void requireValue(Predicate<Class<?>> possible, String purpose, String cure) {
        JavaType returned = JavaTypes.ofResult(returnType, beanClass, JsonMapper.shared());
        JavaType element = JavaTypes.element(returned);
        if (!possible.test((element == null ? returned : element).getRawClass())) {
            throw cannotBecome(purpose, cure);
        }
    }

    /** The exception for a method whose values are not suitable. */
    public McpMethodException cannotBecome(String purpose, String cure) {
        String type = returnType.getGenericParameterType().getTypeName();
        return refused("It returns " + type + ", which cannot become " + purpose + ".", cure);
    }

    /** Whether a reactive type is within another type, such as a collection or another reactive type. */
    boolean returnsReactiveTypeInside() {
        ResolvableType type = ResolvableType.forMethodParameter(returnType);
        return Stream.concat(Stream.of(type.getComponentType()), Stream.of(type.getGenerics()))
                .flatMap(part -> JavaTypes.classes(part).stream())
                .anyMatch(BeanMethod::isReactive);
    }

    /** Whether the method does not occupy a thread until it has its result. */
    public boolean isAsync() {
        return KotlinDetector.isSuspendingFunction(method) || isReactive(returnType.getParameterType());
    }

    /** Whether the method can report progress to its client, and ask it. */
    boolean takesExchange() {
        return parameters.stream()
                .map(MethodParameter::getParameterType)
                .anyMatch(McpRequestContext.class::isAssignableFrom);
    }

    private static boolean isReactive(Class<?> type) {
        return ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
    }

    /**
     * Returns the bean or its proxy, to be examined; {@code null} if the container has not created it, or creates one
     * for each call. A given object always exists.
     */
    public @Nullable Object createdBean() {
        return target().getBean();
    }

    /** Calls the method on the bean, through its proxy. */
    public @Nullable Object invoke(@Nullable Object... arguments) throws Exception {
        return invoke(bean -> arguments);
    }

    /**
     * Calls the method on the bean, through its proxy.
     *
     * @param arguments makes the arguments, given the bean
     */
    @Nullable
    Object invoke(Function<Object, @Nullable Object[]> arguments) throws Exception {
        Target target = target();
        Object value = target.invoke(arguments.apply(target.getBean()));
        if (value == null || !KotlinDetector.isInlineClass(returnedClass)) {
            return value;
        }
        // Spring returns what a value class wraps, and a suspending function gives that later.
        return value instanceof Mono<?> later
                ? later.map(returned -> KotlinTypes.boxed(returned, returnedClass))
                : KotlinTypes.boxed(value, returnedClass);
    }

    /** Class and signature in short, such as {@code com.acme.Orders.find(String)}. */
    public String describe() {
        return McpMethodException.name(beanClass(), method()) + "." + McpMethodException.signature(method());
    }

    /** Whether Kotlin has a value for a parameter without an argument: the default value, or {@code null}. */
    public static boolean hasKotlinDefault(MethodParameter parameter) {
        return KotlinDetector.isKotlinType(parameter.getDeclaringClass()) && parameter.isOptional();
    }

    /** A parameter in short, such as {@code parameter 2 (int)}. */
    public static String describe(MethodParameter parameter) {
        String type = parameter.getNestedParameterType().getName();
        return "parameter %d (%s)".formatted(parameter.getParameterIndex() + 1, type);
    }

    @Override
    public String toString() {
        return describe();
    }

    private Target target() {
        Target known = singletonTarget;
        return known != null ? known : lookUp();
    }

    private Target lookUp() {
        Object found = bean.get();
        // Only now: a lazy bean gets its proxy when it is created.
        Target target = new Target(found, invocableOn(found.getClass()));
        if (singleton.getAsBoolean()) {
            singletonTarget = target;
        }
        return target;
    }

    /** The method by which a call on an object of this class reaches the user's method through any proxy. */
    Method invocableOn(Class<?> exposed) {
        int modifiers = method.getModifiers();
        if (AnnotatedElementUtils.hasAnnotation(method, Bean.class)) {
            throw refused("It creates a bean, which is not a result for clients.", "Annotate the methods of the bean.");
        }
        if (Modifier.isPrivate(modifiers)) {
            throw refused(
                    "It is private, so calls would bypass the bean's proxy.",
                    "Make the method public, protected or package-private.");
        }
        if (Modifier.isStatic(modifiers)) {
            throw refused("It is static, so it belongs to no bean.", "Make it an instance method.");
        }
        if (!method.getDeclaringClass().isAssignableFrom(exposed)) {
            return interfaceMethod(exposed);
        }
        if (Modifier.isFinal(modifiers) && SpringProxy.class.isAssignableFrom(exposed)) {
            throw refused(
                    "It is final, so the bean's CGLIB proxy cannot intercept it.",
                    "Remove 'final' from the method (in Kotlin, declare it 'open').");
        }
        if (SpringProxy.class.isAssignableFrom(exposed) && isHiddenFrom(exposed)) {
            throw refused(
                    "It is package-private in another package than its bean, so the bean's CGLIB proxy cannot"
                            + " intercept it.",
                    "Make the method protected or public, or override it in the class of the bean.");
        }
        return method;
    }

    private boolean isHiddenFrom(Class<?> subclass) {
        Class<?> declaring = method.getDeclaringClass();
        return (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0
                && !declaring.getPackageName().equals(subclass.getPackageName());
    }

    private Method interfaceMethod(Class<?> proxy) {
        for (Class<?> type : ClassUtils.getAllInterfacesForClass(proxy)) {
            for (Method candidate : type.getMethods()) {
                if (candidate.getName().equals(method.getName())
                        && AopUtils.getMostSpecificMethod(candidate, beanClass).equals(method)) {
                    return candidate;
                }
            }
        }
        throw refused(
                "The bean is a JDK proxy, and no interface of it declares the method.",
                "Declare the method in an interface of the class, or let the bean be proxied by its class"
                        + " (proxyTargetClass = true).");
    }

    /**
     * Returns the exception that stops the application because the method cannot be offered; both texts are sentences.
     */
    public McpMethodException refused(String reason, String cure) {
        return new McpMethodException(beanClass(), method(), reason, cure);
    }

    /** Returns the exception that stops the application because of what the method declares. */
    McpMethodException refused(DeclarationException declared) {
        return refused(declared.reason() + ".", declared.cure() + ".");
    }

    /**
     * Calls a method of a bean. The superclass supports Kotlin: suspending functions, default arguments, value classes.
     */
    private static final class Target extends InvocableHandlerMethod {

        Target(Object bean, Method invocable) {
            super(bean, invocable);
        }

        @Nullable
        Object invoke(@Nullable Object... arguments) throws Exception {
            return doInvoke(arguments);
        }
    }
}
