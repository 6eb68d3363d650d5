-- Saves a task, unless it has ended, or a later revision is stored. Returns 0 if it has ended otherwise, or if the
-- instance does not run the task, and the task has changed.
-- ARGV: owner, revision, whether it has ended (1 or 0), the task, the milliseconds until it expires, and the revision
-- that must be stored, which is empty for the instance that runs the task.
local stored = redis.call('HMGET', KEYS[1], 'owner', 'revision', 'ended')
if stored[3] == '1' then
  return (stored[1] == ARGV[1] and stored[2] == ARGV[2]) and 1 or 0
end
if ARGV[6] ~= '' and stored[2] ~= ARGV[6] then
  return 0
end
if not stored[2] or tonumber(stored[2]) <= tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'revision', ARGV[2], 'ended', ARGV[3], 'task', ARGV[4])
  redis.call('PEXPIRE', KEYS[1], ARGV[5])
end
return 1
