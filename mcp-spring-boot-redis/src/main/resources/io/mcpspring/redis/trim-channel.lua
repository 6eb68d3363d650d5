-- Removes messages that are older than ARGV[1] milliseconds, and all of them when no instance is left. Removes the oldest
-- of those that together have more than ARGV[2] bytes.
local now = redis.call('TIME')[1] * 1000
redis.call('PEXPIRE', KEYS[1], 10 * ARGV[1])
local removed = redis.call('XTRIM', KEYS[1], 'MINID', string.format('%.0f', now - ARGV[1]))
local bytes = redis.call('MEMORY', 'USAGE', KEYS[1], 'SAMPLES', 100)
if bytes and bytes > tonumber(ARGV[2]) then
  local kept = math.floor(redis.call('XLEN', KEYS[1]) * ARGV[2] / bytes)
  removed = removed + redis.call('XTRIM', KEYS[1], 'MAXLEN', kept)
end
return removed
