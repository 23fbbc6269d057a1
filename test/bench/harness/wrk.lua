-- Sends the requests of a file in random order and prints what came of it as one line of JSON.
-- The file holds each request as its length, a line break, and its bytes.
local requests = {}

function init(args)
  local file = io.open(args[1], 'rb')
  while true do
    local length = file:read('*n')
    if not length then break end
    file:read(1)
    requests[#requests + 1] = file:read(length)
  end
  file:close()
  math.randomseed(42)
end

function request()
  if #requests == 1 then return requests[1] end
  return requests[math.random(#requests)]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\n{"rps":%f,"p50":%f,"p99":%f,"requests":%d,"bad":%d}\n',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    summary.requests, e.connect + e.read + e.write + e.status + e.timeout))
end
