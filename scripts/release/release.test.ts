import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { version } from '../../catalogue/version.ts'
import { migrationFaults, migrationSums } from './migrations.ts'
import { askedPackages, neededPackages } from './packages.ts'

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-release-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

it('the program, its package and the news speak of one version', async () => {
  const root = join(import.meta.dirname, '../..')
  const [manifest, lock] = await Promise.all(
    ['package.json', 'package-lock.json'].map(async (name): Promise<{ version?: string }> =>
      JSON.parse(await readFile(join(root, name), 'utf8')),
    ),
  )
  expect([manifest?.version, lock?.version]).toEqual([version, version])
  expect(await readFile(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version} `)
})

it('migrations of a release follow those that ran with the release before it', async () => {
  const before = await folderWith({ '0200-a.sql': 'create table a ();', '0201-b.sql': 'create table b ();' })
  const ran = await migrationSums(before)
  const now = await folderWith({
    '0200-a.sql': 'create table a (x int);',
    '0200-z.sql': 'create table z ();',
    '0201-b.sql': 'create table b ();',
    '0202-c.sql': 'alter table a drop column x;',
    '0203-d.sql': '-- second step of 0201: unused since\ndrop table b;',
    '0204-e.sql': '-- second step of 0202: first and second in one release\ndrop table c;',
  })
  expect(await migrationFaults(now, ran, await migrationSums(now))).toEqual([
    '0200-a.sql ran with the release before and is another one now',
    '0200-z.sql comes before 0201-b.sql',
    '0202-c.sql：删除了表、视图或列',
    '0204-e.sql：删除了表、视图或列',
  ])
  expect(await migrationFaults(before, ran, ran)).toEqual([])
})

it('takes the packages that the program asks for with all that they need, and no other', async () => {
  const manifest = (needs: object = {}) => JSON.stringify(needs)
  const folder = await folderWith({
    'server/a.ts': `import { x } from '@scope/one/part'\nconst y = await import('two')\nimport z from 'node:fs'`,
    'server/b.test.ts': '',
    'node_modules/@scope/one/package.json': manifest({ dependencies: { three: '1' } }),
    'node_modules/@scope/one/node_modules/three/package.json': manifest({
      optionalDependencies: { gone: '1' },
    }),
    'node_modules/two/package.json': manifest({ peerDependencies: { three: '2' } }),
    'node_modules/three/package.json': manifest(),
    'node_modules/unasked/package.json': manifest(),
  })
  const asked = await askedPackages({ program: folder, installed: folder, folders: ['server'] })
  expect([...asked].sort()).toEqual(['@scope/one', 'two'])
  expect([...neededPackages(folder, asked)].sort()).toEqual([
    'node_modules/@scope/one',
    'node_modules/@scope/one/node_modules/three',
    'node_modules/three',
    'node_modules/two',
  ])
})
