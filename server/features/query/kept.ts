import type { Actor } from '../../../catalogue/access/access.ts'
import {
  mostQueries,
  mostVersions,
  type KeptDetail,
  type KeptListQuery,
  type KeptLine,
  type KeptQuery,
  type QueryChange,
} from '../../../catalogue/contract/analysis/query.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { chosenColumns } from '../../../catalogue/query/columns.ts'
import { note } from '../../platform/audit/note.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { linkTo, type QueryNeeds } from './options.ts'
import { lineFor, linesStatement, own, shared, versionsOf } from './row.ts'
import { asking, countOf, sentence } from './search.ts'
import { numbersAsked } from './statement/asked.ts'
import { nextRun } from './rhythm.ts'

/** The queries of a reader: own, given by offices above, those that run by themselves. */
export async function keptQueries(
  { db }: QueryNeeds,
  actor: Actor,
  { page, pageSize, which }: KeptListQuery,
): Promise<{ list: KeptLine[]; total: number; page: number; pageSize: number }> {
  const where: Sql =
    which === 'mine'
      ? own(actor)
      : which === 'shared'
        ? shared(actor)
        : which === 'scheduled'
          ? sql`${own(actor)} and q.rhythm is not null`
          : sql`(${own(actor)} or ${shared(actor)})`
  const [list, { total }] = await Promise.all([
    db.query<KeptLine>(linesStatement(actor, where, { most: pageSize, skip: (page - 1) * pageSize })),
    db.one<{ total: number }>(
      sql`select count(*)::int as total from (select 1 from custom_query q where ${where} limit 1000) n`,
    ),
  ])
  return { list, total, page, pageSize }
}

export async function keptQuery({ db }: QueryNeeds, actor: Actor, id: number): Promise<KeptDetail> {
  const line = await lineFor(db, actor, id)
  return Object.assign({}, line, { versions: await versionsOf(db, line) })
}

/** Refuses a name that another query of the same identity has. */
async function requireNameFree(tx: Tx, actor: Actor, name: string, but: number): Promise<void> {
  const taken = await tx.maybeOne(sql`
    select 1 from custom_query q where ${own(actor)} and q.name = ${name} and q.id <> ${but}`)
  if (taken) throw invalid('name', '您已有同名的查询，请换一个名称')
}

interface QueryOutcome {
  readonly found: number
  readonly sentence: string
}

async function insertVersion(
  tx: Tx,
  actor: Actor,
  { query, columns, sort }: KeptQuery,
  of: QueryOutcome & { id: number; no: number },
) {
  await tx.execute(sql`
    insert into custom_query_version (query_id, no, query, columns, sort, sentence, found, by_identity)
    values (${of.id}, ${of.no}, ${sql.json(query)}, ${[...columns]}::text[], ${sql.json(sort)}, ${of.sentence},
      ${of.found}, ${actor.identityId})`)
}

async function addQuery(tx: Tx, actor: Actor, body: KeptQuery, worked: QueryOutcome): Promise<number> {
  const { name } = body
  if (name === undefined) throw invalid('name', '请填写查询名称')
  await tx.query(sql`select 1 from identity where id = ${actor.identityId} for no key update`)
  await requireNameFree(tx, actor, name, 0)
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::int as count from custom_query q where ${own(actor)}`,
  )
  if (count >= mostQueries) throw invalid('name', `至多保存 ${mostQueries} 个查询，请先删除不用的`)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into custom_query (identity_id, institution_id, role, name, found)
    values (${actor.identityId}, ${actor.institutionId}, ${actor.role}, ${name}, ${worked.found})
    returning id`)
  return id
}

/** Writes the next version unless somebody wrote one since the reader's. Returns its number. */
async function nextVersion(
  tx: Tx,
  actor: Actor,
  id: number,
  { found, after }: { found: number; after: number | undefined },
): Promise<number> {
  const row = await tx.maybeOne<{ version: number }>(sql`
    select q.version from custom_query q where q.id = ${id} and ${own(actor)} for update`)
  if (!row) throw new AppError('missing')
  if (after !== undefined && after !== row.version)
    throw new AppError('stale', {
      message: `该查询已在别处保存为第 ${row.version} 版，请打开最新的一版再改`,
    })
  if (row.version >= mostVersions) throw invalid('id', `一个查询至多 ${mostVersions} 版，请另存为新查询`)
  await tx.execute(sql`
    update custom_query set version = version + 1, saved_at = now(), found = ${found} where id = ${id}`)
  return row.version + 1
}

