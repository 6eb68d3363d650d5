package io.mcpspring.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The list of tools, with schemas as the libraries generate them. */
record ToolList(JsonMapper json) {

    List<ObjectNode> tools() {
        List<ObjectNode> tools = new ArrayList<>();
        tools.add(tool("echo", "Returns the text", Map.of("text", "string")));
        ObjectNode add = tool("add", "Adds two numbers", Map.of("a", "integer", "b", "integer"));
        add.set("outputSchema", object(Map.of("sum", "integer")));
        tools.add(add);
        ObjectNode search = tool("search", "Searches products", Map.of("query", "string"));
        search.set("outputSchema", products());
        tools.add(search);
        tools.add(tool("slow", "Waits for 50 ms", Map.of()));
        for (String name : Workload.fillers()) {
            tools.add(tool(name, "Makes the list longer", Map.of("text", "string", "limit", "integer")));
        }
        return tools;
    }

    private ObjectNode products() {
        ObjectNode product = object(Map.of(
                "id", "string",
                "name", "string",
                "description", "string",
                "category", "string",
                "price", "number",
                "stock", "integer"));
        ObjectNode tags = product.withObject("/properties").putObject("tags").put("type", "array");
        tags.putObject("items").put("type", "string");
        product.withArray("/required").add("tags");
        ObjectNode products = object(Map.of("query", "string", "total", "integer"));
        ObjectNode list = products.withObject("/properties").putObject("products");
        list.put("type", "array").set("items", product);
        products.withArray("/required").add("products");
        return products;
    }

    private ObjectNode tool(String name, String description, Map<String, String> arguments) {
        ObjectNode tool = json.createObjectNode();
        tool.put("name", name).put("description", description);
        tool.set("inputSchema", object(arguments));
        return tool;
    }

    private ObjectNode object(Map<String, String> types) {
        ObjectNode schema = json.createObjectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        new TreeMap<>(types).forEach((name, type) -> properties.putObject(name).put("type", type));
        types.keySet().stream().sorted().forEach(schema.putArray("required")::add);
        return schema;
    }
}
