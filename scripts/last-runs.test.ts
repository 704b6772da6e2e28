import { expect, it } from 'vitest'
import { withRun } from './last-runs.ts'

const page = `# Last runs

| Command | Date | Commit | Result |
| --- | --- | --- | --- |
| \`npm run one\` | 2026-01-01 | aaaa | 1 passed |
| \`npm run other\` | – | – | – |

Below.
`

it('a run takes the place of the last one of its command, and of no other', () => {
  const run = { command: 'npm run one', date: '2026-02-02', commit: 'bbbb', result: '2 passed' }
  const after = withRun(page, run)
  expect(after).toContain('| `npm run one` | 2026-02-02 | bbbb | 2 passed |\n\nBelow.')
  expect(after).toContain('| `npm run other` | – | – | – |')
  expect(after).not.toContain('aaaa')
  expect(withRun(after, run)).toBe(after)
})
