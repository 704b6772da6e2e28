import { failureOf, type Server } from './server.ts'

/** Header of a proxy that answers a 502 to a reading by asking another process (deploy/nginx.conf). */
const asksAnother = { name: 'x-asks-another', value: 'on-502' } as const

/**
 * Milliseconds for which a process that stops behind a proxy still answers everything: the one restarted
 * before it is known again.
 */
const stillMs = 2_500

/**
 * While the process is about to end, every answer asks its sender to come back on a new connection, which
 * finds whoever is there then. In the last seconds a proxy that would ask another process is told so at its
 * readings: nginx sends no request more to a process that answered 502, where it would go on opening
 * connections until one meets the closed door.
 */
export function sayLast(server: Server, isStopping: () => boolean, now: () => number = Date.now): void {
  let since: number | undefined
  server.addHook('onRequest', async ({ method, headers }, reply) => {
    if (!isStopping()) return
    since ??= now()
    const reads = method === 'GET' || method === 'HEAD'
    if (!reads || headers[asksAnother.name] !== asksAnother.value || now() - since < stillMs) return
    return reply.code(502).header('cache-control', 'no-store').send(failureOf('unavailable'))
  })
  server.addHook('onSend', async (_request, reply) => {
    if (isStopping()) reply.header('connection', 'close')
  })
}

/**
 * Takes no new connections, ends the streams of events and waits for the answers under way; connections that
 * wait for a next request are closed.
 */
export async function finishAnswers(server: Server): Promise<void> {
  if (!server.server.listening) return
  for (const stream of server.openStreams) stream.end()
  await new Promise<void>((done) => server.server.close(() => done()))
}
