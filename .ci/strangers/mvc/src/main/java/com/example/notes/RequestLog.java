package com.example.notes;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

@Component
class RequestLog extends OncePerRequestFilter {

    private static final Logger LOG = LoggerFactory.getLogger(RequestLog.class);

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        LOG.info("{} {} begins", request.getMethod(), request.getRequestURI());
        chain.doFilter(request, response);
        LOG.info("{} {} ends", request.getMethod(), request.getRequestURI());
    }
}
