import { readFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removePortal, startPortal, stopPortal } from '../e2e/tools/portal.ts'
import { signIn } from './sign-in.ts'
import { loadOrCreateSecret } from '../server/platform/config/secret.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { existingCluster } from '../server/platform/db/embedded/pg-cluster.ts'
import { APP_ROLE, DATABASE_NAME, passwordOf } from '../server/platform/db/roles.ts'
import { sql } from '../server/platform/db/sql.ts'
import { checkDigit } from '../catalogue/kinds/id-card.ts'

/**
 * Times finding a person by a whole identity number among 1.5 million, over HTTP, one request at a time, on
 * the embedded database with its default settings. People come straight into the table, each with blind
 * indexes of the same length as real ones. Prints medians; nothing fails here.
 */
const people = Number(process.env['BENCH_PEOPLE'] ?? 1_500_000)
/** Below the limit of a minute; every round signs in anew. */
const asked = 25

async function post(
  url: string,
  token: string,
  path: string,
  body: unknown,
): Promise<{ data: { person?: { id: number } | null; id?: number } }> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { data: { person?: { id: number } | null; id?: number } }
}

const folder = await mkdtemp(join(tmpdir(), 'xingtan-numbers-'))
const portal = await startPortal({ DATA_DIR: folder, REQUESTS_PER_MINUTE: '1000000', JOBS: 'off' })
try {
  const port = (
    await readFile(join((await existingCluster(folder)) ?? folder, 'postmaster.pid'), 'utf8')
  ).split('\n')[3]
  const secret = await loadOrCreateSecret(join(folder, 'database.key'))
  const db = openDatabase({
    url: `postgres://${APP_ROLE}:${passwordOf(secret, APP_ROLE)}@127.0.0.1:${port}/${DATABASE_NAME}`,
    max: 1,
    statementTimeout: 0,
  })
  const admin = await signIn(portal.url, 'admin')
  const first = `44999919810506${'103'}`
  const number = first + checkDigit(first)
  const { id: institutionId } = await db.one<{ id: number }>(
    sql`select id from institution where level = 'school' order by id limit 1`,
  )
  const made = await post(portal.url, admin, '/api/v1/userManage', {
    name: '查号人',
    loginName: 'bynumber',
    idNo: number,
    mobile: '',
    role: 2,
    institutionId,
  })
  await db.query(sql`
    insert into person (name, id_no_key, mobile_key)
    select '教师' || n, substr(md5('i' || n) || md5('j' || n), 1, 43),
      substr(md5('m' || n) || md5('k' || n), 1, 43)
    from generate_series(1, ${people}::int) n`)
  await db.query(sql`analyze person`)
  for (const account of ['admin', 'province']) {
    for (const [what, wanted] of [
      ['known', number],
      ['unknown', '449999198105061042'],
    ] as const) {
      const token = await signIn(portal.url, account)
      const times: number[] = []
      for (let i = 0; i < asked; i += 1) {
        const from = performance.now()
        const { data } = await post(portal.url, token, '/api/v1/people/byNumber', { number: wanted })
        times.push(performance.now() - from)
        if ((data.person?.id ?? null) !== (what === 'known' ? made.data.id : null))
          throw new Error(`${account} ${what}: ${JSON.stringify(data)}`)
      }
      times.sort((a, b) => a - b)
      const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
      process.stdout.write(
        `${account.padEnd(9)} ${what.padEnd(8)} ${asked} requests among ${people} people: median ${at(0.5)} ms, worst ${at(0.99)} ms\n`,
      )
    }
  }
  await db.close()
} finally {
  await stopPortal(portal.process)
  await removePortal(folder)
}
