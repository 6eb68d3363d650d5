package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.method.BeanMethod;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.RolesAllowed;
import java.lang.annotation.Annotation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.KotlinDetector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.security.core.annotation.SecurityAnnotationScanners;
import org.springframework.util.function.SingletonSupplier;

/** The advisors of method security in the application, each with the methods that it protects. */
@Internal
public final class MethodAdvisors {

    private final SingletonSupplier<List<MethodAdvisor>> advisors;

    private final boolean reactiveSwitch;

    private final Substitutes substitutes;

    /**
     * @param advisors the advisors of the application; looked up when the first entry is registered
     * @param reactiveSwitch whether method security was enabled for reactive methods only
     */
    public MethodAdvisors(
            ObjectProvider<AuthorizationAdvisor> advisors, boolean reactiveSwitch, Substitutes substitutes) {
        this.advisors = SingletonSupplier.of(() -> advisors.orderedStream()
                .distinct()
                .map(advisor -> MethodAdvisor.of(advisor, reactiveSwitch))
                .toList());
        this.reactiveSwitch = reactiveSwitch;
        this.substitutes = substitutes;
    }

    /** Returns the advisors that protect a method, in the order in which they are called. */
    List<MethodAdvisor> matching(BeanMethod method) {
        return advisors.obtain().stream()
                .filter(advisor -> advisor.matches(method))
                .toList();
    }

    /** Refuses a method with an annotation that nothing enforces. */
    void requireEnforced(BeanMethod method) {
        List<MethodAdvisor> matching = matching(method);
        boolean annotated = false;
        for (Class<? extends Annotation> annotation : AnnotationSamples.RESTRICTING) {
            String name = "@" + annotation.getSimpleName();
            if (SecurityAnnotationScanners.requireUnique(annotation).scan(method.method(), method.beanClass())
                    == null) {
                requireNotOfSubclass(annotation, name, method);
                continue;
            }
            annotated = true;
            List<MethodAdvisor> enforcing = matching.stream()
                    .filter(advisor -> advisor.enforces(annotation))
                    .toList();
            if (enforcing.isEmpty()) {
                throw method.refused("Its annotation " + name + " is not enforced.", cure(annotation));
            }
            if (enforcing.stream().allMatch(MethodAdvisor::reactive) && !isReactive(method)) {
                throw method.refused(
                        "Its annotation " + name + " is enforced only on methods that return a Publisher, and fails"
                                + " every call of this one.",
                        "Return a Mono, or " + otherSwitch("") + ".");
            }
        }
        if (!matching.isEmpty() && method.isCreated() && !substitutes.contains(method.bean())) {
            requireProxy(method, annotated);
        }
    }

    private static void requireNotOfSubclass(Class<? extends Annotation> annotation, String name, BeanMethod method) {
        if (AnnotatedElementUtils.hasAnnotation(method.beanClass(), annotation)) {
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
        if (annotated && SecurityProxy.isMissing(method.bean(), method.method())) {
            throw method.refused(
                    "Its bean has no proxy that enforces its annotations, because it was created too early, or outside"
                            + " of the container.",
                    "Let no BeanPostProcessor and no part of Spring Security depend on the bean: inject it there by an"
                            + " ObjectProvider, and declare @Bean methods of post-processors static. A test that"
                            + " replaces the bean by a mock needs mcp-spring-boot-test.");
        }
    }

    private static boolean isReactive(BeanMethod method) {
        Class<?> type = method.method().getReturnType();
        return Publisher.class.isAssignableFrom(type)
                || KotlinDetector.isSuspendingFunction(method.method())
                || type.getName().equals("kotlinx.coroutines.flow.Flow");
    }

    private String cure(Class<? extends Annotation> annotation) {
        String attribute = attribute(annotation);
        if (reactiveSwitch) {
            return "Use @PreAuthorize on a method that returns a Mono, or " + otherSwitch(attribute) + ".";
        }
        return "Add @EnableMethodSecurity" + attribute + " to a configuration class, or remove the annotation.";
    }

    private static String otherSwitch(String attribute) {
        return "use @EnableMethodSecurity" + attribute + " in place of @EnableReactiveMethodSecurity if no other bean"
                + " relies on the latter: it protects methods of every kind";
    }

    private static String attribute(Class<? extends Annotation> annotation) {
        if (annotation == Secured.class) {
            return "(securedEnabled = true)";
        }
        return annotation == RolesAllowed.class || annotation == DenyAll.class ? "(jsr250Enabled = true)" : "";
    }

    /** Lets native images find the methods against which advisors are matched. */
    public static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.reflection().registerType(AnnotationSamples.class, MemberCategory.INVOKE_DECLARED_METHODS);
        }
    }
}
