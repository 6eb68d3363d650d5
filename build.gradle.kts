import org.springframework.boot.gradle.tasks.bundling.BootJar

// Builds, tests and runs what is here. Releases and the nightly checks are made with Maven.
plugins {
    alias(libs.plugins.spotless)
    alias(libs.plugins.spring.boot) apply false
}

// How much the tests do, and on which web server; CONTRIBUTING.md describes both.
val extent = providers.systemProperty("mcp.tests.extent").getOrElse("quick")
val stack = providers.systemProperty("mcp.tests.stack").getOrElse("netty")
val excludedTags = mapOf(
    "quick" to listOf("change", "full", "alone"),
    "change" to listOf("full", "alone"),
    "full" to listOf("alone"),
).getValue(extent)
require(stack in setOf("netty", "tomcat")) { "mcp.tests.stack is netty or tomcat here; Maven has jetty, too" }

// What the tests of a module read outside of it.
val readByTests = mapOf(
    "mcp-spring-boot-autoconfigure" to listOf(
        "*/src/**/*.java", "tests/*/src/**/*.java", ".ci/**/*.java", ".editorconfig",
        "pom.xml", "*/pom.xml", "tests/*/pom.xml", "*.kts", "*/*.kts", "tests/*/*.kts", "gradle/*.toml",
    ),
    "contract-tests" to listOf(
        "*.md", "docs/**", "pom.xml", "mcp-spring-*/src/main/**", "**/src/test/java/**/*Tests.java", ".ci/**",
    ),
    "coexistence-tests" to listOf(".ci/strangers/*-libraries.txt"),
    "kotlin-tests" to listOf("docs/how-to/**", "pom.xml"),
    "observability-tests" to listOf("docs/reference/**", "docs/operations/**"),
    "security-tests" to listOf("docs/how-to/**"),
)

// What libraries bring that nothing needs.
val unused = mapOf(
    // Schemas are JSON here; the validator works without its YAML reader.
    "com.networknt:json-schema-validator" to setOf("jackson-dataformat-yaml"),
    // It only names its two parts, which are dependencies here.
    "org.springframework.ai:spring-ai-mcp-annotations" to setOf("mcp"),
    "org.springframework.ai:spring-ai-mcp" to setOf("mcp"),
    // Vector formats and animated GIFs; charts are drawn as PNG.
    "org.knowm.xchart:xchart" to setOf("VectorGraphics2D", "graphics2d", "animated-gif-lib"),
)

allprojects {
    apply(plugin = "com.diffplug.spotless")

    // ./gradlew spotlessApply formats what the check refuses.
    spotless {
        java {
            target("src/*/java/**/*.java", ".ci/**/*.java")
            palantirJavaFormat(rootProject.libs.versions.palantir.java.format.get()).formatJavadoc(true)
        }
    }
}

