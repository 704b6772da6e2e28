import { readConfig } from './config.ts'
import { processCount } from './running.ts'

/**
 * How many processes of the portal one start runs; `auto`: one for each core. One where the settings are
 * faulty: that process says what is wrong with them.
 */
export function processesOf(env: Readonly<Record<string, string | undefined>>): number {
  try {
    readConfig(env)
  } catch {
    return 1
  }
  return processCount(env['PROCESSES'] || '1')
}
