import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/**
 * The style sheet of the first picture stands behind the page, and those that come later stand in its head
 * (vite.config.ts): of two equally strong rules that of the common parts wins. A dialog's own class alone
 * would lose its width and its padding to `.x-dialog`.
 */
it('rules of a dialog of its own are stronger than those of every dialog', () => {
  const own = new Set(
    globSync('client/**/*.tsx', { cwd: root }).flatMap((file) =>
      [...read(file).matchAll(/className="x-dialog ([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
    ),
  )
  expect(own.size).toBeGreaterThan(10)
  const weak = globSync('client/**/*.css', { cwd: root }).flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => own.has(/^\s*\.([a-z-]+)/.exec(line)?.[1] ?? ''))
      .map((line) => `${file}: ${line.trim()}, say .x-dialog${line.trim()}`),
  )
  expect(weak).toEqual([])
})
