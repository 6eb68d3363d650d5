CREATE TABLE mcp_task (
    id VARCHAR(36) PRIMARY KEY,
    instance VARCHAR(36) NOT NULL,
    revision INT NOT NULL,
    ended BOOLEAN NOT NULL,
    json TEXT NOT NULL,
    expires_at TIMESTAMP WITH TIME ZONE NOT NULL
);
CREATE TABLE mcp_instance (
    id VARCHAR(36) PRIMARY KEY,
    renewed_at TIMESTAMP WITH TIME ZONE NOT NULL
);
