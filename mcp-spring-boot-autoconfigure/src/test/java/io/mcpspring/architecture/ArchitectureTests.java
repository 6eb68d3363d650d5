package io.mcpspring.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameStartingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static io.mcpspring.architecture.ProjectClasses.ALL;
import static io.mcpspring.architecture.ProjectClasses.BASE;
import static io.mcpspring.architecture.ProjectClasses.inside;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import io.mcpspring.BlockingWork;
import io.mcpspring.Internal;
import io.mcpspring.McpConfigurationException;
import io.mcpspring.UserCode;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestMethod;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.annotation.Bean;

/** The allowed dependencies between packages, and the rules for all packages. */
class ArchitectureTests {

    private static final String[] CORE = {
        "annotation",
        "protocol",
        "validation",
        "schema",
        "event",
        "memory",
        "seal",
        "exchange",
        "server",
        "entry",
        "method",
        "constraint",
        "content"
    };

    private static final String[] FEATURES = Stream.of("tool", "prompt", "resource", "completion", "task")
            .map(ProjectClasses::inside)
            .toArray(String[]::new);

    private static final String[] TRANSPORT = Stream.of("http", "session", "webflux", "webmvc", "oauth")
            .map(ProjectClasses::inside)
            .toArray(String[]::new);

    /** Packages of the project, and those of them that each may use. */
    private static final Map<String, List<String>> MAY_USE = Map.ofEntries(
            Map.entry("annotation", List.of("protocol")),
            Map.entry("protocol", List.of()),
            Map.entry("validation", List.of("protocol", "memory")),
            Map.entry("schema", List.of("annotation", "protocol", "validation")),
            Map.entry("event", List.of("protocol", "seal")),
            Map.entry("memory", List.of()),
            Map.entry("seal", List.of()),
            Map.entry("exchange", List.of("protocol", "validation", "schema", "memory", "seal")),
            Map.entry("server", List.of("protocol", "validation", "event", "memory", "exchange", "content")),
            Map.entry(
                    "entry",
                    List.of(
                            "annotation",
                            "protocol",
                            "event",
                            "exchange",
                            "server",
                            "content",
                            "method",
                            "constraint",
                            "schema",
                            "validation")),
            Map.entry("constraint", List.of("validation", "schema", "method", "exchange")),
            Map.entry("content", List.of("protocol")),
            Map.entry(
                    "method",
                    List.of("annotation", "protocol", "validation", "schema", "exchange", "server", "content")),
            Map.entry("limit", List.of("protocol", "memory", "exchange", "server", "method")),
            Map.entry(
                    "audit",
                    List.of(
                            "protocol",
                            "validation",
                            "event",
                            "memory",
                            "seal",
                            "exchange",
                            "server",
                            "content",
                            "method")),
            Map.entry("task", List.of("protocol", "event", "memory", "exchange", "server")),
            Map.entry("tool", Stream.concat(Stream.of(CORE), Stream.of("task")).toList()),
            Map.entry(
                    "controller",
                    Stream.concat(Stream.of(CORE), Stream.of("tool")).toList()),
            Map.entry("prompt", List.of(CORE)),
            Map.entry("resource", List.of(CORE)),
            Map.entry(
                    "completion",
                    List.of("annotation", "protocol", "validation", "exchange", "server", "entry", "method")),
            Map.entry("session", List.of("protocol", "validation", "event", "memory", "seal", "exchange", "server")),
            Map.entry("webflux", List.of("protocol", "memory", "exchange", "server", "oauth", "http")),
            Map.entry("webmvc", List.of("protocol", "memory", "exchange", "server", "oauth", "http")),
            Map.entry("oauth", List.of("protocol")),
            Map.entry("lifecycle", List.of("protocol", "server", "method", "limit")),
            Map.entry("actuate", List.of("protocol", "event", "server", "audit", "limit", "observation", "task")),
            Map.entry("observation", List.of("protocol", "exchange", "server", "content", "method", "session", "task")),
            Map.entry(
                    "security",
                    List.of(
                            "annotation",
                            "protocol",
                            "validation",
                            "exchange",
                            "server",
                            "method",
                            "entry",
                            "oauth",
                            "http",
                            "webflux",
                            "webmvc")),
            Map.entry(
                    "http",
                    List.of("protocol", "validation", "event", "memory", "exchange", "server", "session", "oauth")));

