plugins {
    java
    alias(libs.plugins.spring.boot)
}

description = "An application with the fixtures that the official conformance suite expects."

dependencies {
    implementation(project(":mcp-spring-boot-starter"))

    testImplementation(libs.spring.boot.starter.webflux.test)
}

springBoot {
    mainClass = "io.mcpspring.conformance.ConformanceServerApplication"
}

tasks.bootJar {
    archiveFileName = "conformance-server.jar"
    manifest {
        // Netty loads a native library, which the JVM warns of from 24 on.
        attributes("Enable-Native-Access" to "ALL-UNNAMED")
    }
}

tasks.jar {
    enabled = false
}
