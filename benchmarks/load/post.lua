-- For wrk: posts the requests of a file in turn, and prints what was measured as one line of JSON.
--
--   wrk ... -s post.lua URL -- REQUESTS [EXPECTED]
--
-- REQUESTS is a Lua file that returns a list of {headers, body}. In what is sent, the id of each request is one that no
-- other request of the last minutes has: a session refuses the id of a request that it has not answered yet. With
-- EXPECTED, successful responses without this text are counted as unexpected, and the first of them is printed to
-- standard error. "errors" are the responses with an HTTP error, which "requests" includes; "failed" are the requests
-- without a response.

-- The id in the file, and the last one with as many digits, so that the length of a request does not change.
local FIRST_ID = 1000000
local LAST_ID = 9999999

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  local requests = {}
  for _, message in ipairs(dofile(args[1])) do
    local text = wrk.format("POST", nil, message.headers, message.body)
    local from, to = text:find('"id":' .. FIRST_ID, 1, true)
    table.insert(requests, {start = text:sub(1, from + 4), rest = text:sub(to + 1)})
  end

  local last = 0
  local id = FIRST_ID - 1
  function request()
    last = last % #requests + 1
    id = id < LAST_ID and id + 1 or FIRST_ID
    return requests[last].start .. id .. requests[last].rest
  end

  unexpected = 0
  if args[2] then
    function response(status, headers, body)
      if status < 400 and not body:find(args[2], 1, true) then
        if unexpected == 0 then
          io.stderr:write(string.format("answered %d: %s\n", status, body:sub(1, 200)))
        end
        unexpected = unexpected + 1
      end
    end
  end
end

function done(summary, latency)
  local others = 0
  for _, thread in ipairs(threads) do
    others = others + (thread:get("unexpected") or 0)
  end
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f,"unexpected":%d,"errors":%d,"failed":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, others,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
