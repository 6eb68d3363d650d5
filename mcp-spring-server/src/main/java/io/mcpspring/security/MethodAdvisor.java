package io.mcpspring.security;

import io.mcpspring.method.BeanMethod;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.authorization.method.AuthorizationAdvisor;
import org.springframework.security.authorization.method.AuthorizationManagerAfterMethodInterceptor;
import org.springframework.security.authorization.method.AuthorizationManagerAfterReactiveMethodInterceptor;
import org.springframework.security.authorization.method.AuthorizationManagerBeforeReactiveMethodInterceptor;
import org.springframework.security.authorization.method.AuthorizeReturnObjectMethodInterceptor;
import org.springframework.security.authorization.method.PostFilterAuthorizationMethodInterceptor;
import org.springframework.security.authorization.method.PostFilterAuthorizationReactiveMethodInterceptor;
import org.springframework.security.authorization.method.PreFilterAuthorizationMethodInterceptor;
import org.springframework.security.authorization.method.PreFilterAuthorizationReactiveMethodInterceptor;
import org.springframework.util.Assert;

/**
 * An advisor of method security, with the annotations that it enforces. The advisors of Spring Security hide their
 * types, so that the annotations follow from the sample methods that the advisor matches.
 *
 * @param annotations none for an advisor of the application with a pointcut of its own
 * @param reactive whether it enforces annotations of reactive methods only
 */
record MethodAdvisor(AuthorizationAdvisor advisor, Set<Class<? extends Annotation>> annotations, boolean reactive) {

    /** Those that secure the returned object or filter collections: they do not decide about the call. */
    private static final List<Class<? extends AuthorizationAdvisor>> NOT_DECIDING = List.of(
            AuthorizeReturnObjectMethodInterceptor.class,
            PreFilterAuthorizationMethodInterceptor.class,
            PreFilterAuthorizationReactiveMethodInterceptor.class,
            PostFilterAuthorizationMethodInterceptor.class,
            PostFilterAuthorizationReactiveMethodInterceptor.class);

    /** @param reactiveSwitch whether the advisors of Spring Security are those for reactive methods */
    static MethodAdvisor of(AuthorizationAdvisor advisor, boolean reactiveSwitch) {
        Method[] samples = AnnotationSamples.class.getDeclaredMethods();
        // Otherwise every advisor would count as one with a pointcut of its own.
        Assert.state(samples.length > 0, "The sample methods of method security are missing in this native image");
        List<Method> selected = Arrays.stream(samples)
                .filter(sample -> AopUtils.canApply(advisor.getPointcut(), AnnotationSamples.class)
                        && matches(advisor, sample, AnnotationSamples.class))
                .toList();
        boolean byAnnotation = selected.stream().allMatch(sample -> sample.getAnnotations().length > 0);
        Set<Class<? extends Annotation>> annotations = (byAnnotation ? selected : List.<Method>of())
                .stream()
                        .flatMap(sample -> Arrays.stream(sample.getAnnotations()))
                        .map(Annotation::annotationType)
                        .collect(Collectors.toSet());
        boolean reactive = advisor instanceof AuthorizationManagerBeforeReactiveMethodInterceptor
                || advisor instanceof AuthorizationManagerAfterReactiveMethodInterceptor;
        return new MethodAdvisor(advisor, annotations, reactive || reactiveSwitch && !annotations.isEmpty());
    }

    boolean matches(BeanMethod method) {
        return matches(advisor, method.method(), method.beanClass());
    }

    private static boolean matches(AuthorizationAdvisor advisor, Method method, Class<?> type) {
        return advisor.getPointcut().getClassFilter().matches(type)
                && advisor.getPointcut().getMethodMatcher().matches(method, type);
    }

    /** Whether the advisor decides about the call. */
    boolean decides() {
        boolean onlyOthers = !annotations.isEmpty() && AnnotationSamples.NOT_DECIDING.containsAll(annotations);
        return !onlyOthers && NOT_DECIDING.stream().noneMatch(type -> type.isInstance(advisor));
    }

    /**
     * Whether the advisor decides before the method is called, by an annotation. Those of the application with a
     * pointcut of their own may need the arguments of a call, so they are not asked without one.
     */
    boolean decidesBefore() {
        return decides()
                && !annotations.isEmpty()
                && annotations.stream().noneMatch(AnnotationSamples.NOT_DECIDING::contains)
                && !decidesByResult();
    }

    private boolean decidesByResult() {
        return advisor instanceof AuthorizationManagerAfterMethodInterceptor
                || advisor instanceof AuthorizationManagerAfterReactiveMethodInterceptor
                || annotations.contains(PostAuthorize.class);
    }

    /** Whether the advisor enforces an annotation, or any annotation that its own pointcut selects. */
    boolean enforces(Class<? extends Annotation> annotation) {
        return annotations.isEmpty() || annotations.contains(annotation);
    }

    @Nullable
    Object invoke(MethodInvocation invocation) throws Exception {
        try {
            return advisor.invoke(invocation);
        } catch (Exception | Error failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new UndeclaredThrowableException(failure);
        }
    }
}
