-- Removes messages that are older than ARGV[1] milliseconds, and all of them when no instance is left.
local now = redis.call('TIME')[1] * 1000
redis.call('PEXPIRE', KEYS[1], 10 * ARGV[1])
return redis.call('XTRIM', KEYS[1], 'MINID', string.format('%.0f', now - ARGV[1]))
