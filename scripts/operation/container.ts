/**
 * `npm run test:container`: the steps of deploy/Dockerfile, executed literally in empty folders, where no
 * daemon builds images: a mount namespace has folders of its own at /opt and /var/lib and the account of the
 * image. The portal then runs as that account over a PostgreSQL of Debian's, answers the health check, can
 * write nothing of the program, and ends with 0. What is not the image's: this machine's system
 * around it. Needs root and the package; skips otherwise.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '../../server/platform/db/embedded/pg-process.ts'
import { openPlace, requirePrograms, startPostgres } from './servers.ts'

const root = join(import.meta.dirname, '../..')
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const listed = (text: string) => z.array(z.string()).parse(JSON.parse(text)).map(quoted).join(' ')

/** What a build is handed: the release of this commit. */
function context(folder: string): void {
  const made = ['scripts/release/release.ts', '--platform', 'x64', '--out', join(folder, 'release')]
  execFileSync(process.execPath, made, { cwd: root, stdio: 'inherit' })
}

/** The instructions of a Dockerfile as lines of bash; throws on one that is not known here. */
function script(dockerfile: string, from: string): string[] {
  const known: Readonly<Record<string, (rest: string) => string>> = {
    FROM: () => '',
    EXPOSE: () => '',
    VOLUME: () => '',
    STOPSIGNAL: (rest) => `signal=${rest}`,
    ENV: (rest) => `image="$image ${rest}"`,
    USER: (rest) => `as="setpriv --reuid=${rest} --regid=${rest} --clear-groups"`,
    RUN: (rest) => `env $image sh -c ${quoted(rest)}`,
    ARG: (rest) => rest,
    // An archive of the context is unpacked.
    ADD: (rest) => {
      const [archive, place] = rest.split(' ')
      return `tar -xzf ${from}/${archive} -C ${place}`
    },
    HEALTHCHECK: (rest) => `health() { $as env -i "\${run[@]}" ${listed(rest.slice(rest.indexOf('[')))}; }`,
    CMD: (rest) => `start() { exec $as env -i "\${run[@]}" ${listed(rest)}; }`,
  }
  return dockerfile
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [name = '', rest = ''] = [line.split(' ')[0], line.slice(line.indexOf(' ') + 1)]
      const bash = known[name]
      if (!bash) throw new Error(`the Dockerfile has an instruction that is not executed here: ${line}`)
      return [`echo ${quoted(`> ${line.slice(0, 110)}`)}`, bash(rest)]
    })
}

/**
 * Runs the portal as the image would and looks at it. `given` are the variables that whoever runs it gives.
 */
const trial = (given: readonly string[]) => `
run=(PATH="$PATH" $image ${given.map(quoted).join(' ')})
(start) & pid=$!
for tries in $(seq 1 120); do health && break; kill -0 $pid; sleep 0.5; done
health
test "$(stat -c %u /proc/$pid)" = 10001
! $as touch /opt/xingtan/written 2>/dev/null || { echo 'the program can be written'; exit 1; }
! $as touch /opt/xingtan/dist/written 2>/dev/null || { echo 'the pages can be written'; exit 1; }
kill -s "$signal" $pid
wait $pid
echo 'the container was well, and ended with 0'
`

async function main(): Promise<number> {
  const place = await openPlace('container')
  try {
    const postgres = await startPostgres(place)
    await postgres.ask(`create role xingtan login createrole password 'owner-of-the-portal'`)
    await postgres.ask('create database xingtan owner xingtan')
    const [from, opt, state] = ['context', 'opt', 'state'].map((name) => join(place.folder, name))
    if (!from || !opt || !state) return 1
    for (const folder of [from, opt, state]) await mkdir(folder)
    context(from)
    const given = [
      `DATABASE_URL=postgres://xingtan:owner-of-the-portal@127.0.0.1:${postgres.port}/xingtan`,
      `XINGTAN_KEY=${randomBytes(32).toString('base64')}`,
      `PORT=${await freePort()}`,
      'HOST=127.0.0.1',
    ]
    const bash = [
      'set -eu',
      `mount --bind ${opt} /opt && mount --bind ${state} /var/lib`,
      'image="" as=""',
      ...script(await readFile(join(root, 'deploy/Dockerfile'), 'utf8'), from),
      trial(given),
    ]
    const done = spawnSync(
      'unshare',
      ['--mount', '--propagation', 'private', 'bash', '-c', bash.join('\n')],
      {
        stdio: 'inherit',
      },
    )
    return done.status ?? 1
  } finally {
    await place.end()
  }
}

requirePrograms('postgres')
if (process.getuid?.() === 0) process.exitCode = await main()
else console.log('skipped: only root may mount the folders of the image')
