-- Takes one call of each rate, or of none; returns the microseconds until all of them allow a call. A key has the time
-- at which its rate will be full again; a time beyond the period is ignored, because the clock has been set back.
-- ARGV: for each key the time between two calls, and the period.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local wait = 0
local full = {}
for i, key in ipairs(KEYS) do
  local before = tonumber(redis.call('GET', key) or '0')
  if before > now + ARGV[2 * i] then
    before = now
  end
  full[i] = math.max(before, now) + ARGV[2 * i - 1]
  wait = math.max(wait, full[i] - now - ARGV[2 * i])
end
if wait > 0 then
  return wait
end
for i, key in ipairs(KEYS) do
  redis.call('SET', key, string.format('%.0f', full[i]), 'PX', math.ceil((full[i] - now) / 1000))
end
return 0
