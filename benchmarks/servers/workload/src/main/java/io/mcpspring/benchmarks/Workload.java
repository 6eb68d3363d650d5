package io.mcpspring.benchmarks;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What the tools of all servers do, so that the servers differ in their libraries alone. */
public final class Workload {

    private static final Map<String, String> ENVIRONMENT = System.getenv();

    private static final int TOOLS_WITH_A_PURPOSE = 4;

    private static final List<String> TAGS = List.of("outdoor", "waterproof", "recycled");

    private static final String TEXT = """
            A light and sturdy companion for long days in the mountains, tested in wind, rain and snow by people who \
            spend more nights outside than at home. Comes with a repair kit, a stuff sack and a guarantee of five \
            years; spare parts stay available for at least ten. Weighs less than two kilograms.""";

    private Workload() {}

    public record Sum(int sum) {}

    public record Product(
            String id, String name, String description, String category, double price, int stock, List<String> tags) {}

    public record Products(String query, int total, List<Product> products) {}

    public static Sum add(int a, int b) {
        return new Sum(a + b);
    }

    /** Returns 20 products, which take about 9 KB as JSON. */
    public static Products search(String query) {
        return products(query, 20);
    }

    public static Products products(String query, int count) {
        return new Products(
                query,
                count,
                IntStream.range(0, count).mapToObj(Workload::product).toList());
    }

    private static Product product(int number) {
        return new Product(
                "p-" + (100_000 + number), "Tent " + number, TEXT, "camping", 99.5 + number, 10 + number, TAGS);
    }

    /** Blocks as a call to a database does. */
    public static String slow() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
        return "slept";
    }

    /** Returns the names of the tools that only make the list longer. */
    public static List<String> fillers() {
        int tools = Integer.parseInt(option("TOOLS", "100"));
        return IntStream.range(TOOLS_WITH_A_PURPOSE, tools)
                .mapToObj(number -> "filler_" + number)
                .toList();
    }

    /** Returns an option of the server: a variable of its environment. */
    public static String option(String name, String otherwise) {
        return ENVIRONMENT.getOrDefault(name, otherwise);
    }
}
