-- For wrk: posts the requests of a file in turn, and prints what was measured as one line of JSON.
--
--   wrk ... -s post.lua URL -- REQUESTS [EXPECTED]
--
-- REQUESTS is a Lua file that returns a list of {headers, body}. With EXPECTED, responses without this text are
-- counted.

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  local requests = {}
  for _, message in ipairs(dofile(args[1])) do
    table.insert(requests, wrk.format("POST", nil, message.headers, message.body))
  end

  local last = 0
  function request()
    last = last % #requests + 1
    return requests[last]
  end

  unexpected = 0
  if args[2] then
    function response(status, headers, body)
      if not body:find(args[2], 1, true) then
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
    '\n{"requests":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f,"unexpected":%d,"failed":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, others,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
