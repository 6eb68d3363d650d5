package io.mcpspring.benchmarks.ours;

import io.mcpspring.benchmarks.Workload;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.tool.McpToolDefinition;
import java.lang.reflect.Method;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * The tools with the starter. The environment selects the style of the methods (STYLE), the number of TOOLS and of
 * INTERCEPTORS, and whether there is a listener of audit events (AUDIT).
 */
@SpringBootApplication
@Import(OurServer.Beans.class)
public class OurServer {

    public static void main(String[] args) {
        SpringApplication.run(OurServer.class, args);
    }

    static class Beans implements BeanRegistrar {

        @Override
        public void register(BeanRegistry registry, Environment environment) {
            Class<?> tools = switch (Workload.option("STYLE", "blocking")) {
                case "reactive" -> ReactiveTools.class;
                default -> BlockingTools.class;
            };
            registry.registerBean(tools);
            if (Workload.option("GROWTH", "no").equals("yes")) {
                registry.registerBean(GrowingTools.class);
            }
            if (Workload.option("AUDIT", "no").equals("yes")) {
                registry.registerBean(AuditListener.class);
            }
            Fillers fillers = new Fillers();
            for (String name : Workload.fillers()) {
                registry.registerBean(
                        name, McpToolDefinition.class, bean -> bean.supplier(context -> fillers.tool(name)));
            }
            int interceptors = Integer.parseInt(Workload.option("INTERCEPTORS", "0"));
            for (int number = 0; number < interceptors; number++) {
                registry.registerBean(
                        "interceptor" + number,
                        McpInterceptor.class,
                        bean -> bean.supplier(context -> (invocation, chain) -> chain.proceed(invocation)));
            }
        }
    }

    static class Fillers {

        private static final Method METHOD = ClassUtils.getMethod(Fillers.class, "fill", String.class, int.class);

        public String fill(String text, int limit) {
            return text;
        }

        McpToolDefinition tool(String name) {
            return McpToolDefinition.of(this, METHOD)
                    .mutate()
                    .name(name)
                    .description("Makes the list longer")
                    .build();
        }
    }
}
