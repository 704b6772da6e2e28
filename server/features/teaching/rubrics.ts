import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  rubricEnded,
  rubricList,
  rubricMade,
  rubricNext,
  rubricParams,
  type RubricList,
} from '../../../catalogue/contract/teaching/rubrics.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Database, Queryable, Tx } from '../../engine/engine.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { TeachingNeeds } from './index.ts'

type RubricDraft = z.output<typeof rubricMade>
type RubricLine = RubricList['list'][number]
type Row = RubricLine['versions'][number] & Pick<RubricLine, 'id' | 'ended'>

/** Rubrics of an institution at most, and versions of one. */
const [mostRubrics, mostVersions] = [50, 100]

/** The rubrics of the actor's institution with all their versions, the newest first. */
export async function rubricsOf(db: Queryable, { institutionId }: Actor): Promise<RubricList> {
  const rows = await db.query<Row>(sql`
    select r.id, r.no, r.name, r.items, r.kept_at as "keptAt", e.id is not null as ended
    from observation_rubric r left join observation_rubric_ended e on e.id = r.id
    where r.office_id = ${institutionId}
    order by r.kept_at desc, r.no desc`)
  const list = [...Map.groupBy(rows, ({ id }) => id)].map(([id, versions]) => ({
    id,
    ended: versions.some(({ ended }) => ended),
    versions: versions.map(({ no, name, items, keptAt }) => ({
      no,
      name,
      items,
      keptAt: new Date(keptAt).toISOString(),
    })),
  }))
  return { list: list.toSorted((a, b) => Number(a.ended) - Number(b.ended)) }
}

/** Holds the rubrics of an institution until the transaction ends. */
const hold = (tx: Tx, { institutionId }: Actor) =>
  tx.query(sql`select pg_advisory_xact_lock(hashtext('observation.rubrics'), ${institutionId})`)

const write = (tx: Tx, actor: Actor, { id, no, name, items }: RubricDraft & { id: string; no: number }) =>
  tx.execute(sql`
    insert into observation_rubric (office_id, id, no, name, items, by_identity)
    values (${actor.institutionId}, ${id}::uuid, ${no}, ${name}, ${sql.json(items)}, ${actor.identityId})`)

const noted = (tx: Tx, actor: Actor, facts: object) =>
  note(tx, { by: actor.identityId, action: 'rubric.kept', facts })

/** Keeps the first version of a rubric. AppError `wrongState` where there are too many. */
export const makeRubric = (db: Database, actor: Actor, made: RubricDraft): Promise<void> =>
  db.transaction(async (tx) => {
    await hold(tx, actor)
    const { n } = await tx.one<{ n: number }>(sql`
      select count(distinct id)::int as n from observation_rubric where office_id = ${actor.institutionId}`)
    if (n >= mostRubrics) throw new AppError('wrongState', { message: `量表至多 ${mostRubrics} 份` })
    const id = uuidv7()
    await write(tx, actor, { ...made, id, no: 1 })
    await noted(tx, actor, { id, no: 1 })
  })

/** Keeps the next version; earlier ones stay as they are, and so do the lessons that were observed by them. */
export const nextRubric = (
  db: Database,
  actor: Actor,
  id: string,
  { after, ...made }: z.output<typeof rubricNext>,
): Promise<void> =>
  db.transaction(async (tx) => {
    await hold(tx, actor)
    const last = await lastOf(tx, actor, id)
    if (last !== after) throw new AppError('stale', { message: '该量表刚有新版，请刷新后再写' })
    if (last >= mostVersions) throw new AppError('wrongState', { message: `一份量表至多 ${mostVersions} 版` })
    await write(tx, actor, { ...made, id, no: last + 1 })
    await noted(tx, actor, { id, no: last + 1 })
  })

/** The number of the newest version of an own rubric. AppError `missing` for another institution's. */
async function lastOf(tx: Tx, { institutionId }: Actor, id: string): Promise<number> {
  const { last } = await tx.one<{ last: number | null }>(sql`
    select max(no)::int as last from observation_rubric
    where id = ${id}::uuid and office_id = ${institutionId}`)
  if (last === null) throw new AppError('missing')
  return last
}

/** Offers a rubric no more, or again; repeated it changes nothing. */
export const endRubric = (db: Database, actor: Actor, id: string, on: boolean): Promise<void> =>
  db.transaction(async (tx) => {
    await hold(tx, actor)
    await lastOf(tx, actor, id)
    await tx.execute(
      on
        ? sql`
            insert into observation_rubric_ended (id, office_id) values (${id}::uuid, ${actor.institutionId})
            on conflict do nothing`
        : sql`delete from observation_rubric_ended where id = ${id}::uuid`,
    )
    await noted(tx, actor, { id, ended: on })
  })

const url = '/api/v1/teaching/rubrics'

/** Rubrics of observed lessons; whoever leads an activity in the institution's name reads them, too. */
export function rubricRoutes(server: Server, { db, actorOn }: TeachingNeeds): void {
  const office = { access: [3, 4, 5, 6], tag: '教研', answer: rubricList, perMinute: 60 } as const
  register(server, {
    access: [2, 3, 4, 5, 6],
    tag: '教研',
    method: 'GET',
    url,
    summary: '本单位的观察量表和它们的各版，新的在前',
    answer: rubricList,
    handle: (_input, request) => rubricsOf(db, actorOn(request)),
  })
  register(server, {
    ...office,
    method: 'POST',
    url,
    summary: '新增一份观察量表：3 至 10 项，分值合计 100',
    body: rubricMade,
    handle: async ({ body }, request) => {
      await makeRubric(db, actorOn(request), body)
      return rubricsOf(db, actorOn(request))
    },
  })
  register(server, {
    ...office,
    method: 'POST',
    url: `${url}/:id/versions`,
    summary: '写一份量表的新版；以前的版本和用它听过的课不变',
    params: rubricParams,
    body: rubricNext,
    handle: async ({ params: { id }, body }, request) => {
      await nextRubric(db, actorOn(request), id, body)
      return rubricsOf(db, actorOn(request))
    },
  })
  register(server, {
    ...office,
    method: 'PUT',
    url: `${url}/:id/ended`,
    summary: '停用一份量表，或者恢复使用',
    params: rubricParams,
    body: rubricEnded,
    handle: async ({ params: { id }, body: { on } }, request) => {
      await endRubric(db, actorOn(request), id, on)
      return rubricsOf(db, actorOn(request))
    },
  })
}
