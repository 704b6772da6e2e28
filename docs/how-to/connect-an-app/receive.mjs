// Receives changes of the roster: node receive.mjs [port], with the secret in XINGTAN_WEBHOOK_SECRET. Node 20, nothing else.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secret = Buffer.from((process.env.XINGTAN_WEBHOOK_SECRET ?? '').replace('whsec_', ''), 'base64')
/** Seconds by which the clocks may differ; an older call is somebody's copy. */
const tolerance = 300

/** Whether the portal sent this: one of the signatures fits, and it was made just now. */
function isGenuine(headers, body) {
  const at = Number(headers['webhook-timestamp'])
  if (!(Math.abs(Date.now() / 1000 - at) <= tolerance)) return false
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = createHmac('sha256', secret).update(content).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const [version, given = ''] = one.split(',')
      const bytes = Buffer.from(given, 'base64')
      return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected)
    })
}

// Kept in your database, in the transaction of the change: an event may come twice, and an older one after a newer one.
const seen = new Set()
const latest = new Map()

function take(id, { type, data }) {
  if (seen.has(id)) return 'twice'
  seen.add(id)
  if (data.sequence <= (latest.get(data.sourcedId) ?? 0)) return 'older'
  latest.set(data.sourcedId, data.sequence)
  // Here: without `user` or `org` the subject is to be removed; else it is to be as told.
  return type
}

const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end()
  const id = request.headers['webhook-id']
  const done = id.startsWith('test_') ? 'test' : take(id, JSON.parse(body))
  console.log(`${id} ${done}`)
  response.writeHead(204).end()
})
server.listen(Number(process.argv[2] ?? 8090), '127.0.0.1', () =>
  console.log(`port ${server.address().port}`),
)
