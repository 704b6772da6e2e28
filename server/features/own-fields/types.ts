import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { emptyBody, type OwnBody } from '../../../catalogue/own/body.ts'
import { slotNames } from '../../../catalogue/own/slot-names.ts'
import type { OwnTypeShape } from '../../../catalogue/own/type-body.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { rightsOf } from './store.ts'

/** A new type as the editor begins it; the rest is said there. */
const fresh = ({ title, owner, regime }: Pick<OwnTypeShape, 'title' | 'owner' | 'regime'>): OwnBody => ({
  ...emptyBody,
  record: {
    title,
    archive: 'personal',
    owner,
    regime,
    cardinality: 'many',
    chain: regime === 'reviewed' ? ['school'] : [],
    order: '',
    descending: false,
    summary: [],
    checks: [],
  },
})

/**
 * Only the highest office makes types: one below it would be read beside types of its neighbours in every
 * list of a higher office.
 * @throws AppError `forbidden`
 */
export async function requireTypeRight(db: Queryable, actor: Actor): Promise<void> {
  const { isTop } = await rightsOf(db, actor)
  if (!isTop) throw new AppError('forbidden', { message: '只有最高一级单位可以设自有档案' })
}

/** Whether the office said something of this own type, or is about to. */
export async function isOfOffice(db: Queryable, office: number, type: string): Promise<boolean> {
  const found = await db.maybeOne(sql`
    select 1 from own_draft where office_id = ${office} and type = ${type}
    union all
    select 1 from own_declaration where office_id = ${office} and type = ${type}
    limit 1`)
  return found !== undefined
}

/** The draft of a type that was never published, by its title. */
const begun = (db: Queryable, office: number, title: string) =>
  db.maybeOne<{ type: string }>(sql`
    select d.type
    from own_draft d
    where d.office_id = ${office} and d.body -> 'record' ->> 'title' = ${title}
      and not exists (select 1 from own_declaration p where p.office_id = d.office_id and p.type = d.type)`)

/**
 * Begins the draft of a new type in the next table that is free. A table whose type was taken back, which
 * needs that nobody wrote there, is free again.
 * @throws AppError `duplicate` where all tables are taken
 */
export async function beginType(
  db: Database,
  actor: Actor,
  given: Pick<OwnTypeShape, 'title' | 'owner' | 'regime'>,
): Promise<{ type: string }> {
  const office = actor.institutionId
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('own types'))`)
    const known = await begun(tx, office, given.title)
    if (known) return known
    const rows = await tx.query<{ type: string }>(sql`
      select type from own_draft where type = any(${[...slotNames]}::text[])
      union
      select type
      from (select distinct on (office_id, type) type, body
        from own_declaration
        where type = any(${[...slotNames]}::text[])
        order by office_id, type, no desc) l
      where l.body ? 'record'`)
    const taken = new Set(rows.map(({ type }) => type))
    const free = slotNames.find((name) => !taken.has(name))
    if (free === undefined)
      throw new AppError('duplicate', {
        message: `自有档案至多 ${slotNames.length} 类，已经用完。请在现有的一类上修改`,
      })
    await tx.execute(sql`
      insert into own_draft (office_id, type, body, by_identity)
      values (${office}, ${free}, ${sql.json(fresh(given))}, ${actor.identityId})`)
    return { type: free }
  })
}
