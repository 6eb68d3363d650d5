plugins {
    java
    alias(libs.plugins.spring.boot)
}

description = "A small data service that answers over the Model Context Protocol (MCP)."

dependencies {
    implementation(project(":mcp-spring-boot-starter"))
    implementation(libs.spring.boot.starter.actuator)
    implementation(libs.spring.boot.starter.jdbc)
    implementation(libs.spring.boot.starter.validation)
    implementation(libs.commons.csv)
    implementation(libs.xchart) {
        // Vector formats and animated GIFs; charts are drawn as PNG.
        exclude(group = "de.erichseifert.vectorgraphics2d", module = "VectorGraphics2D")
        exclude(group = "de.rototor.pdfbox", module = "graphics2d")
        exclude(group = "com.madgag", module = "animated-gif-lib")
    }

    runtimeOnly(libs.h2)
    runtimeOnly(libs.micrometer.registry.prometheus)

    testImplementation(libs.spring.boot.starter.webflux.test)
    testImplementation(project(":mcp-spring-boot-test"))
    testImplementation(libs.mcp.sdk) {
        // The starter brings it, in our version.
        exclude(group = "com.networknt", module = "json-schema-validator")
    }
}

springBoot {
    mainClass = "io.mcpspring.sample.DataDeskApplication"
    buildInfo {
        // With the time in it nothing would ever be up to date.
        excludes = setOf("time")
    }
}

tasks.bootJar {
    archiveFileName = "sample-app.jar"
    manifest {
        // Netty loads a native library, which the JVM warns of from 24 on.
        attributes("Enable-Native-Access" to "ALL-UNNAMED")
    }
}

tasks.jar {
    enabled = false
}