/**
 * Keeps a query, or a new version of one, with how many it finds now.
 * @throws AppError `invalid` for what may not be asked, for a name taken and for numbers of people, which stand in no
 *   kept query; `stale` where another version was written since
 */
export async function keep(o: QueryNeeds, actor: Actor, body: KeptQuery) {
  const asked = await asking(o, actor, body.query)
  if (numbersAsked(asked).length > 0) throw invalid('query', '含证件号或手机号的查询不能保存，请移除该条件')
  const unknown = body.columns.find(
    (key) => chosenColumns(body.query, asked.sections, [key]).at(-1)?.key !== key,
  )
  if (unknown !== undefined) throw invalid('columns', `没有“${unknown}”这一列，或者您不能查看它`)
  const worked = { found: await countOf(asked), sentence: await sentence(asked) }
  return o.db.transaction(async (tx) => {
    const isNew = body.id === undefined
    const no =
      body.id === undefined
        ? 1
        : await nextVersion(tx, actor, body.id, { found: worked.found, after: body.after })
    const id = body.id ?? (await addQuery(tx, actor, body, worked))
    await insertVersion(tx, actor, body, Object.assign({ id, no }, worked))
    const facts = { query: id, version: no, isNew }
    await note(tx, { by: actor.identityId, action: 'query.kept', facts })
    return { id, version: no, count: worked.found }
  })
}

const columnOfRole: Readonly<Record<number, string>> = { 5: 'city_id', 6: 'province_id' }

/** Tells the offices of these levels below that a query was given to them. */
async function tellBelow(
  { insertMessages }: QueryNeeds,
  tx: Tx,
  actor: Actor,
  { id, name, roles }: { id: number; name: string; roles: readonly number[] },
): Promise<void> {
  const column = columnOfRole[actor.role]
  if (column === undefined || roles.length === 0) return
  await tx.execute(
    insertMessages(sql`
      select a.id, '1', ${`${actor.institution}共享了查询“${name}”，可在您的范围内运行`}::text, ${linkTo(id)}::text
      from identity a join institution i on i.id = a.institution_id
      where a.state = 'enabled' and a.role = any(${[...roles]}::smallint[])
        and ${sql.id('i', column)} = ${actor.institutionId} and i.id <> ${actor.institutionId}`),
  )
}

async function share(
  o: QueryNeeds,
  tx: Tx,
  actor: Actor,
  { line, sharedWith }: { line: KeptLine; sharedWith: readonly string[] },
) {
  const roles = [...new Set(sharedWith.map(Number))].toSorted((a, b) => a - b)
  if (roles.some((role) => role >= actor.role)) throw invalid('sharedWith', '只能共享给下级单位')
  await tx.execute(sql`update custom_query set shared_with = ${roles}::smallint[] where id = ${line.id}`)
  const added = roles.filter((role) => !line.sharedWith.includes(String(role)))
  await tellBelow(o, tx, actor, { id: line.id, name: line.name, roles: added })
  await note(tx, {
    by: actor.identityId,
    action: 'query.shared',
    facts: { query: line.id, roles: roles.join(',') },
  })
}

/** Renames a query, gives it to offices below or takes it back from them, lets it run by itself or not. */
export async function change(o: QueryNeeds, actor: Actor, id: number, body: QueryChange): Promise<KeptLine> {
  return o.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from custom_query where id = ${id} for update`)
    const line = await lineFor(tx, actor, id)
    if (!line.mine) throw new AppError('missing')
    const { name, sharedWith, rhythm } = body
    if (name !== undefined) {
      await requireNameFree(tx, actor, name, id)
      await tx.execute(sql`update custom_query set name = ${name} where id = ${id}`)
    }
    if (sharedWith !== undefined) await share(o, tx, actor, { line, sharedWith })
    if (rhythm !== undefined)
      await tx.execute(sql`
        update custom_query
        set rhythm = ${rhythm}, next_on = ${rhythm === null ? sql`null` : nextRun(rhythm)}
        where id = ${id}`)
    return lineFor(tx, actor, id)
  })
}

/** Takes a query away; those it was given to cannot run it any more. Its versions stay for the audit. */
export async function drop({ db }: QueryNeeds, actor: Actor, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const gone = await tx.execute(
      sql`update custom_query q set withdrawn_at = now() where q.id = ${id} and ${own(actor)}`,
    )
    if (gone === 0) throw new AppError('missing')
    await note(tx, { by: actor.identityId, action: 'query.dropped', facts: { query: id } })
    return true
  })
}
