import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** The table of docs/glossary.md: the word a screen uses, and second words for the same thing. */
const table = read('docs/glossary.md')
  .split('## Words of the interface')[1]!
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 5 && !/^(用|-+)$/.test(cells[1]!))
  .map(([, use = '', not = '']) => ({ use: use.split('、'), not: not.split('、') }))

/** Every second word in a text, with the line it stands in. A second word within the right one is none. */
function secondWords(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      table.flatMap(({ use, not }) =>
        not
          .filter((word) => use.reduce((rest, right) => rest.replaceAll(right, ''), line).includes(word))
          .map((word) => `${at + 1}: ${word}, say ${use[0]}`),
      ),
    )
}

it('sees a second word, and leaves the right one alone', () => {
  expect(table.length).toBeGreaterThan(30)
  expect(secondWords('保存草稿\n存草稿')).toEqual(['2: 存草稿, say 保存草稿'])
})

it('uses one word for one thing on every screen', () => {
  const root = new URL('..', import.meta.url)
  const files = globSync('{catalogue,client,server}/**/*.{ts,tsx}', { cwd: root }).filter(
    (name) => !name.includes('.test.'),
  )
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) => secondWords(read(file)).map((one) => `${file}:${one}`))
  expect(found).toEqual([])
})

it('asks nobody before a screen for a command', () => {
  const root = new URL('..', import.meta.url)
  const files = globSync('{catalogue,client,server/features}/**/*.{ts,tsx}', { cwd: root }).filter(
    (name) => !name.includes('.test.'),
  )
  const found = files.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => /npm run/.test(line) && /\p{Script=Han}/u.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
