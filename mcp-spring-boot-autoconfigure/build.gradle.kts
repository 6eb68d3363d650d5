plugins {
    `java-library`
    `maven-publish`
}

description = "Serves the annotated methods of a Spring Boot application over the Model Context Protocol (MCP)."

configurations {
    // What is optional for users is there in the tests.
    testImplementation {
        extendsFrom(configurations.compileOnly.get())
    }
}

dependencies {
    api(libs.spring.boot.autoconfigure)
    api(libs.spring.webflux)
    api(libs.spring.boot.jackson)
    api(libs.jspecify)
    implementation(libs.jsonschema.generator)
    implementation(libs.json.schema.validator) {
        // Schemas are JSON here; the validator works without its YAML reader.
        exclude(group = "tools.jackson.dataformat", module = "jackson-dataformat-yaml")
        // Spring Boot says which version of these it is.
        exclude(group = "tools.jackson.core", module = "jackson-databind")
        exclude(group = "org.slf4j", module = "slf4j-api")
    }

    compileOnly(libs.spring.boot.webflux)
    compileOnly(libs.spring.boot.webmvc)
    compileOnly(libs.jakarta.servlet.api)
    compileOnly(libs.tomcat.embed.core) {
        // As in Spring Boot.
        exclude(group = "org.apache.tomcat", module = "tomcat-annotations-api")
    }
    compileOnly(libs.jsonschema.module.jakarta.validation)
    compileOnly(libs.jsonschema.module.swagger)
    compileOnly(libs.jakarta.annotation.api)
    compileOnly(libs.jakarta.validation.api)
    compileOnly(libs.swagger.annotations)
    compileOnly(libs.spring.boot.validation)
    compileOnly(libs.context.propagation)
    compileOnly(libs.reactor.netty.http)
    compileOnly(libs.kotlin.reflect)
    compileOnly(libs.bucket4j.core)
    compileOnly(libs.spring.boot.actuator)
    compileOnly(libs.spring.boot.actuator.autoconfigure)
    compileOnly(libs.spring.boot.health)
    compileOnly(libs.micrometer.core)
    compileOnly(libs.micrometer.tracing) {
        // Spring has these types, with nullness.
        exclude(group = "aopalliance", module = "aopalliance")
    }
    compileOnly(libs.spring.boot.security.oauth2.resource.server)
    compileOnly(libs.spring.security.config)
    compileOnly(libs.spring.security.core)
    compileOnly(libs.spring.security.oauth2.core)
    compileOnly(libs.spring.security.oauth2.jose)
    compileOnly(libs.spring.security.oauth2.resource.server)
    compileOnly(libs.spring.security.web)

    annotationProcessor(libs.spring.boot.autoconfigure.processor)
    annotationProcessor(libs.spring.boot.configuration.processor)
    annotationProcessor(libs.error.prone.core)
    annotationProcessor(libs.nullaway)

    testImplementation(libs.spring.boot.starter.validation)
    testImplementation(libs.spring.boot.starter.webflux.test)
    testImplementation(libs.reactor.test)
    testImplementation(libs.archunit)
}

// Nullness of type arguments and arrays, which NullAway reads from class files on newer JDKs only.
val jspecify = JavaVersion.current().isCompatibleWith(JavaVersion.VERSION_22)

tasks.compileJava {
    // Of Error Prone's checks only NullAway's.
    options.compilerArgs.addAll(
        listOf(
            "-XDcompilePolicy=simple",
            "--should-stop=ifError=FLOW",
            "-Xplugin:ErrorProne -XepDisableAllChecks -Xep:NullAway:ERROR -XepOpt:NullAway:OnlyNullMarked=true" +
                " -XepOpt:NullAway:JSpecifyMode=$jspecify",
        ),
    )
    // Opens the compiler to Error Prone; it runs too briefly to be worth the time of the better JIT compiler.
    options.isFork = true
    options.forkOptions.jvmArgs!!.addAll(
        listOf(
            "--add-exports=jdk.compiler/com.sun.tools.javac.api=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.main=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.model=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.parser=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.processing=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.util=ALL-UNNAMED",
            "--add-opens=jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED",
            "--add-opens=jdk.compiler/com.sun.tools.javac.comp=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
        ),
    )
    // Metadata written by hand is a resource that the configuration processor merges with its own.
    inputs.files(tasks.processResources).withPropertyName("metadata").withPathSensitivity(PathSensitivity.RELATIVE)
}

tasks.test {
    // BuildsAgreeTests reads both builds.
    inputs.files(
        rootProject.files("settings.gradle.kts", "gradle.properties", "build.gradle.kts", "gradle/libs.versions.toml"),
        rootProject.files("pom.xml", ".mvn/jvm.config"),
        rootProject.subprojects.map { it.files("build.gradle.kts", "pom.xml") },
    ).withPropertyName("builds").withPathSensitivity(PathSensitivity.RELATIVE)
}

tasks.jar {
    manifest {
        attributes("Automatic-Module-Name" to "io.mcpspring.autoconfigure")
    }
}

publishing {
    publications.named<MavenPublication>("library") {
        pom {
            name = "MCP Spring Boot Autoconfigure"
            description = project.description
        }
    }
}
