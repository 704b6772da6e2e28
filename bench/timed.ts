import { loadavg } from 'node:os'

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Asks many times, each time about something else, and says the times in milliseconds beside their aim. */
export async function timed<T>(
  name: string,
  { aim, times: count }: { readonly aim: number; readonly times: number },
  ask: (n: number) => Promise<T>,
): Promise<readonly T[]> {
  const times: number[] = []
  const answers: T[] = []
  for (let n = 0; n < count; n += 1) {
    const from = performance.now()
    answers.push(await ask(n))
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  const verdict = at(0.95) <= aim ? 'within' : 'MISSES'
  say(
    `${name}: median ${at(0.5).toFixed(1)} ms, 95 of 100 ${at(0.95).toFixed(1)} ms, ${verdict} the aim of ${aim} ms`,
  )
  return answers
}

/** The load of the machine, which figures of a shared one are read beside. */
export const sayLoad = (): void =>
  say(
    `load ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  )
