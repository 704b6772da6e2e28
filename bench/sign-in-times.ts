import { passwordHashes } from '../server/features/sign-in/index.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { sql } from '../server/platform/db/sql.ts'
import setup from '../server/platform/db/testing/test-global-setup.ts'
import { testRegion } from '../server/app/testing/test-region.ts'

/**
 * Wrong passwords of 500 accounts that exist against 500 that do not, in turn, each from an address of its
 * own so that no limit is met: whether the time of the answer tells who has an account. Prints medians and
 * quartiles in milliseconds; nothing fails here.
 */
const count = Number(process.env['BENCH_ACCOUNTS'] ?? 500)
const quantile = (list: readonly number[], at: number): number =>
  list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * at)] ?? 0

const teardown = await setup()
const region = await testRegion('times')
try {
  const hash = await passwordHashes(keysFrom(Buffer.alloc(32, 7))).hash('Otter-7-kites')
  await region.db.query(sql`
    with made as (
      insert into person (name, login_name, password_hash, password_changed_at)
      select '计时' || n, 'timed' || n, ${hash}, now() from generate_series(1, ${count}) n returning id)
    insert into identity (person_id, role, institution_id) select id, 2, ${region.places.school} from made`)
  await region.db.query(sql`analyze person`)
  const once = async (account: string, i: number): Promise<number> => {
    const from = performance.now()
    const { statusCode } = await region.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      payload: { account, password: 'wrong' },
      remoteAddress: `127.${10 + (i % 200)}.${i >> 8}.${i & 255}`,
    })
    if (statusCode !== 400) throw new Error(`${account} was answered ${statusCode}`)
    return performance.now() - from
  }
  for (let i = 0; i < 20; i += 1) await once(`warm-up${i}`, 60_000 + i)
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let i = 1; i <= count; i += 1) {
    // Who goes first changes, so that neither gains by it.
    const turns = [
      async () => known.push(await once(`timed${i}`, 2 * i)),
      async () => unknown.push(await once(`absent${i}`, 2 * i + 1)),
    ]
    for (const turn of i % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
  for (const [label, list] of [
    ['known', known],
    ['unknown', unknown],
  ] as const) {
    console.log(
      `${label.padEnd(8)} median ${quantile(list, 0.5).toFixed(2)}  quartiles ${quantile(list, 0.25).toFixed(2)} ${quantile(list, 0.75).toFixed(2)}`,
    )
  }
  console.log(
    `medians differ by ${Math.abs(quantile(known, 0.5) - quantile(unknown, 0.5)).toFixed(2)} ms (${count} each)`,
  )
} finally {
  await region.close()
  await teardown()
}
