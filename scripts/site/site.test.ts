import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { chapterGroups } from './chapters.ts'
import { deadLinks } from './links.ts'
import { buildSite } from './site.ts'

const root = join(import.meta.dirname, '../..')

it('every link, picture and heading that a page of the site names is there', async () => {
  const out = await mkdtemp(join(tmpdir(), 'xingtan-site-'))
  onTestFinished(() => rm(out, { recursive: true, force: true }))
  await buildSite(root, out)
  const names = (await readdir(out, { recursive: true })).filter((name) => name.endsWith('.html'))
  const texts = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(out, name), 'utf8')] as const)),
  )
  const missing = [...texts].flatMap(([name, text]) =>
    [...text.matchAll(/ (?:href|src)="([^"]+)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => !/^(?:[a-z]+:|\/)/.test(href))
      .flatMap((href) => {
        const [path = '', anchor] = href.split('#')
        const target = path === '' ? name : join(dirname(name), decodeURIComponent(path))
        const there = existsSync(join(out, target))
        const within = !anchor || texts.get(target)?.includes(` id="${decodeURIComponent(anchor)}"`)
        return there && within ? [] : [`${name} -> ${href}`]
      }),
  )
  expect(missing).toEqual([])
  expect(texts.size).toBeGreaterThan(300)
  // Nothing of a page is asked of anybody outside, and nothing runs that the portal's policy would refuse.
  for (const [name, text] of texts)
    expect(text, name).not.toMatch(/<script(?![^>]* src="(?:\.\.\/)*search\.js")|\son\w+="| style="/)
})

it('finds links to pages and to headings that are not there', () => {
  const chapters = chapterGroups(root).flatMap((group) => group.chapters)
  const page = { address: 'x.html', title: 'x', source: 'docs/x.md' }
  const text =
    '# Here\n\n[a](map.md) [b](gone.md) [c](map.md#no-such-heading) [d](#here) ![e](gone.webp) [f](https://x.cn)'
  expect(deadLinks(root, [...chapters, { ...page, text }])).toEqual([
    'docs/x.md links to gone.md, which is not there',
    'docs/x.md links to map.md#no-such-heading, a heading that is not there',
    'docs/x.md links to gone.webp, which is not there',
  ])
})
