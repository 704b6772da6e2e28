import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { everything } from '../server/platform/testing/test-extent.ts'
import { noteRun } from './last-runs.ts'
import { tool, writeInMemory } from './run.ts'

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numTotalTests: number
  readonly testResults: readonly { readonly name: string; readonly status: string }[]
}

interface Outcome {
  readonly passed: number
  readonly failed: number
  /** The files with a failure, as absolute paths. */
  readonly red: readonly string[]
}

/** One run of the test runner; a run that did not even report counts as one failure. */
function run(label: keyof typeof suites, paths: readonly string[]): Outcome {
  const file = join(tmpdir(), `xingtan-${label}-${process.pid}.json`)
  const ok = tool(
    'vitest/vitest.mjs',
    'run',
    '--config',
    suites[label],
    '--reporter=default',
    '--reporter=./scripts/failures-at-once.ts',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...paths,
  )
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    const failed = report.numFailedTests + (ok || report.numFailedTests > 0 ? 0 : 1)
    const red = report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
    return { passed: report.numPassedTests, failed, red }
  } catch {
    return { passed: 0, failed: 1, red: [] }
  } finally {
    rmSync(file, { force: true })
  }
}

/** So few files are run once more; more of them are no chance but a fault, and running them costs too long. */
const mostAgain = 6

/**
 * One suite. Of a whole run, the files that failed, if few, are run once more by themselves, journeys one after
 * the other: a browser beside two portals on two cores loses a race now and then, and so does a server beside
 * another one. What fails twice is red; what passed only the second time is named at the end, to be mended
 * (decisions 50, 158).
 */
function runTwice(label: keyof typeof suites, paths: readonly string[]): Outcome {
  const first = run(label, paths)
  if (paths.length > 0 || first.red.length === 0 || first.red.length > mostAgain) return first
  if (label === 'e2e') process.env['E2E_PORTALS'] = '1'
  const again = run(label, first.red)
  if (again.failed === 0) secondTime.push(...first.red.map((file) => relative(process.cwd(), file)))
  return { passed: first.passed + first.failed - again.failed, failed: again.failed, red: again.red }
}

const secondTime: string[] = []

const suites = { unit: 'vitest.config.ts', e2e: 'e2e/vitest.config.ts' } as const

/**
 * `npm test`: unit, contract and server tests, then the journeys in a browser; ends with a line that says how
 * many. `npm test -- path …` runs the named test files or folders only; a journey by e2e/ and its name.
 * `npm run test:everything` is the same with all cases of each test.
 */
writeInMemory()
const asked = process.argv.slice(2)
const isJourney = (path: string) => path.startsWith('e2e')
const journeys = asked.filter(isJourney).map((path) => path.replace(/^e2e\/?/, ''))
const others = asked.filter((path) => !isJourney(path))
// What is named runs, also where it is no journey of every run (e2e/tools/purposes.ts).
if (journeys.length > 0) process.env['JOURNEYS_NAMED'] = '1'
// One file needs one portal; the second would only cost its start.
if (journeys.length === 1) process.env['E2E_PORTALS'] ??= '1'
const runs = [
  ...(asked.length === 0 || others.length > 0 ? [runTwice('unit', others)] : []),
  ...(asked.length === 0 || journeys.length > 0 ? [runTwice('e2e', journeys)] : []),
]
const passed = runs.reduce((sum, r) => sum + r.passed, 0)
const failed = runs.reduce((sum, r) => sum + r.failed, 0)
for (const file of secondTime) console.log(`passed only the second time: ${file}`)
console.log(`${passed} passed, ${failed} failed`)
if (everything && asked.length === 0)
  await noteRun('npm run test:everything', `${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
