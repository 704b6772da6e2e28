/**
 * `npm run test:release`: makes the archives of both platforms from the commit that is checked out, and tries that of
 * x64 where there is nothing: a network namespace without a way out, a root file system that holds glibc, a
 * shell, tar and gzip and else the archive. The portal serves, without and with the demo region, by the clock;
 * is brought to a next version, is refused a damaged and an older one, and comes back from one that does not
 * start. Of arm64, checksums and kinds of files are looked at; it is not run. `--made folder --key file` tries
 * archives that are there. Needs root and a registry.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { version } from '../../catalogue/version.ts'
import { filesBelow, releaseFaults, signingKey, writeSums } from '../home/sums.ts'
import { noteOf } from '../home/update.ts'
import { noteRun } from '../last-runs.ts'

const root = join(import.meta.dirname, '../..')
const aims = { archiveMB: 350, installedMB: 700, servesSeconds: 10, demoSeconds: 25 } as const
/** Versions that the trial makes of the release. */
const next = { good: '98.0.0', broken: '98.1.0', foreign: '98.2.0', damaged: '98.3.0' } as const
const say = (line: string) => void process.stdout.write(`${line}\n`)
const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2)

/** The machine that an ELF file is made for. */
const machines: Readonly<Record<number, string>> = { 0x3e: 'linux-x64', 0xb7: 'linux-arm64' }

/** Programs and libraries of a release that are made for another machine. */
async function foreignPrograms(tree: string): Promise<string[]> {
  const { platform } = await noteOf(tree)
  const found: string[] = []
  let looked = 0
  for (const path of await filesBelow(tree)) {
    const file = await open(join(tree, path))
    const { buffer } = await file.read(Buffer.alloc(20), 0, 20, 0).finally(() => file.close())
    if (buffer.readUInt32BE(0) !== 0x7f454c46) continue
    looked++
    if (machines[buffer.readUInt16LE(18)] !== platform) found.push(path)
  }
  if (looked === 0) throw new Error('no program was found')
  return found
}

/** A copy of a release under another version, changed, summed and signed as that. */
async function nextRelease(of: {
  readonly tree: string
  readonly to: string
  readonly version: string
  readonly key: KeyObject
  readonly change?: (tree: string) => Promise<void>
  /** After the sums were written. */
  readonly damage?: (tree: string) => Promise<void>
}): Promise<void> {
  const name = `xingtan-${of.version}`
  const tree = join(of.to, name)
  await cp(of.tree, tree, { recursive: true, verbatimSymlinks: true })
  for (const path of ['package.json', 'release.json', 'catalogue/version.ts']) {
    const text = await readFile(join(tree, path), 'utf8')
    await writeFile(join(tree, path), text.replace(version, of.version))
  }
  await of.change?.(tree)
  await writeSums(tree, of.key)
  await of.damage?.(tree)
  execFileSync('tar', ['-czf', `${tree}.tar.gz`, '-C', of.to, name])
  await rm(tree, { recursive: true })
}

/** A root file system with what a release asks of a machine: glibc, a shell, tar and gzip. */
async function emptyRoot(folder: string): Promise<void> {
  for (const name of ['bin', 'tmp', 'proc', 'dev', 'etc', 'opt'])
    await mkdir(join(folder, name), { recursive: true })
  const programs = { sh: '/bin/dash', tar: '/bin/tar', gzip: '/bin/gzip' }
  const libraries = new Set<string>()
  for (const [name, path] of Object.entries(programs)) {
    await cp(path, join(folder, 'bin', name), { dereference: true })
    for (const [found] of execFileSync('ldd', [path], { encoding: 'utf8' }).matchAll(/\/\S+\.so\S*/g))
      libraries.add(found)
  }
  // Node asks for glibc and for the compiler's library; packages ask for other parts of glibc.
  for (const [found] of execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).matchAll(
    /\/\S+\.so\S*/g,
  )) {
    libraries.add(found)
    for (const part of ['librt.so.1', 'libresolv.so.2', 'libutil.so.1'])
      if (existsSync(join(dirname(found), part))) libraries.add(join(dirname(found), part))
  }
  for (const path of libraries) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(path, join(folder, path), { dereference: true })
  }
  await writeFile(join(folder, 'etc/passwd'), 'xingtan:x:4242:4242::/opt:/bin/sh\n')
  await chmod(join(folder, 'tmp'), 0o1777)
}