    static final List<String> RULED = MAY_USE.keySet().stream().sorted().toList();

    /** The types of the root package that the packages of the server may use. */
    private static final Class<?>[] FOUNDATION = {
        Internal.class, UserCode.class, BlockingWork.class, McpConfigurationException.class
    };

    /** The package that is exempt from the rule of dependencies, because it wires the others. */
    private static final String WIRING = "autoconfigure";

    @Test
    void theRulesApplyToTheWholeProject() {
        assertThat(ALL).hasSizeGreaterThan(150);
        assertThat(ALL.getPackage(BASE).getSubpackages())
                .extracting(JavaPackage::getRelativeName)
                .containsAll(RULED)
                .contains(WIRING);
    }

    @Test
    void theRuleOfDependenciesNamesEveryPackage() {
        assertThat(ALL.getPackage(BASE).getSubpackages())
                .extracting(JavaPackage::getRelativeName)
                .isSubsetOf(Stream.concat(RULED.stream(), Stream.of(WIRING)).toList());
    }

    @ParameterizedTest
    @FieldSource("RULED")
    void dependenciesRunOneWay(String name) {
        // Every package uses the root package: the annotation for internal types, and the entrance to user code.
        String[] allowed = Stream.concat(
                        Stream.of(BASE),
                        Stream.concat(Stream.of(name), MAY_USE.get(name).stream())
                                .map(ProjectClasses::inside))
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(inside(name))
                .should()
                .dependOnClassesThat(resideInAPackage(BASE + "..").and(not(resideInAnyPackage(allowed))))
                .because("'" + name + "' may use " + MAY_USE.get(name) + " and nothing else of the project, so that"
                        + " each package can be read with only those below it in mind")
                .allowEmptyShould(true)
                .check(ALL);
    }

    @Test
    void onlyTheWiringDependsOnTheWiring() {
        noClasses()
                .that()
                .resideOutsideOfPackage(inside(WIRING))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(inside(WIRING))
                .because("properties and beans are put together in one place, and the rest is plain Java")
                .check(ALL);
    }

    @Test
    void siblingsDoNotDependOnEachOther() {
        slices().matching(BASE + ".(tool|prompt|resource|completion)..")
                .should()
                .notDependOnEachOther()
                .because("each feature can be read, changed and left out without the others")
                .allowEmptyShould(true)
                .check(ALL);
    }

    @Test
    void featuresAndTransportDoNotDependOnEachOther() {
        noClasses()
                .that()
                .resideInAnyPackage(FEATURES)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(TRANSPORT)
                .because("what a tool does is the same in both eras, and however its messages travel")
                .check(ALL);
        noClasses()
                .that()
                .resideInAnyPackage(TRANSPORT)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(Stream.concat(Stream.of(FEATURES), Stream.of(inside("method")))
                        .toArray(String[]::new))
                .because("a message is carried without knowing what it is about")
                .check(ALL);
    }

