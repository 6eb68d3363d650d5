package io.mcpspring.test.shop;

import org.springframework.stereotype.Service;

/** A service that a slice does not start. */
@Service
public class Stock {

    public int count(String article) {
        return article.length();
    }
}
