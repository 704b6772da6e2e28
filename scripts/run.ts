import { spawnSync } from 'node:child_process'

/** Runs a tool of node_modules with this Node; its output goes where ours goes. True when it succeeded. */
export function tool(script: string, ...args: string[]): boolean {
  const started = Date.now()
  const { status } = spawnSync(process.execPath, [`node_modules/${script}`, ...args], { stdio: 'inherit' })
  console.log(
    `${status === 0 ? 'ok' : 'FAILED'}  ${script.split('/')[0]} ${args.join(' ')}  ${((Date.now() - started) / 1000).toFixed(1)} s`,
  )
  return status === 0
}
