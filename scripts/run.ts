import { spawnSync } from 'node:child_process'
import { statfsSync } from 'node:fs'

/** Runs a tool of node_modules with this Node; its output goes where ours goes. True when it succeeded. */
export function tool(script: string, ...args: string[]): boolean {
  const started = Date.now()
  const { status } = spawnSync(process.execPath, [`node_modules/${script}`, ...args], { stdio: 'inherit' })
  console.log(
    `${status === 0 ? 'ok' : 'FAILED'}  ${script.split('/')[0]} ${args.join(' ')}  ${((Date.now() - started) / 1000).toFixed(1)} s`,
  )
  return status === 0
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
