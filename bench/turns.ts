import { readFileSync } from 'node:fs'
import type { Result } from './generator.ts'
import type { RunningServer } from './server.ts'

/** One of two that are asked in turn. */
export interface Side {
  readonly server: RunningServer
  readonly run: (port: number) => Promise<Result>
}

const median = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

type ResultWithCpu = Result & { readonly cpu: number }

/** Milliseconds of processor a process has used (Linux); clock ticks are hundredths of a second. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** One round against one server, with the processor time it took per request. */
async function measure({ run, server: { child, port } }: Side, seconds: number): Promise<ResultWithCpu> {
  const before = cpuOf(child.pid ?? 0)
  const result = await run(port)
  return { ...result, cpu: (cpuOf(child.pid ?? 0) - before) / Math.max(1, result.perSecond * seconds) }
}

/** Heads of the columns that `compare` prints. */
export const heads = (first: string, second: string): string =>
  `case      ${first}/s  ${second}/s  time ratio (median; all)            median ms ${first}/${second}  p99 ms  CPU ms/request  failed`

/**
 * Prints a line: how much longer the second side takes than the first, round by round. Whoever goes first
 * changes each round; the first round warms both up and is not counted.
 */
export async function compare(
  name: string,
  [one, two]: readonly [Side, Side],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<void> {
  const pairs: { b: ResultWithCpu; p: ResultWithCpu }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const order = round % 2 ? ([one, two] as const) : ([two, one] as const)
    const first = await measure(order[0], seconds)
    const second = await measure(order[1], seconds)
    if (round > 0) pairs.push(round % 2 ? { b: first, p: second } : { b: second, p: first })
  }
  const ratios = pairs.map(({ b, p }) => b.perSecond / p.perSecond)
  const of = (pick: (pair: { b: ResultWithCpu; p: ResultWithCpu }) => number) => median(pairs.map(pick))
  const failed = pairs.reduce((sum, { b, p }) => sum + b.failed + p.failed, 0)
  console.log(
    [
      name.padEnd(8),
      of(({ b }) => b.perSecond)
        .toFixed(0)
        .padStart(7),
      of(({ p }) => p.perSecond)
        .toFixed(0)
        .padStart(9),
      `   ×${median(ratios).toFixed(2)}  (${ratios.map((r) => r.toFixed(2)).join(' ')})`.padEnd(40),
      `${of(({ b }) => b.median).toFixed(1)} / ${of(({ p }) => p.median).toFixed(1)}`.padEnd(14),
      `${of(({ b }) => b.p99).toFixed(0)} / ${of(({ p }) => p.p99).toFixed(0)}`.padEnd(10),
      `${of(({ b }) => b.cpu).toFixed(2)} / ${of(({ p }) => p.cpu).toFixed(2)}`.padEnd(14),
      String(failed),
    ].join(' '),
  )
}
