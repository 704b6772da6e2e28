import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One call as sqlmap is told it. */
export interface Target {
  readonly url: string
  /** A JSON body, for POST. */
  readonly body?: unknown
}

/** How hard it tries, as sqlmap counts it: 1 to 5, and 1 to 3; and the techniques by their letters. */
export interface Effort {
  readonly level: number
  readonly risk: number
  readonly technique?: string
}

function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('sqlmap', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (part: Buffer) => (output += part.toString()))
    child.stderr.on('data', (part: Buffer) => (output += part.toString()))
    child.on('error', () => reject(new Error('sqlmap is not installed (Debian: apt-get install sqlmap)')))
    child.on('close', () => resolve(output))
  })
}

const usual = [
  '--batch',
  '--disable-coloring',
  '--flush-session',
  '--dbms=PostgreSQL',
  '--threads=2',
  '--timeout=20',
]

/**
 * Tries to inject into every parameter of a call.
 * @returns what sqlmap calls injectable, with what it printed
 */
export async function injectableIn(
  { url, body }: Target,
  token: string,
  { level, risk, technique = 'BEUST' }: Effort,
): Promise<{ readonly found: readonly string[]; readonly tried: number; readonly output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-sqlmap-'))
  try {
    const output = await run([
      ...usual,
      `--output-dir=${folder}`,
      `--level=${level}`,
      `--risk=${risk}`,
      `--technique=${technique}`,
      `--headers=token: ${token}\nContent-Type: application/json`,
      '-u',
      url,
      // Refusals are answers here: the portal says 400 with a sentence to what it does not understand.
      '--ignore-code=*',
      ...(body === undefined ? [] : [`--data=${JSON.stringify(body)}`]),
    ])
    const found = [...output.matchAll(/^Parameter: (.+)$/gm)].map(([, name = '']) => name)
    const tried = new Set([...output.matchAll(/testing if (.+?) is dynamic/g)].map(([, name]) => name)).size
    return { found, tried, output }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