/** The trial as a script of bash in namespaces of its own: no network but the loopback. */
const trial = (folder: string) => `
set -eu
ip link set lo up
mount -t proc proc ${folder}/proc
for name in null urandom random zero; do : > ${folder}/dev/$name; mount --bind /dev/$name ${folder}/dev/$name; done
mkdir -p ${folder}/dev/shm && mount -t tmpfs tmpfs ${folder}/dev/shm
chown 4242:4242 ${folder}/opt
inside() { chroot --userspec=4242:4242 ${folder} /bin/sh -c "cd /opt && $*"; }
now() { date +%s%N; }
probe() { ${process.execPath} ${root}/scripts/operation/release-probe.ts "$@"; }
if probe reach; then echo 'the network has a way out'; exit 1; fi

started=$(now)
inside "tar -xzf x-${version}.tar.gz"
unpacked=$(now)
inside "xingtan-${version}/xingtan up"
echo "unpacked in $(( (unpacked - started) / 1000000 )) ms"
echo "SERVES $(( ($(now) - unpacked) / 1000000 ))"
probe version ${version}
grep -q 'admin' ${folder}/opt/xingtan.log
inside "xingtan-${version}/xingtan verify"
inside "xingtan-${version}/xingtan down"
mv ${folder}/opt/data ${folder}/opt/data-empty

started=$(now)
printf 'DEMO=on\nNODE_ENV=development\n' > ${folder}/opt/xingtan.env
inside "xingtan-${version}/xingtan up"
echo "DEMO $(( ($(now) - started) / 1000000 ))"
probe version ${version}
probe sign-in
refused() { if inside "$*"; then echo "not refused: $*"; exit 1; fi; }
refused "xingtan-${version}/xingtan update xingtan-${next.damaged}.tar.gz"
refused "xingtan-${version}/xingtan update xingtan-${next.foreign}.tar.gz"
refused "xingtan-${version}/xingtan update xingtan-${next.broken}.tar.gz --patience 60"
probe version ${version}
started=$(now)
inside "xingtan-${version}/xingtan update xingtan-${next.good}.tar.gz"
echo "UPDATED $(( ($(now) - started) / 1000000 ))"
probe version ${next.good}
probe sign-in
refused "current/xingtan update x-${version}.tar.gz"
probe version ${next.good}
ls ${folder}/opt ${folder}/opt/backup
inside "current/xingtan down"
`

/** What the trial printed as `NAME milliseconds`, in seconds. */
function secondsIn(text: string, name: string): number {
  const found = new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]
  if (found === undefined) throw new Error(`the trial did not come to ${name}`)
  return Number(found) / 1000
}

async function sizeOf(tree: string): Promise<number> {
  let bytes = 0
  for (const path of await filesBelow(tree)) bytes += (await stat(join(tree, path))).size
  return bytes
}

/** Unpacks an archive beside it and says what is wrong with its files. */
async function looked(
  archive: string,
  folder: string,
): Promise<{ readonly tree: string; readonly size: number }> {
  await mkdir(folder)
  execFileSync('tar', ['-xzf', archive, '-C', folder])
  const tree = join(folder, `xingtan-${version}`)
  const signer = await readFile(join(tree, 'release.pub'), 'utf8')
  const faults = [...(await releaseFaults(tree, signer)), ...(await foreignPrograms(tree))]
  if (faults.length > 0) throw new Error(`${archive}: ${faults.slice(0, 5).join(', ')}`)
  return { tree, size: await sizeOf(tree) }
}

/** Makes the archives, or takes those that are there. */
async function archivesIn(folder: string): Promise<{ readonly out: string; readonly privateKey: KeyObject }> {
  const { values } = parseArgs({ options: { made: { type: 'string' }, key: { type: 'string' } } })
  if (values.made !== undefined && values.key !== undefined)
    return { out: resolve(values.made), privateKey: signingKey(await readFile(values.key, 'utf8')) }
  const { privateKey } = generateKeyPairSync('ed25519')
  const [out, pem] = [join(folder, 'out'), join(folder, 'key.pem')]
  await writeFile(pem, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  execFileSync(process.execPath, ['scripts/release/release.ts', '--out', out, '--key', pem], {
    cwd: root,
    stdio: 'inherit',
  })
  return { out, privateKey }
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-release-'))
  await chmod(folder, 0o755)
  try {
    const { out, privateKey } = await archivesIn(folder)
    const archives = ['x64', 'arm64'].map((one) => join(out, `xingtan-${version}-linux-${one}.tar.gz`))
    const sizes = await Promise.all(archives.map(async (path) => megabytes((await stat(path)).size)))
    const [x64, arm64] = [
      await looked(archives[0] ?? '', join(folder, 'x64')),
      await looked(archives[1] ?? '', join(folder, 'arm64')),
    ]
    const rootFolder = join(folder, 'root')
    await emptyRoot(rootFolder)
    const opt = join(rootFolder, 'opt')
    await cp(archives[0] ?? '', join(opt, `x-${version}.tar.gz`))
    const made = { tree: x64.tree, to: opt, key: privateKey }
    const changed = (path: string, text: string) => (tree: string) => writeFile(join(tree, path), text)
    await nextRelease({ ...made, version: next.good })
    await nextRelease({
      ...made,
      version: next.broken,
      change: changed('server/main.ts', 'throw new Error("x")\n'),
    })
    await nextRelease({ ...made, version: next.foreign, key: generateKeyPairSync('ed25519').privateKey })
    await nextRelease({ ...made, version: next.damaged, damage: changed('dist/index.html', 'changed\n') })
    const ran = spawnSync(
      'unshare',
      ['--net', '--mount', '--pid', '--fork', 'bash', '-c', trial(rootFolder)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        encoding: 'utf8',
      },
    )
    say(ran.stdout)
    if (ran.status !== 0) throw new Error('the trial failed')
    const [serves, demo, updated] = ['SERVES', 'DEMO', 'UPDATED'].map((name) => secondsIn(ran.stdout, name))
    const result = [
      `archives ${sizes.join(' and ')} MB (aim ${aims.archiveMB})`,
      `unpacked ${megabytes(x64.size)} and ${megabytes(arm64.size)} MB (aim ${aims.installedMB})`,
      `serves after ${serves} s (aim ${aims.servesSeconds}), with the demo ${demo} s (aim ${aims.demoSeconds})`,
      `update with its backup ${updated} s; damaged, foreign, broken and older releases refused; arm64 not run`,
    ].join('; ')
    say(result)
    await noteRun('npm run test:release', result)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.getuid?.() === 0) await main()
else say('skipped: only root may make the namespaces')
