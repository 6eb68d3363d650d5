package io.mcpspring.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DestructiveNamesTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delete",
                "deleteOrder",
                "DeleteOrder",
                "delete_order",
                "delete-order",
                "delete.order",
                "DELETE_ORDER",
                "removeUser",
                "drop_table",
                "truncateLog"
            })
    void theFirstWordCounts(String name) {
        assertThat(DestructiveNames.isDestructive(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"dropdown", "deletedOrders", "findDeleted", "undelete", "orders_removed", "droplet_info", "_"})
    void otherNamesAreNotDestructive(String name) {
        assertThat(DestructiveNames.isDestructive(name)).isFalse();
    }
}
