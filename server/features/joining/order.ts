import type { Actor } from '../../../catalogue/access/access.ts'
import type { JoinOrderDraft } from '../../../catalogue/contract/archive/joining.ts'
import { AppError, invalid, invalidFields } from '../../../catalogue/errors.ts'
import { joinPeople, type JoinDone, type JoinOrder } from '../../engine/movement/index.ts'
import { casesOfPerson } from '../../engine/processes/index.ts'
import { toStored } from '../../engine/records/index.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { givesWay, type ComparedArchives, type FilledValue, type Pair } from './archives.ts'
import type { JoiningNeeds } from './options.ts'
import { look } from './preview.ts'
import { isSameName } from '../../engine/names/index.ts'

type JoinChoices = Pick<JoinOrderDraft, 'fields' | 'records'>

const named = ({ definition }: FilledValue, key: string): string => `${definition.name}.${key}`

/** Refuses a choice of something that does not differ: the page shows another state than there is. */
function requireKnown({ singles, collisions }: ComparedArchives, { fields, records }: JoinChoices): void {
  const fieldsThere = new Set(singles.flatMap(({ kept, keys }) => keys.map((key) => named(kept, key))))
  const recordsThere = new Set(collisions.map(({ joined }) => joined.id))
  if (fields.some((field) => !fieldsThere.has(field)) || records.some((id) => !recordsThere.has(id)))
    throw new AppError('stale', { message: '两份档案刚有变化，请重新核对后再办' })
}

/** The kept record with the fields that were chosen from the joined one. */
function amended(
  engine: Engine,
  { kept, joined, keys }: Pair,
  { fields }: JoinChoices,
): JoinOrder['amended'] {
  const taken = keys.filter((key) => fields.includes(named(kept, key)))
  if (taken.length === 0) return []
  const plain = { ...kept.plain, ...Object.fromEntries(taken.map((key) => [key, joined.plain[key] ?? null])) }
  const { definition, id, attachments } = kept
  const value = { ...toStored(engine.keys, definition, id, plain), attachments: [...attachments] }
  return [{ definition, recordId: id, value }]
}

/**
 * What a person has once and only the joined archive has: written once more, so that numbers follow to the
 * person.
 */
const brought = ({ passing }: ComparedArchives): JoinOrder['amended'] =>
  passing
    .filter(({ definition }) => definition.cardinality === 'one')
    .map(({ definition, id, stored, attachments }) => ({
      definition,
      recordId: id,
      value: { ...stored, attachments: [...attachments] },
    }))

function orderOf(engine: Engine, actor: Actor, compared: ComparedArchives, draft: JoinOrderDraft): JoinOrder {
  const { keptId, joinedId, turn, fields, records, reason } = draft
  return {
    keptId,
    joinedId,
    turn,
    voided: [
      ...compared.equal.map((pair) => givesWay(pair).id),
      ...compared.singles.map(({ joined }) => joined.id),
      ...compared.collisions.map(({ kept, joined }) => (records.includes(joined.id) ? kept.id : joined.id)),
    ],
    amended: [...compared.singles.flatMap((pair) => amended(engine, pair, draft)), ...brought(compared)],
    by: actor.identityId,
    reason,
    chosen: { turn, fields, records },
  }
}

/** Tells the person, and the schools that had one of the two archives, what was done. */
async function tellJoined(
  { notify }: JoiningNeeds,
  tx: Tx,
  actor: Actor,
  { draft, done }: { draft: JoinOrderDraft; done: JoinDone },
): Promise<void> {
  const person = await tx.one<{ name: string; identity: number | null }>(sql`
    select t.name, (select a.id from identity a
      where a.person_id = t.person_id and a.role = 2 and a.state = 'enabled' order by a.id limit 1) as identity
    from teacher t where t.id = ${draft.keptId}`)
  const shared = { kind: '1', exceptPerson: actor.personId } as const
  if (person.identity !== null)
    await notify(tx, {
      ...shared,
      to: { identity: person.identity },
      title: '您的两份档案已合并为一份',
      content: `${actor.institution}核对后把您的两份档案合并为一份（${draft.reason}）。记录和历史都在这一份里，请看一看是否齐全；以后用现在的账号和密码登录，另一个账号已停用。`,
      link: '/teacherArchives/teachInfor',
    })
  for (const institution of new Set([...done.leaves, ...(done.home === null ? [] : [done.home])]))
    await notify(tx, {
      ...shared,
      to: { institution, role: 3 },
      title: `${person.name}的两份档案已合并为一份`,
      content: `${actor.institution}办理（${draft.reason}）。旧的编号仍可打开现在的档案。`,
      link: null,
    })
}

/**
 * Joins two people as ordered, whole or not at all. 409 when one of them changed since they were looked at.
 */
export async function order(needs: JoiningNeeds, actor: Actor, draft: JoinOrderDraft): Promise<JoinDone> {
  const { db, engine, examineAgain } = needs
  return db.transaction(async (tx) => {
    const { taken, compared, preview } = await look({ engine, tx, actor, question: draft })
    if (!isSameName(draft.confirm, preview.confirm))
      throw invalid('confirm', `请完整输入“${preview.confirm}”`)
    if (draft.version !== preview.version)
      throw new AppError('stale', { message: '两份档案刚有变化，请重新核对后再办' })
    if (preview.faults.length > 0) throw invalidFields(preview.faults)
    requireKnown(compared, draft)
    const done = await joinPeople(engine, tx, taken, orderOf(engine, actor, compared, draft))
    await casesOfPerson(tx, draft.keptId)
    await examineAgain(tx, [draft.keptId, draft.joinedId])
    await tellJoined(needs, tx, actor, { draft, done })
    return done
  })
}
