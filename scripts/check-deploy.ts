/**
 * `npm run check:deploy [-- --backup place]`: reads the environment as the start does, looks at the machine
 * and its surroundings, and says what a portal in production should not be run with. Ends with 0 or 1.
 */
import { parseArgs } from 'node:util'
import { suiteLabels } from '../catalogue/crypto/uses.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { deploymentFaults } from '../server/platform/config/deployment.ts'
import { withPooler } from '../server/platform/db/pooler.ts'
import { machineFaults } from './machine-faults.ts'

async function check(): Promise<number> {
  const { values } = parseArgs({ options: { backup: { type: 'string' } } })
  const given = readConfig(process.env)
  // A database that cannot be reached is found, and named, below.
  const config = await withPooler(given).catch(() => given)
  const faults = [...deploymentFaults(config), ...(await machineFaults(config, values.backup))]
  process.stdout.write(`密码算法套件：${config.cryptoSuite}（${suiteLabels[config.cryptoSuite]}）\n`)
  for (const fault of faults) process.stdout.write(`✗ ${fault}\n`)
  process.stdout.write(
    faults.length === 0
      ? '没有发现不适合正式运行的设置。\n'
      : `发现 ${faults.length} 处不适合正式运行的设置。\n`,
  )
  return faults.length === 0 ? 0 : 1
}

try {
  process.exitCode = await check()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
