pluginManagement {
    repositories {
        mavenCentral()
    }
}

dependencyResolutionManagement {
    repositoriesMode = RepositoriesMode.FAIL_ON_PROJECT_REPOS
    repositories {
        mavenCentral()
    }
    components {
        // Schemas are JSON here; the validator works without its YAML reader.
        without("com.networknt:json-schema-validator", "tools.jackson.dataformat:jackson-dataformat-yaml")
        // Vector formats and animated GIFs; charts are drawn as PNG.
        without(
            "org.knowm.xchart:xchart",
            "de.erichseifert.vectorgraphics2d:VectorGraphics2D",
            "de.rototor.pdfbox:graphics2d",
            "com.madgag:animated-gif-lib",
        )
    }
}

fun ComponentMetadataHandler.without(library: String, vararg unused: String) = withModule(library) {
    allVariants {
        withDependencies {
            removeAll { "${it.group}:${it.name}" in unused }
        }
    }
}

rootProject.name = "mcp-spring-boot"

include("mcp-spring-boot-bom")
include("mcp-spring-boot-autoconfigure")
include("mcp-spring-boot-starter")
include("mcp-spring-boot-starter-webmvc")
include("mcp-spring-boot-test")
include("sample-app")
include("sample-app-mvc")
include("conformance-server")
include("conformance-server-mvc")
include("contract-tests")
include("coexistence-tests")
include("authorization-server")
include("security-tests")
include("fuzz-tests")
include("observability-tests")
