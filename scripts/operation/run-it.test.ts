import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { blocksOf } from './blocks.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const [chinese, english] = [read('docs/how-to/run-it.md'), read('docs/how-to/run-it.en.md')]

it('both languages of run-it have the same commands', () => {
  expect(blocksOf(chinese).length).toBeGreaterThan(8)
  expect(blocksOf(english)).toEqual(blocksOf(chinese))
})

it('both name every setting, and no other', () => {
  const settings = ['variables', 'running', 'storage', 'outside-sign-in', 'live'].flatMap((file) =>
    [...read(`server/platform/config/${file}.ts`).matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(
      ([, name]) => name,
    ),
  )
  expect(settings.length).toBeGreaterThan(40)
  for (const document of [chinese, english]) {
    const table = document.slice(document.indexOf('\n## 13.'), document.indexOf('\n## 14.'))
    const named = [...table.matchAll(/^\| (`.*?`) +\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
    )
    expect(named.toSorted()).toEqual(settings.toSorted())
  }
})

it('every file of deploy that they name is there', () => {
  for (const [, path = ''] of `${chinese}${english}`.matchAll(/`(deploy\/[\w.@-]+)`/g))
    expect(() => read(path)).not.toThrow()
})
