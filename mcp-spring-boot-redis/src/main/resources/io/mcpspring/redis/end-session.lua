-- Adds an ended session, and removes those whose ids have expired, and the oldest of too many.
-- ARGV: the session, the milliseconds until its id expires, the maximum number.
local now = redis.call('TIME')[1] * 1000
redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[2]), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -ARGV[3] - 1)
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
if last[2] then
  redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last[2]))
end
return 1