subprojects {
    group = "io.mcpspring"
    version = "0.1.0-SNAPSHOT"

    plugins.withType<JavaPlugin> {
        dependencies {
            // The versions of Spring Boot, even if a library wants newer ones.
            listOf("implementation", "annotationProcessor", "testAnnotationProcessor").forEach {
                add(it, enforcedPlatform(rootProject.libs.spring.boot.bom))
            }
            add("testRuntimeOnly", rootProject.libs.junit.platform.launcher)
            unused.forEach { (library, parts) ->
                components.withModule(library) {
                    allVariants { withDependencies { removeAll { it.name in parts } } }
                }
            }
        }

        tasks.withType<JavaCompile>().configureEach {
            options.encoding = "UTF-8"
            options.release = 17
            // "processing" complains of annotations that no processor claims, "serial" of exceptions, which nothing
            // serializes.
            options.compilerArgs.addAll(listOf("-parameters", "-Xlint:all,-processing,-serial", "-Werror"))
        }

        tasks.named<AbstractCopyTask>("processResources") {
            from(rootProject.file("LICENSE")) {
                into("META-INF")
            }
        }

        tasks.named<Test>("test") {
            useJUnitPlatform {
                excludeTags(*excludedTags.toTypedArray())
            }
            // All tests of a module may be of another extent.
            failOnNoDiscoveredTests = false
            systemProperty("mcp.tests.extent", extent)
            systemProperty("mcp.tests.stack", stack)
            // A test that hangs is named.
            systemProperty("junit.jupiter.execution.timeout.default", "5 m")
            // Servers of tests end idle connections after 3 s.
            systemProperty("jdk.httpclient.keepalive.timeout", "2")
            minHeapSize = "512m"
            maxHeapSize = "1g"
            maxParallelForks = 2
            // Most code of a test runs too seldom to be worth the time of the better compiler, and all of it fits into
            // this cache. Mockito attaches an agent, and Netty loads a native library, which JVMs warn of.
            jvmArgs(
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-PrintWarnings",
                "-XX:TieredStopAtLevel=1",
                "-XX:ReservedCodeCacheSize=240m",
                "-XX:+UseSerialGC",
                "-XX:+EnableDynamicAgentLoading",
                "--enable-native-access=ALL-UNNAMED",
            )
            readByTests[project.name]?.let { patterns ->
                inputs.files(rootProject.fileTree(rootDir) { include(patterns).exclude("**/node_modules/**") })
                    .withPropertyName("read").withPathSensitivity(PathSensitivity.RELATIVE)
            }
        }

        // Module and kind of the jars of the library, as Spring Boot leaves those of starters out of executable jars.
        val part = project.name.removePrefix("mcp-spring-").removePrefix("boot-").takeIf { it != project.name }.orEmpty()
        if (part.isNotEmpty()) {
            tasks.named<Jar>("jar") {
                manifest.attributes("Automatic-Module-Name" to "io.mcpspring." + part.replace('-', '.'))
                if (part.startsWith("starter")) {
                    manifest.attributes("Spring-Boot-Jar-Type" to "dependencies-starter")
                }
            }
        }
    }

    // The library itself: checked for null, and its tests have what is optional for users.
    val library = setOf(
        "mcp-spring-server", "mcp-spring-boot-autoconfigure", "mcp-spring-boot-console", "mcp-spring-boot-langchain4j",
        "mcp-spring-boot-redis", "mcp-spring-boot-spring-ai", "mcp-spring-boot-test",
    )
    if (name in library) {
        plugins.withType<JavaPlugin> {
            configurations.named("testImplementation") {
                extendsFrom(configurations.named("compileOnly").get())
            }
            dependencies {
                add("annotationProcessor", rootProject.libs.error.prone.core)
                add("annotationProcessor", rootProject.libs.nullaway)
            }
            tasks.named<JavaCompile>("compileJava") {
                // Nullness of type arguments and arrays, which NullAway reads from class files on newer JDKs only.
                val jspecify = JavaVersion.current().isCompatibleWith(JavaVersion.VERSION_22)
                // Of Error Prone's checks only NullAway's; the file opens the compiler to Error Prone.
                options.compilerArgs.addAll(
                    listOf(
                        "-XDcompilePolicy=simple",
                        "--should-stop=ifError=FLOW",
                        "-Xplugin:ErrorProne -XepDisableAllChecks -Xep:NullAway:ERROR" +
                            " -XepOpt:NullAway:OnlyNullMarked=true -XepOpt:NullAway:JSpecifyMode=$jspecify",
                    ),
                )
                options.isFork = true
                options.forkOptions.jvmArgs!!.addAll(rootProject.file(".mvn/jvm.config").readLines())
            }
        }
    }

    // The compiler takes longer than the tests.
    plugins.withId("org.jetbrains.kotlin.jvm") {
        tasks.named { it in setOf("compileTestKotlin", "test") }.configureEach {
            enabled = extent != "quick"
        }
    }

    // An application, which "-mvc" in the name of its module says to be the same on Spring MVC.
    plugins.withId("org.springframework.boot") {
        val mvc = project.name.endsWith("-mvc")
        val application = project.name.removeSuffix("-mvc")
        if (mvc) {
            extensions.getByType<SourceSetContainer>().configureEach {
                java.srcDir(project(":$application").file("src/$name/java"))
                resources.srcDir(project(":$application").file("src/$name/resources"))
            }
        }
        tasks.named<BootJar>("bootJar") {
            archiveFileName = "$application.jar"
            if (!mvc) {
                // Netty loads a native library, which the JVM warns of from 24 on.
                manifest.attributes("Enable-Native-Access" to "ALL-UNNAMED")
            }
        }
        tasks.named("jar") {
            enabled = false
        }
        tasks.named("test") {
            enabled = mvc == (stack == "tomcat")
        }
    }
}
