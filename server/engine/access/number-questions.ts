import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { tidyNumber } from '../../../catalogue/kinds/id-card.ts'
import { tidyPhone } from '../../../catalogue/kinds/phone.ts'
import { note } from '../../platform/audit/note.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * Different numbers that one person may ask for within an hour and a day (docs/decisions/0139). A clerk looks
 * up a few; whoever tries out what a mask hides needs hundreds.
 */
export const mostNumbers = { hour: 20, day: 200 } as const

/** Where a whole number was asked for: a query, the search for one person, the roll, a matter, an account. */
export type NumberDoor = 'query' | 'find' | 'roll' | 'case' | 'account'

export interface AskedNumber {
  readonly kind: 'id_no' | 'mobile'
  readonly value: string
}

/** A complete number that was typed: a mobile number, else a number of an identity document. */
export const typedNumber = (text: string): AskedNumber => {
  const mobile = tidyPhone(text)
  return /^1[3-9]\d{9}$/.test(mobile)
    ? { kind: 'mobile', value: mobile }
    : { kind: 'id_no', value: tidyNumber(text) }
}

/**
 * Counts questions whether somebody has a number, before they are answered. The audit keeps the blind key and
 * whose number it is, and the teacher finds the line among those who read the archive, as for a full value.
 * @throws AppError `tooOften` beyond `mostNumbers`; a number that was asked for already counts once
 */
export async function countNumbers(
  { db, keys }: { readonly db: Database; readonly keys: Keys },
  actor: Actor,
  door: NumberDoor,
  numbers: readonly AskedNumber[],
): Promise<void> {
  if (numbers.length === 0) return
  const asked = [...new Set(numbers.map(({ kind, value }) => keys.blind(kind, value)))]
  await db.transaction(async (tx) => {
    // Questions of one person wait for each other, so that parallel requests cannot pass the limit together.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('number.asked'), ${actor.personId})`)
    const { hour, day } = await tx.one<{ hour: number; day: number }>(sql`
      select count(distinct key) filter (where at > now() - interval '1 hour')::int as hour,
        count(distinct key)::int as day
      from (
        select a.facts ->> 'key' as key, a.at
        from audit a
        where a.by_identity in (select id from identity where person_id = ${actor.personId})
          and a.action = 'number.asked' and a.at > now() - interval '1 day'
        union all
        select key, now() from unnest(${asked}::text[]) key) asked`)
    if (hour > mostNumbers.hour || day > mostNumbers.day)
      throw new AppError('tooOften', {
        message: `按完整的证件号或手机号，一小时最多查 ${mostNumbers.hour} 个，一天最多查 ${mostNumbers.day} 个，请稍后再试`,
      })
    const rows = await holdersOf(tx, keys, numbers)
    await note(
      tx,
      {
        by: actor.viewedBy ?? actor.identityId,
        action: 'number.asked',
        ownerId: sql`q.teacher`,
        personId: sql`q.person`,
        facts: sql`jsonb_build_object('key', q.key, 'door', ${door}::text)`,
      },
      sql`from jsonb_to_recordset(${sql.json(rows)}) as q(key text, person int, teacher int)`,
    )
  })
}

interface Holder {
  readonly key: string
  readonly person: number | null
  readonly teacher: number | null
}

/** The holders of these numbers, one row each; a number without holder has one row without a person. */
async function holdersOf(tx: Tx, keys: Keys, numbers: readonly AskedNumber[]): Promise<Holder[]> {
  // By each index that a number may have, the one that the audit keeps.
  const asked = new Map(
    numbers.flatMap(({ kind, value }) =>
      keys.blinds(kind, value).map((index) => [index, keys.blind(kind, value)] as const),
    ),
  )
  const found = await tx.query<Holder>(sql`
    select p.key, p.id as person, t.id as teacher
    from (
      select id, id_no_key as key from person where id_no_key = any(${[...asked.keys()]}::text[])
      union all
      select id, mobile_key from person where mobile_key = any(${[...asked.keys()]}::text[])) p
    left join teacher t on t.person_id = p.id`)
  const held = found.map((one): Holder => ({ ...one, key: asked.get(one.key) ?? one.key }))
  const unknown = [...new Set(asked.values())].filter((key) => !held.some((one) => one.key === key))
  return [...held, ...unknown.map((key): Holder => ({ key, person: null, teacher: null }))]
}
