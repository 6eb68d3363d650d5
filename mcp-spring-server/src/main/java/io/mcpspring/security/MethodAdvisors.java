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
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.security.authorization.method.AuthorizeReturnObjectMethodInterceptor;
import org.springframework.util.function.SingletonSupplier;

/** The advisors of method security in the application, each with the methods that it protects. */
@Internal
public final class MethodAdvisors {

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
        for (SecurityAnnotation kind : SecurityAnnotation.values()) {
            Annotation annotation = kind.on(method);
            if (annotation == null) {
                kind.types.forEach(type -> requireNotOfSubclass(type, method));
            } else if (!(annotation instanceof PermitAll) && !isEnforced(kind, matching, method)) {
                throw method.refused(
                        "Its annotation " + SecurityAnnotation.name(annotation.annotationType()) + " is not enforced.",
                        cure());
            }
        }
        Object bean = matching.isEmpty() ? null : method.createdBean();
        if (bean != null && !substitutes.contains(bean) && isProxyMissing(bean, method.method())) {
            throw method.refused(
                    "Its bean has no proxy that enforces its annotations, because it was created too early, or outside"
                            + " of the container.",
                    "Let no BeanPostProcessor and no part of Spring Security depend on the bean: inject it there by an"
                            + " ObjectProvider, and declare @Bean methods of post-processors static. Define an entry by"
                            + " a bean of the container. A test that replaces the bean needs mcp-spring-boot-test and"
                            + " @MockitoBean.");
        }
    }

    private boolean isEnforced(SecurityAnnotation kind, List<AuthorizationAdvisor> matching, BeanMethod method) {
        // An advisor with a pointcut of the application may enforce any annotation.
        return matching.stream()
                .map(SecurityAnnotation::enforcedBy)
                .anyMatch(each -> each == null || each == kind && (!reactiveSwitch || isReactive(method)));
    }

    /** Whether the switch for reactive methods supports the method. */
    private static boolean isReactive(BeanMethod method) {
        Class<?> type = method.method().getReturnType();
        return Publisher.class.isAssignableFrom(type)
                || KotlinDetector.isSuspendingFunction(method.method())
                || type.getName().equals("kotlinx.coroutines.flow.Flow");
    }

    private static void requireNotOfSubclass(Class<? extends Annotation> type, BeanMethod method) {
        if (type != PermitAll.class && AnnotatedElementUtils.hasAnnotation(method.beanClass(), type)) {
            throw method.refused(
                    "The annotation " + SecurityAnnotation.name(type) + " of "
                            + method.beanClass().getSimpleName()
                            + " is not enforced on it, because the class inherits the method.",
                    "Annotate the method, or override it in the class.");
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
        // What happens to a call is unknown if the proxy cannot be examined.
        return object != null
                && !(object instanceof SpringProxy)
                && !Proxy.isProxyClass(object.getClass())
                && !isWoven(method.getDeclaringClass());
    }

    /** Whether AspectJ has woven advice into a class, which then needs no proxy. */
    private static boolean isWoven(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields())
                .anyMatch(field -> field.getName().startsWith("ajc$"));
    }

    private String cure() {
        String blocking = "@EnableMethodSecurity (with securedEnabled = true for @Secured, and jsr250Enabled = true for"
                + " @RolesAllowed and @DenyAll)";
        return reactiveSwitch
                ? "@EnableReactiveMethodSecurity supports @PreAuthorize and its siblings on methods that return a"
                        + " Publisher: return a Mono, or use " + blocking + " in its place if no other bean relies on"
                        + " it."
                : "Add " + blocking + " to a configuration class, or remove the annotation.";
    }
}
