import type { Actor } from '../../../catalogue/access/access.ts'
import { mostPeople, type TaskPreview, type TaskSubject } from '../../../catalogue/contract/archive-tasks.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { readQuery, type Query } from '../../../catalogue/query/query.ts'
import { sql } from '../../platform/db/sql.ts'
import { stepBelow } from './place.ts'
import type { TaskNeeds } from './needs.ts'

/** Places that a preview names. */
const mostPlaces = 30

/** The query that finds who has to complete something. AppError `invalid` with the field. */
export async function queryOfSubject(
  { db, engine, keptQueryOf }: TaskNeeds,
  actor: Actor,
  { type, queryId, place }: TaskSubject,
): Promise<Query> {
  if ((type === undefined) === (queryId === undefined))
    throw invalid('subject', '请选择缺哪类档案，或者选一个保存的查询')
  if (queryId !== undefined) {
    const query = await keptQueryOf(db, actor, queryId)
    if (query.asOf !== undefined)
      throw invalid('subject.queryId', '按过去某一天的查询不会变化，请改为不限截至日期后再下达')
    return place === undefined ? query : { ...query, place }
  }
  const definition = Object.hasOwn(engine.records, type ?? '') ? engine.records[type ?? ''] : undefined
  if (!definition || definition.owner !== 'teacher') throw invalid('subject.type', '没有该类档案')
  return readQuery({
    conditions: [[{ has: type, where: [], max: 0 }]],
    ...(place !== undefined && { place }),
  })
}

/** Who would have to complete something: how many, and where. */
export async function previewOf(needs: TaskNeeds, actor: Actor, subject: TaskSubject): Promise<TaskPreview> {
  const query = await queryOfSubject(needs, actor, subject)
  const { ids, sentence } = await needs.metBy(actor, query, mostPeople + 1)
  const places = await needs.db.query<TaskPreview['places'][number]>(sql`
    select i.name, n.people
    from (
      select ${stepBelow(actor)} as id, count(*)::int as people
      from teacher t where t.id = any(${[...ids]}::int[]) group by 1) n
      join institution i on i.id = n.id
    order by n.people desc, i.name limit ${mostPlaces}`)
  return { people: Math.min(ids.length, mostPeople), tooMany: ids.length > mostPeople, sentence, places }
}
