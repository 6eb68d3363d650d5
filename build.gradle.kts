plugins {
    alias(libs.plugins.spotless)
    alias(libs.plugins.spring.boot) apply false
}

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

    plugins.withType<JavaPlugin>().configureEach {
        dependencies {
            listOf("implementation", "annotationProcessor", "testAnnotationProcessor").forEach {
                add(it, platform(rootProject.libs.spring.boot.bom))
            }
            add("testRuntimeOnly", rootProject.libs.junit.platform.launcher)
        }

        tasks.withType<JavaCompile>().configureEach {
            options.encoding = "UTF-8"
            options.release = 17
            // "processing" complains of annotations that no processor claims.
            options.compilerArgs.addAll(listOf("-parameters", "-Xlint:all,-processing", "-Werror"))
        }

        tasks.withType<Javadoc>().configureEach {
            options.encoding = "UTF-8"
            (options as StandardJavadocDocletOptions).apply {
                addBooleanOption("Xdoclint:all", true)
                addBooleanOption("Werror", true)
            }
            // The API alone; PublicTypesTests compares these patterns with its list.
            include(
                "io/mcpspring/*.java",
                "io/mcpspring/*/package-info.java",
                "io/mcpspring/*/*Mcp*.java",
                "io/mcpspring/autoconfigure/*/package-info.java",
                "io/mcpspring/autoconfigure/*/*Mcp*.java",
                "io/mcpspring/annotation/*.java",
                "io/mcpspring/exchange/Answers.java",
                "io/mcpspring/exchange/ElicitResult.java",
                "io/mcpspring/exchange/InputRequired.java",
                "io/mcpspring/exchange/Question.java",
                "io/mcpspring/protocol/*.java",
                "io/mcpspring/test/autoconfigure/AutoConfigureMcpTester.java",
                "io/mcpspring/test/autoconfigure/McpServerTest.java",
                "io/mcpspring/test/autoconfigure/package-info.java",
            )
            exclude(
                "io/mcpspring/annotation/McpMethod.java",
                "io/mcpspring/completion/**",
                "io/mcpspring/connection/**",
                "io/mcpspring/lifecycle/**",
                "io/mcpspring/listing/**",
                "io/mcpspring/memory/**",
                "io/mcpspring/oauth/**",
                "io/mcpspring/seal/**",
                "io/mcpspring/server/**",
                "io/mcpspring/session/**",
                "io/mcpspring/transport/**",
                "io/mcpspring/validation/**",
                "io/mcpspring/protocol/CacheableResult.java",
                "io/mcpspring/protocol/CreateTaskResult.java",
                "io/mcpspring/protocol/DiscoverResult.java",
                "io/mcpspring/protocol/EmptyResult.java",
                "io/mcpspring/protocol/GetTaskResult.java",
                "io/mcpspring/protocol/InitializeResult.java",
                "io/mcpspring/protocol/InputRe*.java",
                "io/mcpspring/protocol/Json*.java",
                "io/mcpspring/protocol/List*.java",
                "io/mcpspring/protocol/McpJson.java",
                "io/mcpspring/protocol/MirroredHeaders.java",
                "io/mcpspring/protocol/ModernResult.java",
                "io/mcpspring/protocol/RenderedResult.java",
                "io/mcpspring/protocol/MessageBytes.java",
                "io/mcpspring/protocol/Request*.java",
                "io/mcpspring/protocol/Scopes.java",
                "io/mcpspring/protocol/ServerCapabilities.java",
                "io/mcpspring/protocol/TypedResult.java",
            )
        }

        tasks.withType<Test>().configureEach {
            useJUnitPlatform()
            minHeapSize = "512m"
            maxHeapSize = "1g"
            maxParallelForks = 2
            // A test that hangs is named.
            systemProperty("junit.jupiter.execution.timeout.default", "5 m")
            // CONTRIBUTING.md describes these.
            listOf("mcp.tests.stack", "mcp.tests.extent").forEach { name ->
                providers.systemProperty(name).orNull?.let { systemProperty(name, it) }
            }
            jvmArgs("-Xshare:off")
            // Most code of a test runs too seldom to be worth the time of the better compiler, and all of it fits into
            // this cache.
            jvmArgs("-XX:TieredStopAtLevel=1")
            jvmArgs("-XX:ReservedCodeCacheSize=240m")
            jvmArgs("-XX:+UseSerialGC")
            // Mockito attaches an agent to the running JVM, which warns of that from 21 on.
            if (JavaVersion.current().isCompatibleWith(JavaVersion.VERSION_21)) {
                jvmArgs("-XX:+EnableDynamicAgentLoading")
            }
            // Netty loads a native library, which the JVM warns of from 24 on.
            if (JavaVersion.current().isCompatibleWith(JavaVersion.VERSION_24)) {
                jvmArgs("--enable-native-access=ALL-UNNAMED")
            }
        }

        tasks.withType<AbstractArchiveTask>().configureEach {
            isPreserveFileTimestamps = false
            isReproducibleFileOrder = true
        }

        tasks.withType<Jar>().configureEach {
            metaInf {
                from(rootProject.file("LICENSE"))
            }
        }
    }

    plugins.withType<MavenPublishPlugin>().configureEach {
        apply(plugin = "signing")

        val home = providers.gradleProperty("home.url").get()
        val library = extensions.getByType<PublishingExtension>().publications.create<MavenPublication>("library") {
            pom {
                url = home
                inceptionYear = "2026"
                licenses {
                    license {
                        name = "Apache License, Version 2.0"
                        url = "https://www.apache.org/licenses/LICENSE-2.0"
                        distribution = "repo"
                    }
                }
                developers {
                    developer {
                        name = "The mcp-spring-boot authors"
                        url = home
                    }
                }
                scm {
                    connection = "scm:git:$home.git"
                    developerConnection = "scm:git:$home.git"
                    url = home
                }
            }
        }

        plugins.withType<JavaPlugin>().configureEach {
            extensions.configure<JavaPluginExtension> {
                withSourcesJar()
                withJavadocJar()
            }
            library.from(components["java"])
            // Every dependency with its version: a Gradle build needs no BOM to compile against the library.
            library.versionMapping {
                usage("java-api") {
                    fromResolutionOf("runtimeClasspath")
                }
                usage("java-runtime") {
                    fromResolutionResult()
                }
            }
        }
        plugins.withType<JavaPlatformPlugin>().configureEach {
            library.from(components["javaPlatform"])
        }

        // Where "publish" writes; "publishToMavenLocal" does not need it.
        providers.gradleProperty("publish.folder").orNull?.let { folder ->
            extensions.configure<PublishingExtension> {
                repositories.maven {
                    name = "folder"
                    url = uri(rootProject.file(folder))
                }
            }
        }

        // Signs if there is a key, in the variables that the Maven build reads, too.
        providers.environmentVariable("MAVEN_GPG_KEY").orNull?.let { key ->
            extensions.configure<SigningExtension> {
                useInMemoryPgpKeys(key, providers.environmentVariable("MAVEN_GPG_PASSPHRASE").getOrElse(""))
                sign(library)
            }
        }
    }
}
