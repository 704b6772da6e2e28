import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const generatedFiles = ['registry', 'names', 'public', 'public-entries'].map(
  (name) => `catalogue/contents/${name}.gen.ts`,
)
/** A copy of the rooms that generating reads, to add types to. */
let copy: string
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'xingtan-how-to-'))
  const files = ['docs/permissions.gen.md', 'package.json', 'tsconfig.base.json', '.oxfmtrc.json']
  for (const part of ['catalogue', 'server', 'scripts'].concat(files))
    await cp(join(root, part), join(copy, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rm(copy, { recursive: true, force: true }))

/** Runs node in the copy. */
const node = (...args: string[]) =>
  new Promise<{ readonly code: number; readonly out: string }>((resolve) => {
    execFile(process.execPath, args, { cwd: copy }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, out: stdout + stderr }),
    )
  })
const generate = () => node('scripts/generate.ts')
const texts = () => Promise.all(generatedFiles.map((path) => readFile(join(copy, path), 'utf8')))
const typeFile = (name: string) => join(copy, `catalogue/contents/types/${name}.ts`)

/** The declarations of the how-to, by the name of the file that each is written to. */
async function examples(): Promise<Record<string, string>> {
  const page = await readFile(join(root, 'docs/how-to/add-a-content-type.md'), 'utf8')
  const blocks = [...page.matchAll(/^( *)```ts\n([\s\S]*?)^ *```$/gm)]
  return Object.fromEntries(
    blocks.map(([, indent = '', block = '']) => {
      const text = block.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      const name = /export const (\w+) = defineContent\(/.exec(text)?.[1] ?? ''
      return [name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), text]
    }),
  )
}

const faults = `
  import { checkContents } from './catalogue/contents/check.ts'
  import { contents } from './catalogue/contents/contents.ts'
  import { match } from './catalogue/pages/pages.ts'
  import { menuFor } from './catalogue/pages/menus.ts'
  const titles = menuFor(2).flatMap(({ groups }) => groups).flatMap(({ entries }) => entries)
  console.log(JSON.stringify({
    faults: checkContents(contents),
    guides: match('/home/guides', null)?.title,
    works: titles.filter(({ path }) => path === '/teacher/wdzp').map(({ title }) => title),
  }))`

const recordFaults = `
  import { readdirSync, readFileSync } from 'node:fs'
  import { checkCatalogue } from './catalogue/check.ts'
  import { records } from './catalogue/records/registry.gen.ts'
  const draft = readdirSync('server/migrations').find((name) => name.endsWith('-hobby-certificate.sql'))
  console.log(JSON.stringify({
    faults: checkCatalogue(records).map(({ code, message }) => code + ' ' + message),
    makes: /create table rec_hobby_certificate/.test(readFileSync('server/migrations/' + draft, 'utf8')),
  }))`

describe('the how-to for a type of record', () => {
  it(
    'has its start, its migration and its pages by the commands and the lines it gives',
    { timeout: 120_000 },
    async () => {
      const page = await readFile(join(root, 'docs/how-to/add-a-record-type.md'), 'utf8')
      const [, place = '', title = ''] = /npm run new:record -- (\S+) (\S+)`/.exec(page) ?? []
      expect(await node('scripts/new-record.ts', place, title)).toMatchObject({ code: 0 })
      expect((await generate()).out).not.toContain('Nothing was generated')
      const before = JSON.parse((await node('--input-type=module', '-e', recordFaults)).out)
      expect(before).toMatchObject({
        makes: true,
        faults: expect.arrayContaining([expect.stringMatching(/^C312 .*hobbyCertificate/)]),
      })
      const lines = [...page.matchAll(/^ *\/\/ (catalogue\/pages\/\w+\.ts)\n *(.+)$/gm)]
      expect(lines).toHaveLength(3)
      for (const [, path = '', line = ''] of lines) {
        const text = await readFile(join(copy, path), 'utf8')
        await writeFile(
          join(copy, path),
          text.replace(/^.*languageAbility.*$/m, (beside) => `${beside}\n${line}`),
        )
      }
      expect(JSON.parse((await node('--input-type=module', '-e', recordFaults)).out)).toEqual({
        makes: true,
        faults: [],
      })
    },
  )
})

describe('the how-to for a type of content', () => {
  it('has examples that are generated, compiled and checked', { timeout: 120_000 }, async () => {
    const written = await examples()
    expect(Object.keys(written)).toEqual(['guide', 'lesson-plan'])
    for (const [name, text] of Object.entries(written)) await writeFile(typeFile(name), text)
    const done = await generate()
    expect(done.out).not.toContain('Nothing was generated')
    expect((await texts())[1]).toContain("'guide',")
    const compiled = await node('node_modules/typescript-native/bin/tsc', '-p', 'catalogue/tsconfig.json')
    expect(compiled).toEqual({ code: 0, out: '' })
    const checked = await node('--input-type=module', '-e', faults)
    expect(JSON.parse(checked.out)).toEqual({ faults: [], guides: '办事指南', works: ['我的作品'] })
  })

  it(
    'a declaration that cannot be read is named, and nothing is generated',
    { timeout: 60_000 },
    async () => {
      const before = await texts()
      const guide = (await examples())['guide'] ?? ''
      await writeFile(typeFile('guide'), guide.replace('...asArticle', '...asNothing'))
      await writeFile(
        typeFile('extra'),
        guide.replaceAll("'guide'", "'extra'").replace('const guide', 'const extra'),
      )
      const refused = await generate()
      expect(refused.code).toBe(1)
      expect(refused.out).toMatch(
        /^catalogue\/contents\/types\/guide\.ts:\d+: asNothing is not defined\nNothing was generated\.$/m,
      )
      expect(refused.out).not.toContain('    at ')
      expect(await texts()).toEqual(before)
    },
  )
})
