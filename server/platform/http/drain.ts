import { failureOf, type Server } from './server.ts'

/** Header of a proxy that answers a 502 to a reading by asking another process (deploy/nginx.conf). */
const asksAnother = { name: 'x-asks-another', value: 'on-502' } as const

/**
 * While the process is about to end, every answer asks its sender to come back on a new connection, which finds whoever is
 * there then. A proxy that would ask another process is told so at the first reading: nginx sends no request more to a
 * process that answered 502, where it would go on opening connections until one meets the closed door.
 */
export function sayLast(server: Server, isStopping: () => boolean): void {
  server.addHook('onRequest', async ({ method, headers }, reply) => {
    const reads = method === 'GET' || method === 'HEAD'
    if (!isStopping() || !reads || headers[asksAnother.name] !== asksAnother.value) return
    return reply.code(502).header('cache-control', 'no-store').send(failureOf('unavailable'))
  })
  server.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close')
  })
}

/**
 * Takes no new connections, ends the streams of events and waits for the answers under way; connections that wait for a next request are
 * closed.
 */
export async function finishAnswers(server: Server): Promise<void> {
  if (!server.server.listening) return
  for (const stream of server.openStreams) stream.end()
  await new Promise<void>((done) => server.server.close(() => done()))
}
