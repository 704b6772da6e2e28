import { createHash } from 'node:crypto'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  mostShown,
  type TalentChange,
  type TalentDifferenceView,
} from '../../../catalogue/contract/analysis/talents.ts'
import { isServing, labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { AppError } from '../../../catalogue/errors.ts'
import {
  differenceOf,
  type ListedTalent,
  type Proposal,
  type TalentDifference,
  type TalentFacts,
} from '../../../catalogue/talents/difference.ts'
import { basisOf } from '../../../catalogue/talents/rules.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { proposals, toBeJudged, within, type Where } from './found.ts'
import { begun, change, type ButtonPress } from './journal.ts'
import type { TalentNeeds } from './options.ts'

interface ListedRow extends TalentFacts {
  readonly id: number
  readonly owner_id: number
  readonly kind: string
  readonly by_rule: boolean
  readonly published: boolean
  readonly standing: ListedTalent['standing']
  readonly status: string
  readonly reached: boolean
}

/** Entries that a sync has to know: those of the scope, and the office's own of people who left it. */
const listedStatement = (where: Where): Sql => {
  const own = sql`e.office_id = ${where.actor.institutionId}`
  return sql`
    select e.id, e.owner_id, e.kind, e.rule, e.rule is not null as by_rule, e.record_id as "recordId", e.level, e.year,
      e.valid_until::text as until, e.ended, e.undocumented, e.state = 'published' as published, t.status,
      ${scopeCondition(where.actor, 't', 'id')} as reached,
      case when e.dismissed then 'dismissed' when ${own} then 'own'
        when e.office_id in (e.institution_id, e.district_id, e.city_id, e.province_id) then 'others'
        else 'orphan' end as standing
    from talent_entry e join teacher t on t.id = e.owner_id
    where ((e.removed_at is null and (${within(where, 'e')} or ${where.place ? sql`false` : own}))
      or (e.dismissed and ${own}))
    order by e.id`
}

function listedOf(row: ListedRow): ListedTalent {
  const { id, owner_id: ownerId, kind, rule, recordId, level, year, until, ended, undocumented } = row
  const facts = row.by_rule ? { rule, recordId, level, year, until, ended, undocumented } : null
  const gone = !row.reached
    ? '已不在本单位范围'
    : isServing(row.status)
      ? null
      : labelOf('employmentStatus', row.status)
  return { id, ownerId, kind, facts, standing: row.standing, gone }
}

interface SyncReading {
  readonly difference: TalentDifference
  readonly published: ReadonlySet<number>
  readonly print: string
}

async function read(db: Queryable, where: Where): Promise<SyncReading> {
  const found = await proposals(db, where)
  const rows = await db.query<ListedRow>(listedStatement(where))
  const difference = differenceOf(found, rows.map(listedOf))
  const { added, changed, removed } = difference
  const told = JSON.stringify([
    added,
    changed.map(({ entry, now }) => [entry.id, now]),
    removed.map(({ entry, reason }) => [entry.id, reason]),
  ])
  const print = createHash('sha256').update(told).digest('base64url')
  return { difference, published: new Set(rows.flatMap((row) => (row.published ? [row.id] : []))), print }
}

interface Person {
  readonly id: number
  readonly name: string
  readonly org: string
}

async function peopleOf(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, Person>> {
  const rows = await db.query<Person>(sql`
    select t.id, t.name, coalesce(i.name, '') as org
    from teacher t left join institution i on i.id = t.institution_id
    where t.id = any(${[...ids]}::int[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * What a sync of the scope would do, without doing it. The longest lists are shown in part, the numbers count
 * all.
 */
export async function previewed({ engine }: TalentNeeds, where: Where): Promise<TalentDifferenceView> {
  const { db } = engine
  const { difference, published, print } = await read(db, where)
  const added = difference.added.slice(0, mostShown)
  const changed = difference.changed.slice(0, mostShown)
  const removed = difference.removed.slice(0, mostShown)
  const ids = [
    ...added.map(({ ownerId }) => ownerId),
    ...[...changed, ...removed].map(({ entry }) => entry.ownerId),
  ]
  const [people, byHand] = await Promise.all([
    peopleOf(db, ids),
    toBeJudged(db, where),
    engine.readings.note(where.actor, { kind: 'roster' }, ids),
  ])
  const line = (
    { ownerId, kind }: { readonly ownerId: number; readonly kind: string },
    facts: TalentFacts | null,
    says: Pick<TalentChange, 'basis' | 'before' | 'published'>,
  ): TalentChange => ({
    teacherId: ownerId,
    name: people.get(ownerId)?.name ?? '',
    org: people.get(ownerId)?.org ?? '',
    kind,
    level: facts?.level || null,
    year: facts?.year ?? null,
    basis: says.basis,
    before: says.before,
    published: says.published,
  })
  return {
    added: added.map((one) => line(one, one, { basis: basisOf(one.rule), before: null, published: false })),
    changed: changed.map(({ entry, now }) =>
      line(entry, now, {
        basis: basisOf(now.rule),
        before: beforeOf(entry),
        published: published.has(entry.id),
      }),
    ),
    removed: removed.map(({ entry, reason }) =>
      line(entry, entry.facts, { basis: reason, before: null, published: published.has(entry.id) }),
    ),
    counts: {
      added: difference.added.length,
      changed: difference.changed.length,
      removed: difference.removed.length,
    },
    others: difference.others,
    byHand: byHand.map(({ project, teacherId, name, org }) => ({
      teacherId,
      name,
      org,
      project: labelOf('talentProject', project),
    })),
    print,
  }
}

/** Former state of an entry, in words. */
function beforeOf({ facts, standing }: ListedTalent): string {
  if (standing === 'orphan') return '原由其他单位列入'
  if (!facts) return ''
  const level = facts.level === '' ? '' : `，${labelOf('talentLevel', facts.level)}`
  return `${basisOf(facts.rule)}${level}${facts.year === null ? '' : `，${facts.year}`}`
}

/** Facts as rows `x` of a statement. */
const factRows = (rows: readonly object[]): Sql => sql`
  select * from jsonb_to_recordset(${sql.json(rows)}) as x(id int, "ownerId" int, kind text, rule text, "recordId" uuid,
    level text, year int, until date, ended boolean, undocumented boolean, reason text)`

async function add(tx: Tx, actor: Actor, pressed: ButtonPress, added: readonly Proposal[]): Promise<number> {
  if (added.length === 0) return 0
  const rows = await tx.query<{ id: number }>(sql`
    insert into talent_entry (owner_id, kind, office_id, rule, record_id, level, year, valid_until, ended, undocumented,
      institution_id, district_id, city_id, province_id)
    select t.id, x.kind, ${actor.institutionId}::int, x.rule, x."recordId", x.level, x.year, x.until, x.ended,
      x.undocumented, t.institution_id, t.district_id, t.city_id, t.province_id
    from (${factRows(added)}) x join teacher t on t.id = x."ownerId" and ${scopeCondition(actor, 't', 'id')}
    order by t.id, x.kind
    on conflict (owner_id, kind) where removed_at is null do nothing
    returning id`)
  const made = rows.map(({ id }) => id)
  await begun(tx, Object.assign({ action: 'proposed' as const }, pressed), made)
  return made.length
}

async function alter(
  tx: Tx,
  actor: Actor,
  pressed: ButtonPress,
  changed: TalentDifference['changed'],
): Promise<number> {
  if (changed.length === 0) return 0
  const rows = changed.map(({ entry, now }) => Object.assign({}, now, { id: entry.id }))
  const done = await change(
    tx,
    Object.assign({}, pressed, {
      action: 'changed' as const,
      // Somebody who was taken off the boards stays off them.
      set: sql`state = case when e.state = 'unpublished' and e.office_id = ${actor.institutionId} then e.state
          else 'synced' end,
        office_id = ${actor.institutionId}, rule = x.rule, record_id = x."recordId", reason = null, level = x.level,
        year = x.year, valid_until = x.until, ended = x.ended, undocumented = x.undocumented`,
      from: factRows(rows),
      because: sql`x.reason`,
    }),
  )
  return done.length
}

async function takeOut(tx: Tx, pressed: ButtonPress, removed: TalentDifference['removed']): Promise<number> {
  if (removed.length === 0) return 0
  const rows = removed.map(({ entry, reason }) => ({ id: entry.id, reason }))
  const done = await change(
    tx,
    Object.assign({}, pressed, {
      action: 'removed' as const,
      set: sql`removed_at = now(), removed_reason = x.reason`,
      from: factRows(rows),
      because: sql`x.reason`,
    }),
  )
  return done.length
}

/**
 * Brings the lists of the own office in line with the archives of the scope.
 * @param print what the caller saw of the difference; AppError `stale` where it is another one by now
 */
export async function synced({ db }: TalentNeeds, where: Where, print: string | undefined) {
  const { actor } = where
  return db.transaction(async (tx) => {
    // One sync of an office at a time; another office may list somebody meanwhile, which its own statement
    // sees.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('talents'), ${actor.institutionId})`)
    const { difference, print: now } = await read(tx, where)
    if (print !== undefined && print !== now)
      throw new AppError('stale', { message: '档案刚有变化，差异与您核对的不同，请重新核对后再应用' })
    const pressed = { by: actor.identityId, batch: uuidv7() }
    const counts = {
      added: await add(tx, actor, pressed, difference.added),
      updated: await alter(tx, actor, pressed, difference.changed),
      removed: await takeOut(tx, pressed, difference.removed),
    }
    const isChanged = counts.added + counts.updated + counts.removed > 0
    if (isChanged) await note(tx, { by: actor.identityId, action: 'talent.synced', facts: counts })
    return Object.assign(counts, { batch: isChanged ? pressed.batch : null })
  })
}
