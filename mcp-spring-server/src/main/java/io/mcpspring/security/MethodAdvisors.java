package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.method.BeanMethod;
import jakarta.annotation.security.PermitAll;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import org.reactivestreams.Publisher;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.KotlinDetector;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.security.authorization.method.AuthorizeReturnObjectMethodInterceptor;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/** The advisors of method security in the application, each with the methods that it protects. */
@Internal
public final class MethodAdvisors {

    /** Part of the names of classes by which Spring extends a class, for instance one with {@code @Configuration}. */
    private static final String EXTENDED_BY_SPRING = "$$SpringCGLIB$$";

    private final SingletonSupplier<List<AuthorizationAdvisor>> advisors;

    private final boolean reactiveSwitch;

    private final Substitutes substitutes;

    /**
     * @param advisors the advisors of the application; looked up when the first entry is registered
     * @param reactiveSwitch whether method security was enabled for reactive methods only
     */
    public MethodAdvisors(
            ObjectProvider<AuthorizationAdvisor> advisors, boolean reactiveSwitch, Substitutes substitutes) {
        // What secures the returned object does not decide about the call.
        this.advisors = SingletonSupplier.of(() -> advisors.orderedStream()
                .filter(advisor -> !(advisor instanceof AuthorizeReturnObjectMethodInterceptor))
                .distinct()
                .toList());
        this.reactiveSwitch = reactiveSwitch;
        this.substitutes = substitutes;
    }

    /** Returns the advisors that protect a method, in the order in which they are called. */
    List<AuthorizationAdvisor> matching(BeanMethod method) {
        return advisors.obtain().stream()
                .filter(advisor -> advisor.getPointcut().getClassFilter().matches(method.beanClass())
                        && advisor.getPointcut().getMethodMatcher().matches(method.method(), method.beanClass()))
                .toList();
    }

    /** Refuses a method with an annotation that nothing enforces. */
    void requireEnforced(BeanMethod method) {
        List<AuthorizationAdvisor> matching = matching(method);
        boolean annotated = false;
        for (SecurityAnnotation kind : SecurityAnnotation.values()) {
            Annotation annotation = kind.on(method);
            if (annotation == null) {
                requireNotOfSubclass(kind, method);
            } else if (!(annotation instanceof PermitAll)) {
                annotated = true;
                requireEnforced(kind, SecurityAnnotation.name(annotation.annotationType()), matching, method);
            }
        }
        if (!matching.isEmpty() && method.isCreated() && !substitutes.contains(method.bean())) {
            requireProxy(method, annotated);
        }
    }

    private void requireEnforced(
            SecurityAnnotation kind, String name, List<AuthorizationAdvisor> matching, BeanMethod method) {
        // One with a pointcut of the application may enforce any annotation.
        if (matching.stream().anyMatch(advisor -> SecurityAnnotation.enforcedBy(advisor) == null)) {
            return;
        }
        if (matching.stream().noneMatch(advisor -> SecurityAnnotation.enforcedBy(advisor) == kind)) {
            throw method.refused("Its annotation " + name + " is not enforced.", cure(kind));
        }
        if (reactiveSwitch && !isReactive(method)) {
            throw method.refused(
                    "Its annotation " + name + " is enforced only on methods that return a Publisher, and fails"
                            + " every call of this one.",
                    cure(kind));
        }
    }

    private static void requireNotOfSubclass(SecurityAnnotation kind, BeanMethod method) {
        String name = kind.nameOnClassOf(method);
        if (name != null) {
            throw method.refused(
                    "The annotation " + name + " of " + method.beanClass().getSimpleName()
                            + " is not enforced on it, because the class inherits the method.",
                    "Annotate the method, or override it in the class.");
        }
    }

    private static void requireProxy(BeanMethod method, boolean annotated) {
        if (method.isOfPlainObject()) {
            throw method.refused(
                    "Its object is not a bean of the container, so that its annotations are not enforced.",
                    "Define the entry by the bean.");
        }
        if (annotated && isProxyMissing(method.bean(), method.method())) {
            throw method.refused(
                    "Its bean has no proxy that enforces its annotations, because it was created too early, or outside"
                            + " of the container.",
                    "Let no BeanPostProcessor and no part of Spring Security depend on the bean: inject it there by an"
                            + " ObjectProvider, and declare @Bean methods of post-processors static. A test that"
                            + " replaces the bean by a mock needs mcp-spring-boot-test.");
        }
    }

    /** Whether calls of a method certainly reach the object of a bean without an advisor of method security. */
    private static boolean isProxyMissing(Object bean, Method method) {
        Object object = bean;
        while (object instanceof Advised proxy) {
            // Spring Security registers its advisors in a wrapper of another type, with the advice of the advisor.
            if (Arrays.stream(proxy.getAdvisors())
                    .anyMatch(advisor -> advisor.getAdvice() instanceof AuthorizationAdvisor)) {
                return false;
            }
            object = AopProxyUtils.getSingletonTarget(object);
        }
        return object != null && !isOtherProxy(object) && !isWoven(method.getDeclaringClass());
    }

    /** Whether it is unknown what happens to a call, because the proxy cannot be examined. */
    private static boolean isOtherProxy(Object object) {
        Class<?> type = object.getClass();
        return object instanceof SpringProxy
                || Proxy.isProxyClass(type)
                || ClassUtils.getUserClass(type) != type && !type.getName().contains(EXTENDED_BY_SPRING);
    }

    /** Whether AspectJ has woven advice into a class, which then needs no proxy. */
    private static boolean isWoven(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields())
                .anyMatch(field -> field.getName().startsWith("ajc$"));
    }

    private static boolean isReactive(BeanMethod method) {
        Class<?> type = method.method().getReturnType();
        return Publisher.class.isAssignableFrom(type)
                || KotlinDetector.isSuspendingFunction(method.method())
                || type.getName().equals("kotlinx.coroutines.flow.Flow");
    }

    private String cure(SecurityAnnotation kind) {
        String attribute = switch (kind) {
            case SECURED -> "(securedEnabled = true)";
            case JSR250 -> "(jsr250Enabled = true)";
            default -> "";
        };
        return reactiveSwitch
                ? "Use @PreAuthorize on a method that returns a Mono, or use @EnableMethodSecurity" + attribute
                        + " in place of @EnableReactiveMethodSecurity if no other bean relies on the latter: it"
                        + " protects methods of every kind."
                : "Add @EnableMethodSecurity" + attribute + " to a configuration class, or remove the annotation.";
    }
}
