import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'

/** Somebody who watches a lesson. */
export interface Watcher {
  readonly token: string
  readonly session: string
  /** The archive of whoever watches. */
  readonly owner: number
  seq: number
  /** The second at which the player stands. */
  at: number
  /** Seconds that were told and not acknowledged begin here. */
  told: number
}

/** What became of the beats of one stage. */
export interface BeatTally {
  sent: number
  taken: number
  failed: number
  gained: number
  /** Answers that asked for a pause longer than usual. */
  slowed: number
  readonly times: number[]
}

export const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0

/** One request; resolves with its status and body, 0 where the connection broke. */
export function ask(
  agent: Agent,
  port: number,
  { token, path, body }: { readonly token: string; readonly path: string; readonly body?: object },
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve) => {
    const payload = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      token,
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    }
    const method = body ? 'POST' : 'GET'
    const sent = request({ host: '127.0.0.1', port, method, path, agent, headers }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
      )
      answer.on('error', () => resolve({ status: 0, text: '' }))
    })
    sent.on('error', () => resolve({ status: 0, text: '' }))
    sent.end(payload)
  })
}

/** The usual pause between two beats with its fifth more. */
const longestUsual = 18

/** One beat of a watcher: what was played since the last that was acknowledged. */
async function beat(agent: Agent, port: number, one: Watcher, tally: BeatTally): Promise<void> {
  const [from, to] = [one.told, Math.floor(one.at)]
  one.seq += 1
  tally.sent += 1
  const began = performance.now()
  const body = { session: one.session, seq: one.seq, claims: [[from, to, 1]], at: to }
  const { status, text } = await ask(agent, port, { token: one.token, path: '/api/v1/watch/beat', body })
  tally.times.push(performance.now() - began)
  if (status !== 200) {
    tally.failed += 1
    return
  }
  const { data } = JSON.parse(text) as { data: { gained: number; next: number } }
  one.told = to
  tally.taken += 1
  tally.gained += data.gained
  if (data.next > longestUsual) tally.slowed += 1
}

/**
 * Lets everybody tell a beat each so many seconds, evenly spread, whether earlier ones were answered or not. A
 * watcher whose beat is under way is passed over, as a player does.
 */
export async function watchFor(
  port: number,
  watchers: readonly Watcher[],
  { every, seconds }: { readonly every: number; readonly seconds: number },
): Promise<BeatTally> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const tally: BeatTally = { sent: 0, taken: 0, failed: 0, gained: 0, slowed: 0, times: [] }
  const busy = new Set<Watcher>()
  const began = performance.now()
  let told = 0
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      const passed = (performance.now() - began) / 1_000
      if (passed >= seconds) {
        clearInterval(timer)
        done()
        return
      }
      for (const due = Math.floor((passed / every) * watchers.length); told < due; told += 1) {
        const one = watchers[told % watchers.length]
        if (!one || busy.has(one)) continue
        busy.add(one)
        one.at += every
        void beat(agent, port, one, tally).finally(() => busy.delete(one))
      }
    }, 10)
  })
  while (busy.size > 0) await new Promise((go) => setTimeout(go, 20))
  agent.destroy()
  return tally
}

/** Clock ticks a second of /proc. */
const ticks = 100

/** Seconds of processor that a process and its children took, those that ended among them. */
export function processorOf(pid: number): number {
  const parents = new Map<number, { readonly parent: number; readonly used: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      const used = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0)
      parents.set(Number(name), { parent: Number(fields[1]), used })
    } catch {
      // It ended meanwhile.
    }
  }
  let sum = 0
  for (const [id, { used, parent }] of parents) if (id === pid || parent === pid) sum += used
  return sum / ticks
}
