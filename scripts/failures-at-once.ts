import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'

const red = (text: string) => (process.stdout.isTTY ? `\x1b[31m${text}\x1b[39m` : text)

/** The message with the difference of values, and the first line of the project's own code. */
function reasonOf({ name, message, diff, stacks = [] }: SerializedError): string {
  const [place] = stacks
  const parts = [`${name}: ${message}`, diff, place && `  at ${place.file}:${place.line}:${place.column}`]
  return parts.filter(Boolean).join('\n')
}

/** Prints name and reason of a failed test at the moment it fails; the summary at the end repeats them. */
export default class FailuresAtOnce implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') tell(test.module, test.fullName, test.result().errors ?? [])
  }

  onTestSuiteResult(suite: TestSuite): void {
    tell(suite.module, suite.fullName, suite.errors())
  }

  onTestModuleEnd(module: TestModule): void {
    tell(module, '', module.errors())
  }
}

function tell(module: TestModule, name: string, errors: readonly SerializedError[]): void {
  if (errors.length === 0) return
  const title = [module.relativeModuleId, name].filter(Boolean).join(' > ')
  console.log(`\n${red('FAILED')}  ${title}\n${errors.map(reasonOf).join('\n')}\n`)
}
