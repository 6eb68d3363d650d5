package io.mcpspring.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
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
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
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

/** Which package may know which, and what holds for all of them. */
class ArchitectureTests {

    private static final String[] CORE = {
        "annotation",
        "protocol",
        "validation",
        "schema",
        "event",
        "memory",
        "exchange",
        "server",
        "listing",
        "method",
        "content"
    };

    private static final String[] FEATURES = Stream.of("tool", "prompt", "resource", "completion", "task")
            .map(ProjectClasses::inside)
            .toArray(String[]::new);

    /** Packages of the project, and those of them that each may use. */
    private static final Map<String, List<String>> MAY_USE = Map.ofEntries(
            Map.entry("annotation", List.of("protocol")),
            Map.entry("protocol", List.of()),
            Map.entry("validation", List.of("protocol")),
            Map.entry("schema", List.of("annotation", "protocol", "validation")),
            Map.entry("event", List.of("protocol")),
            Map.entry("memory", List.of()),
            Map.entry("exchange", List.of("protocol", "validation", "schema", "memory")),
            Map.entry("server", List.of("protocol", "validation", "event", "memory", "exchange")),
            Map.entry("listing", List.of("protocol", "exchange", "server")),
            Map.entry("content", List.of("protocol")),
            Map.entry(
                    "method",
                    List.of("annotation", "protocol", "validation", "schema", "exchange", "server", "content")),
            Map.entry("task", List.of("protocol", "event", "exchange", "server")),
            Map.entry("tool", Stream.concat(Stream.of(CORE), Stream.of("task")).toList()),
            Map.entry("prompt", List.of(CORE)),
            Map.entry("resource", List.of(CORE)),
            Map.entry(
                    "completion",
                    List.of("annotation", "protocol", "validation", "exchange", "server", "listing", "method")),
            Map.entry("session", List.of("protocol", "validation", "event", "memory", "exchange", "server")),
            Map.entry(
                    "transport",
                    List.of("protocol", "validation", "event", "memory", "exchange", "server", "session")));

    static final List<String> RULED = MAY_USE.keySet().stream().sorted().toList();

    /** Packages about which the one-way rule says nothing: they wire the others or stand beside them. */
    private static final List<String> FREE = List.of("autoconfigure", "security", "observation");

    @Test
    void theRulesLookAtTheWholeProject() {
        assertThat(ALL).hasSizeGreaterThan(150);
        assertThat(ALL.getPackage(BASE).getSubpackages())
                .extracting(JavaPackage::getRelativeName)
                .containsAll(RULED)
                .contains("autoconfigure");
    }

    @Test
    void everyPackageIsInTheOneWayRule() {
        assertThat(ALL.getPackage(BASE).getSubpackages())
                .extracting(JavaPackage::getRelativeName)
                .isSubsetOf(Stream.concat(RULED.stream(), FREE.stream()).toList());
    }

    @ParameterizedTest
    @FieldSource("RULED")
    void dependenciesRunOneWay(String name) {
        // The package itself has the annotation that marks internals, which all use.
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
    void nothingButTheWiringSeesTheWiring() {
        noClasses()
                .that()
                .resideOutsideOfPackage(inside("autoconfigure"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(inside("autoconfigure"))
                .because("properties and beans are put together in one place, and the rest is plain Java")
                .check(ALL);
    }

    @Test
    void siblingsNeverMeet() {
        slices().matching(BASE + ".(tool|prompt|resource|completion)..")
                .should()
                .notDependOnEachOther()
                .because("each feature can be read, changed and left out without the others")
                .allowEmptyShould(true)
                .check(ALL);
    }

    @Test
    void featuresAndTransportNeverMeet() {
        noClasses()
                .that()
                .resideInAnyPackage(FEATURES)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(inside("transport"), inside("session"))
                .because("what a tool does is the same in both eras, and however its messages travel")
                .check(ALL);
        noClasses()
                .that()
                .resideInAnyPackage(inside("transport"), inside("session"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(Stream.concat(Stream.of(FEATURES), Stream.of(inside("method")))
                        .toArray(String[]::new))
                .because("a message is carried without knowing what it is about")
                .check(ALL);
    }

    @Test
    void onlyTheTransportSeesHttp() {
        DescribedPredicate<JavaClass> http = resideInAnyPackage(
                "org.springframework.http..",
                "org.springframework.web.reactive..",
                "org.springframework.web.server..",
                "io.netty..",
                "reactor.netty..",
                "java.net.http..");
        noClasses()
                .that()
                .resideOutsideOfPackages(inside("transport"), inside("autoconfigure"))
                .and()
                .doNotHaveSimpleName("ReturnedResponse")
                .should()
                .dependOnClassesThat(http.and(not(simpleNameStartingWith("MediaType"))))
                .because("what the others need of a request comes with its context, whatever carried it")
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

    @Test
    void everyAutoConfigurationIsKnownToSpringBoot() {
        List<String> annotated = ALL.stream()
                .filter(type -> type.isAnnotatedWith(AutoConfiguration.class))
                .map(type -> type.getName())
                .toList();
        assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
                .filteredOn(name -> name.startsWith(BASE))
                .containsExactlyInAnyOrderElementsOf(annotated)
                .hasSize(3);
    }
}
