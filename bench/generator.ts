import { Agent, request } from 'node:http'

/** One request to send. */
export interface Shot {
  readonly method: string
  readonly path: string
  readonly token: string
  readonly body?: unknown
  readonly key?: string
}

export interface Result {
  readonly perSecond: number
  readonly median: number
  readonly p99: number
  readonly failed: number
}

/** Sends one request and gives back status and body. */
function send(agent: Agent, port: number, shot: Shot): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const payload = shot.body === undefined ? undefined : JSON.stringify(shot.body)
    const headers = {
      token: shot.token,
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      }),
      ...(shot.key && { 'idempotency-key': shot.key }),
    }
    const sent = request(
      { host: '127.0.0.1', port, method: shot.method, path: shot.path, agent, headers },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(payload)
  })
}

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.floor((sorted.length - 1) * q)] ?? 0

/**
 * Keeps `connections` requests under way for `seconds`; `next` says what to send, null when the work is used
 * up. What is not answered with 200 is `refused`.
 */
export async function fire(
  port: number,
  connections: number,
  seconds: number,
  next: (connection: number) => Shot | null,
  answered: (connection: number, text: string) => void = () => {},
  refused: (connection: number, status: number, text: string) => void = () => {},
): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  let failed = 0
  const started = performance.now()
  const one = async (connection: number) => {
    while (performance.now() < until) {
      const shot = next(connection)
      if (!shot) return
      const at = performance.now()
      const { status, text } = await send(agent, port, shot)
      times.push(performance.now() - at)
      if (status === 200) answered(connection, text)
      else {
        failed += 1
        refused(connection, status, text)
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, i) => one(i)))
  const took = (performance.now() - started) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  return { perSecond: times.length / took, median: quantile(times, 0.5), p99: quantile(times, 0.99), failed }
}
