import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Words that the pages do not use, from the table of docs/words.md. */
const second = readFileSync(join(root, 'docs/words.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| not') && !line.startsWith('| ---'))
  .flatMap((line) => line.split('|')[1]?.trim().split('、') ?? [])

/** Words of a calling system, or of a comparison with what people type: they are not shown. */
const excepted: readonly (readonly [file: string, word: string])[] = []

const sources = globSync(['catalogue/**/*.ts', 'server/**/*.ts', 'client/**/*.{ts,tsx}'], { cwd: root })
  .filter((file) => !/\.test\.tsx?$|\/test-|testing\//.test(file))
  .toSorted()

test('one thing has one word on every page, in every refusal, message and help (docs/words.md)', () => {
  expect(second.length).toBeGreaterThan(40)
  expect(sources.length).toBeGreaterThan(1500)
  const found = sources.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return lines.flatMap((line, place) =>
      second
        .filter((word) => line.includes(word) && !excepted.some(([f, w]) => f === file && w === word))
        .map((word) => `${file}:${place + 1} ${word}`),
    )
  })
  expect(found).toEqual([])
})