    @Test
    void onlyFewPackagesDependOnHttp() {
        DescribedPredicate<JavaClass> http = resideInAnyPackage(
                "org.springframework.http..",
                "org.springframework.web.reactive..",
                "org.springframework.web.server..",
                "jakarta.servlet..",
                "org.apache.catalina..",
                "org.apache.coyote..",
                "io.netty..",
                "reactor.netty..",
                "java.net.http..");
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        Stream.of("http", "webflux", "webmvc", "oauth", "security", "controller", "lifecycle", WIRING)
                                .map(ProjectClasses::inside)
                                .toArray(String[]::new))
                .and()
                .doNotHaveSimpleName("ReturnedResponse")
                .and()
                .doNotHaveSimpleName("HeaderParameter")
                .and()
                // The server itself.
                .resideOutsideOfPackage(BASE)
                .should()
                .dependOnClassesThat(http.and(not(simpleNameStartingWith("MediaType"))))
                .because("what the others need of a request comes with its context, whatever carried it")
                .check(ALL);
    }

    @Test
    void onlyTheVocabularyNamesRevisions() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(ProtocolVersion.class, RequestMethod.class)
                .should()
                .accessFieldWhere(describe(
                        "it is a dated constant",
                        access -> access.getTargetOwner().isEquivalentTo(ProtocolVersion.class)
                                && access.getName().startsWith("V20")))
                .because("a new revision changes ProtocolVersion and the table of methods, and nothing that asks them")
                .check(ALL);
    }

    @Test
    void thereAreNoPackageCycles() {
        slices().matching(BASE + ".(*)..")
                .should()
                .beFreeOfCycles()
                .because("packages in a cycle are one package with several names")
                .check(ALL);
    }

    /** The rule of cycles leaves the root package out. */
    @Test
    void theRootPackageIsInNoCycle() {
        DescribedPredicate<JavaClass> foundation = belongToAnyOf(FOUNDATION);
        noClasses()
                .that()
                .resideOutsideOfPackages(BASE, inside("lifecycle"), inside("actuate"), inside(WIRING))
                .should()
                .dependOnClassesThat(resideInAPackage(BASE).and(not(foundation)))
                .because("the rest of the root package puts the packages of the server together")
                .check(ALL);
        noClasses()
                .that(foundation)
                .should()
                .dependOnClassesThat(resideInAPackage(BASE + "..").and(not(foundation)))
                .because("every package may use these types")
                .check(ALL);
        assertThat(FOUNDATION)
                .as("types that other packages use")
                .allMatch(type -> ALL.get(type).getDirectDependenciesToSelf().stream()
                        .anyMatch(use -> !use.getOriginClass().getPackageName().equals(BASE)));
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(ALL.getPackage(BASE).getSubpackages())
                .as("a type without @Nullable is never null, and tools can check it only where that is said")
                .allMatch(javaPackage -> javaPackage.isAnnotatedWith(NullMarked.class));
    }

    @Test
    void autoConfigurationsArePublicAndFinal() {
        classes()
                .that()
                .areAnnotatedWith(AutoConfiguration.class)
                .should()
                .bePublic()
                .andShould()
                .haveModifier(JavaModifier.FINAL)
                .because("users name them to exclude them, and extend nothing of them")
                .check(ALL);
    }

    @Test
    void beanMethodsArePackagePrivate() {
        methods()
                .that()
                .areAnnotatedWith(Bean.class)
                .should()
                .bePackagePrivate()
                .because("beans are asked for from the container, not from the class that makes them")
                .check(ALL);
    }

    /** Also of the configurations that need Spring Security, Micrometer or Actuator. */
    @Test
    void namesOfBeansCannotCollideWithThoseOfAnApplication() {
        assertThat(beanMethods())
                .hasSizeGreaterThan(30)
                // Actuator names the component of a health indicator after its bean.
                .filteredOn(method -> !method.getName().equals("mcpHealthIndicator"))
                .allMatch(method -> name(method).startsWith("io.mcpspring."));
    }

    @Test
    void beansThatApplicationsCanInjectByTypeAreApiOrOfALibrary() {
        assertThat(beanMethods())
                .filteredOn(method -> !isInternal(method.getRawReturnType()))
                .extracting(method -> method.getRawReturnType().getSimpleName())
                .containsOnly(
                        "McpInstanceChannel",
                        "McpPrompts",
                        "McpResources",
                        "McpServer",
                        "McpTaskStore",
                        "McpTools",
                        "Executor",
                        "HandlerMapping",
                        "HealthIndicator",
                        "InfoContributor",
                        "MeterFilter",
                        "SanitizingFunction",
                        "SecurityFilterChain",
                        "SecurityWebFilterChain");
    }

    private static List<JavaMethod> beanMethods() {
        return ALL.stream()
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.isAnnotatedWith(Bean.class))
                .toList();
    }

    private static String name(JavaMethod bean) {
        Bean annotation = bean.getAnnotationOfType(Bean.class);
        return String.join("", annotation.value()) + String.join("", annotation.name());
    }

    private static boolean isInternal(JavaClass type) {
        JavaClass outermost = type.getEnclosingClass().orElse(type);
        return outermost.getPackageName().startsWith(BASE)
                && (!type.getModifiers().contains(JavaModifier.PUBLIC) || outermost.isAnnotatedWith(Internal.class));
    }

    @Test
    void everyAutoConfigurationIsRegisteredWithSpringBoot() {
        List<String> annotated = ALL.stream()
                .filter(type -> type.isAnnotatedWith(AutoConfiguration.class))
                .map(type -> type.getName())
                .toList();
        assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
                .filteredOn(name -> name.startsWith(BASE))
                .containsExactlyInAnyOrderElementsOf(annotated)
                .hasSize(7);
    }
}
