package io.mcpspring.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** A context with tools that counts instances and advised calls. */
final class ToolContext extends AnnotationConfigApplicationContext {

    private final AtomicInteger created = new AtomicInteger();
    private final AtomicInteger advised = new AtomicInteger();

    /** Beans whose class carries this annotation are advised. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Advised {}

    AnnotatedBeanMethod<McpTool> findOnly() {
        List<AnnotatedBeanMethod<McpTool>> found = find();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    List<AnnotatedBeanMethod<McpTool>> find() {
        refresh();
        RefusedMethods refused = new RefusedMethods();
        List<AnnotatedBeanMethod<McpTool>> found = new ArrayList<>();
        new AnnotatedMethods(getBeanFactory()).with(McpTool.class, refused, found::add);
        refused.throwFirst();
        return found;
    }

    void advise(boolean proxyTargetClass) {
        registerBean(DefaultAdvisorAutoProxyCreator.class, () -> {
            DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
            creator.setProxyTargetClass(proxyTargetClass);
            return creator;
        });
        var pointcut = new AnnotationMatchingPointcut(Advised.class, true);
        registerBean(DefaultPointcutAdvisor.class, () -> new DefaultPointcutAdvisor(pointcut, advice()));
    }

    MethodInterceptor advice() {
        return invocation -> {
            advised.incrementAndGet();
            return invocation.proceed();
        };
    }

    <T> Supplier<T> counted(Supplier<T> instances) {
        return () -> {
            created.incrementAndGet();
            return instances.get();
        };
    }

    int instances() {
        return created.get();
    }

    int advisedCalls() {
        return advised.get();
    }
}
