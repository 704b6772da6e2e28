import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tool } from './run.ts'

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numTotalTests: number
}

/** One run of the test runner; a run that did not even report counts as one failure. */
function run(config: string, label: string): { passed: number; failed: number } {
  const file = join(tmpdir(), `xingtan-${label}-${process.pid}.json`)
  const ok = tool(
    'vitest/vitest.mjs',
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  )
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    const failed = report.numFailedTests + (ok || report.numFailedTests > 0 ? 0 : 1)
    return { passed: report.numPassedTests, failed }
  } catch {
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(file, { force: true })
  }
}

/** Unit, contract and server tests, then the journeys in a browser. Ends with a line that says how many. */
const runs = [run('vitest.config.ts', 'unit'), run('e2e/vitest.config.ts', 'e2e')]
const passed = runs.reduce((sum, r) => sum + r.passed, 0)
const failed = runs.reduce((sum, r) => sum + r.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
