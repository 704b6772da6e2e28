import { actorOfIdentity } from '../../engine/access/index.ts'
import { definitionOf, type Engine } from '../../engine/engine.ts'
import { type Effect, type Matter, noOutcome } from '../../engine/processes/index.ts'
import { createRecord } from '../../engine/records/index.ts'
import { joined, type Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Kinds of a posting that stand in the archive as a rotation, with their code of dictionary rotationType. */
const rotations: Readonly<Record<string, string>> = { 1: '1', 3: '7' }

const monthOf = (day: unknown): string | null => (typeof day === 'string' ? day.slice(0, 7) : null)

interface Facts {
  readonly identity: number | null
  readonly from: string | null
  readonly to: string | null
}

const factsOf = (tx: Tx, { teacherId, parties }: Matter): Promise<Facts> =>
  tx.one<Facts>(sql`
    select
      (select a.id from teacher t join identity a on a.person_id = t.person_id
        where t.id = ${teacherId} and a.role = 2 and a.lent_by is null and a.state = ${sql.lit('enabled')} and not a.reads_only
        order by a.id limit 1) as identity,
      (select name from institution where id = ${parties['sender'] ?? null}) as "from",
      (select name from institution where id = ${parties['host'] ?? null}) as "to"`)

/**
 * When a posting has ended, the teacher finds a draft of 交流轮岗 with what the case knows (modules.json,
 * posting); the rest is theirs to write and to hand in. Lessons beside the own post and loans are no
 * rotation. Whoever has no account to write with gets none.
 */
export const rotationDrafted = (engine: Engine): Effect => ({
  applied: async (tx, matter) => {
    const { value } = matter
    const rotationType = rotations[String(value['kind'])]
    const [startMonth, endMonth] = [monthOf(value['startOn']), monthOf(value['endOn'])]
    // Ended before it began: nobody was there.
    const never = String(value['endOn']) < String(value['startOn'])
    if (rotationType === undefined || startMonth === null || endMonth === null || never) return noOutcome
    const { identity, from, to } = await factsOf(tx, matter)
    const known = identity === null ? undefined : await actorOfIdentity(tx, identity)
    if (!known) return noOutcome
    await createRecord(
      {
        engine: { ...engine, db: joined(engine.db, tx) },
        actor: known.actor,
        definition: definitionOf(engine, 'rotation'),
      },
      {
        rotationType,
        transferPersonnel: false,
        startMonth,
        endMonth,
        originUnit: from,
        targetUnit: to,
        attachments: [],
      },
      undefined,
    )
    return noOutcome
  },
  // A draft is the teacher's own: whoever takes the end back leaves it to them.
  voided: async () => noOutcome,
})
