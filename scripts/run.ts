import { spawn, spawnSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import pLimit from 'p-limit'

/** Runs a tool of node_modules with this Node; its output goes where ours goes. True when it succeeded. */
export function tool(script: string, ...args: string[]): boolean {
  const started = Date.now()
  const { status } = spawnSync(process.execPath, [`node_modules/${script}`, ...args], { stdio: 'inherit' })
  console.log(verdict(status === 0, started, script, args))
  return status === 0
}

/** A tool of node_modules and its arguments. */
export type Command = readonly [script: string, ...args: string[]]

/**
 * Runs tools side by side, as many at once as there are processors. What one prints stands together, before
 * its verdict.
 */
export function toolsAside(commands: readonly Command[]): Promise<boolean[]> {
  const limit = pLimit(availableParallelism())
  return Promise.all(commands.map((command) => limit(() => toolAside(command))))
}

async function toolAside([script, ...args]: Command): Promise<boolean> {
  const started = Date.now()
  const child = spawn(process.execPath, [`node_modules/${script}`, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const [printed, complained, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const lines = [printed, complained].map((part) => part.trimEnd()).filter(Boolean)
  console.log([...lines, verdict(status === 0, started, script, args)].join('\n'))
  return status === 0
}

function verdict(passed: boolean, started: number, script: string, args: readonly string[]): string {
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  return `${passed ? 'ok' : 'FAILED'}  ${script.split('/')[0]} ${args.join(' ')}  ${seconds} s`
}

/**
 * Everything a test writes is thrown away, so it need not reach a disk: creating a test file's database takes
 * 33 ms in memory and 65 to 700 ms on a disk, depending on what else writes there. Two portals and the
 * database server of a whole run fill less than 3 GB.
 */
export function writeInMemory(): void {
  const memory = '/dev/shm'
  const enough = 6 * 1024 ** 3
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize > enough) process.env['TMPDIR'] ??= memory
  } catch {
    // Only Linux offers memory as a folder; elsewhere the ordinary temporary folder serves.
  }
}
