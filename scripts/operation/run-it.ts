/**
 * `npm run test:run-it`: follows docs/how-to/run-it.md literally, block by block, in an empty folder, as an
 * ordinary account, over a PostgreSQL of Debian's; ends with 0 when every command did. The program is this
 * repository as it is committed. Skips where the package is missing.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../server/platform/db/embedded/pg-process.ts'
import { blocksOf } from './blocks.ts'
import { openPlace, requirePrograms, startPostgres } from './servers.ts'

const root = join(import.meta.dirname, '../..')

/** How this machine reaches the registry of packages. */
const reaching = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_file|npm_config_(registry|cafile))$/i.test(name),
  ),
)

requirePrograms('postgres')
const place = await openPlace('run-it')
try {
  const postgres = await startPostgres(place)
  // What the document asks for beforehand.
  const given = {
    SOURCE: root,
    ADMIN_URL: postgres.adminUrl,
    DB_SERVER: `127.0.0.1:${postgres.port}`,
    FIRST: String(await freePort()),
    SECOND: String(await freePort()),
    DRILL: String(await freePort()),
  }
  const folder = await place.own('empty')
  const home = await place.own('home')
  // The repository belongs to somebody else than the account that clones it.
  await writeFile(join(home, '.gitconfig'), '[safe]\n\tdirectory = *\n')
  const blocks = blocksOf(await readFile(join(root, 'docs/how-to/run-it.md'), 'utf8'))
  const begun = Date.now()
  const child = spawn('bash', ['-eu', '-o', 'pipefail', '-c', blocks.map(announced).join('\n')], {
    ...place.account,
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      ...reaching,
      ...given,
    },
  })
  const [code]: (number | null)[] = await once(child, 'exit')
  try {
    // Portals that a failed block left behind.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  } catch {
    // Nobody is left.
  }
  const seconds = ((Date.now() - begun) / 1000).toFixed(0)
  console.log(
    code === 0
      ? `all ${blocks.length} blocks, ${seconds} s`
      : `a block failed with ${code} after ${seconds} s`,
  )
  process.exitCode = code === 0 ? 0 : 1
} finally {
  await place.end()
}

/** A block with its first line said before it. */
function announced(block: string, index: number): string {
  const first = block.split('\n')[0]?.replaceAll("'", '') ?? ''
  return `echo '── ${index + 1} ${first}'\n${block}`
}
