/**
 * `npm run check:deploy`: reads the environment as the start does and says what a portal in production should
 * not be run with. Ends with 0 or 1.
 */
import { readConfig } from '../server/platform/config/config.ts'
import { deploymentFaults } from '../server/platform/config/deployment.ts'

function check(): number {
  const faults = deploymentFaults(readConfig(process.env))
  for (const fault of faults) process.stdout.write(`✗ ${fault}\n`)
  process.stdout.write(
    faults.length === 0
      ? '没有发现不适合正式运行的设置。\n'
      : `发现 ${faults.length} 处不适合正式运行的设置。\n`,
  )
  return faults.length === 0 ? 0 : 1
}

try {
  process.exitCode = check()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
