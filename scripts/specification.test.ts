import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const lines = readFileSync(join(root, 'docs/specification.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, section = '', demand = '', file = '', name = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
    return { section, demand, file, name }
  })

test('the table covers sections 3 to 6, 8 and 9', () => {
  expect([...new Set(lines.map(({ section }) => section))]).toEqual(['3', '4', '5', '6', '8', '9'])
  expect(lines.length).toBeGreaterThanOrEqual(40)
})

test.each(lines)('section $section: $demand', ({ file, name }) => {
  expect(name).not.toBe('')
  // Names stand in single quotes; formatting of the table escapes signs of Markdown.
  const plain = (text: string) => text.replaceAll('\\', '')
  expect(plain(readFileSync(join(root, file), 'utf8'))).toContain(plain(name))
})
