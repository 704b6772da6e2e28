import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../catalogue/errors.ts'
import type { Server } from './server.ts'

/** Milliseconds between two signs of life; proxies cut what is silent for a minute. */
const beatMs = 25_000
/** Bytes that may wait for a reader who does not read; then the stream ends and its reader comes again. */
const mostWaiting = 64 * 1024

/** An answer that goes on: events for one reader (text/event-stream of the HTML standard). */
export interface EventStream {
  send(event: string, told: unknown): void
  end(): void
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly openStreams: Set<EventStream>
  }
}

/** Keeps the open streams of a server, so that they end before it does. */
export function keepStreams(server: Server): void {
  const open = new Set<EventStream>()
  server.decorate('openStreams', open)
  server.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })
}

/**
 * Begins a stream as the answer of a request that asks for one; 400 for any other.
 * @param onEnd told once, whoever ended it
 */
export function beginStream(request: FastifyRequest, reply: FastifyReply, onEnd: () => void): EventStream {
  if (!request.headers.accept?.includes('text/event-stream'))
    throw new AppError('invalid', { message: '该接口只以 text/event-stream 方式提供' })
  const { openStreams } = request.server
  const body = new PassThrough()
  const beat = setInterval(() => write(':\n\n'), beatMs)
  beat.unref()
  const write = (text: string) => {
    if (body.destroyed) return
    if (body.writableLength > mostWaiting) body.destroy()
    else body.write(text)
  }
  const stream: EventStream = {
    send: (event, told) => write(`event: ${event}\ndata: ${JSON.stringify(told)}\n\n`),
    end: () => void body.end(),
  }
  openStreams.add(stream)
  body.once('close', () => {
    clearInterval(beat)
    openStreams.delete(stream)
    onEnd()
  })
  request.raw.once('close', () => body.destroy())
  // Node sends the head with the first bytes: a reader knows at once that the stream stands.
  write(':\n\n')
  // Nginx keeps small answers back otherwise.
  void reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    .send(body)
  return stream
}
