import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { helpPictures } from '../catalogue/pages/help-pictures.ts'

const folder = new URL('../client/features/help/pictures/', import.meta.url)

it('every picture of the help is there and small, and no other; npm run generate:help-pictures draws them', () => {
  const named = Object.values(helpPictures).flatMap((pictures) => pictures ?? [])
  const files = readdirSync(folder)
  const missing = named.map(({ file }) => `${file}.webp`).filter((file) => !files.includes(file))
  const unnamed = files.filter((file) => !named.some((picture) => `${picture.file}.webp` === file))
  expect({ missing, unnamed }).toEqual({ missing: [], unnamed: [] })
  const large = files.filter((file) => statSync(new URL(file, folder)).size > 40_000)
  expect(large).toEqual([])
  expect(new Set(named.map(({ alt }) => alt)).size).toBe(named.length)
  for (const { alt } of named) expect(alt.length).toBeGreaterThan(8)
})

it.each(['README.md', 'README.en.md'])('%s shows four of them, each with words', (file) => {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  const shown = [...text.matchAll(/!\[([^\]]+)\]\(client\/features\/help\/pictures\/([^)]+)\)/g)]
  const files = readdirSync(folder)
  expect(shown).toHaveLength(4)
  for (const [, alt = '', name = ''] of shown)
    expect([alt.length > 8, files.includes(name)]).toEqual([true, true])
})
