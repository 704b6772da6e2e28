import type { Server } from './server.ts'

/**
 * While the process is about to end, every answer asks its sender to come back on a new connection, which
 * finds whoever is there then.
 */
export function sayLast(server: Server, isStopping: () => boolean): void {
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
