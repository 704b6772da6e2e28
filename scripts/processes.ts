import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Milliseconds before a process that ended by itself is started again; doubled each time, up to the second.
 */
const pauses = { first: 500, longest: 30_000 } as const
/** Who has run for so long was not ended by its start. */
const settledAfter = 60_000

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Each process counts of itself, so each is asked on a port of its own. */
const ownPorts = (number: number): NodeJS.ProcessEnv => {
  const first = process.env['METRICS_PORT']
  return first ? { METRICS_PORT: String(Number(first) + number) } : {}
}

/** One of the processes, started again whenever it ends before it is told to. */
interface Seat {
  worker: Worker
  pause: number
}

/**
 * Runs so many processes of the portal on one port (docs/decisions/0127): the first prepares the database
 * before the others begin, who ends by itself is started again, SIGHUP restarts one after the other, SIGTERM
 * and SIGINT end all.
 */
export async function superviseProcesses(count: number): Promise<void> {
  const seats: Seat[] = []
  let stopping = false
  const begin = async (number: number): Promise<Worker> => {
    const worker = cluster.fork(ownPorts(number))
    const born = performance.now()
    worker.on('exit', (code, signal) => void ended(number, worker, { code, signal, born }))
    await Promise.race([once(worker, 'listening'), once(worker, 'exit')])
    return worker
  }
  const ended = async (
    number: number,
    worker: Worker,
    { code, signal, born }: { code: number; signal: string | null; born: number },
  ) => {
    const seat = seats[number]
    if (stopping || worker.exitedAfterDisconnect || seat?.worker !== worker) return
    if (performance.now() - born > settledAfter) seat.pause = pauses.first
    say(`第 ${number + 1} 个进程已结束（${signal ?? code}），${seat.pause / 1000} 秒后重新启动。`)
    await sleep(seat.pause)
    seat.pause = Math.min(seat.pause * 2, pauses.longest)
    if (!stopping) seat.worker = await begin(number)
  }
  const end = async (worker: Worker) => {
    if (worker.isDead()) return
    worker.exitedAfterDisconnect = true
    worker.process.kill('SIGTERM')
    await once(worker, 'exit')
  }
  const stop = async () => {
    if (stopping) return
    stopping = true
    await Promise.all(seats.map(({ worker }) => end(worker)))
    process.exit(seats.every(({ worker }) => worker.process.exitCode === 0) ? 0 : 1)
  }
  let rolling = Promise.resolve()
  const roll = async () => {
    for (const [number, seat] of seats.entries()) {
      if (stopping) return
      await end(seat.worker)
      seat.worker = await begin(number)
    }
    say('各进程已依次重新启动。')
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  process.on('SIGHUP', () => void (rolling = rolling.then(roll)))
  const first = await begin(0)
  // What is wrong with its settings it has said itself.
  if (first.isDead()) process.exit(first.process.exitCode ?? 1)
  seats.push({ worker: first, pause: pauses.first })
  const others = Array.from({ length: count - 1 }, async (_, index) => ({
    worker: await begin(index + 1),
    pause: pauses.first,
  }))
  seats.push(...(await Promise.all(others)))
  say(`共 ${count} 个进程，由进程 ${process.pid} 照看。`)
}
