import type { AnyRecord } from '../../../catalogue/define.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Consumer } from '../../engine/outbox/index.ts'
import { checkContext, fromRow, fromStored } from '../../engine/records/index.ts'
import { namesakes } from '../../engine/names/index.ts'
import { tableName } from '../../engine/schema/index.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { databaseDay } from '../../platform/db/today.ts'
import { completenessIn, examineArchive, type Finding, type HeldRecord } from './examine-archive.ts'

/** Archives examined in one transaction. */
const batch = 100

interface Namesake {
  readonly owner_id: number
  readonly other_id: number
  readonly id: string
}

/** All effective records of these owners, by owner and type: one statement per type. */
async function archivesOf(
  engine: Engine,
  tx: Tx,
  owners: readonly number[],
): Promise<Map<number, Map<string, HeldRecord[]>>> {
  const found = new Map(owners.map((owner) => [owner, new Map<string, HeldRecord[]>()]))
  for (const definition of Object.values(engine.records).filter((d: AnyRecord) => d.owner === 'teacher')) {
    const rows = await tx.query<Record<string, unknown>>(sql`
      select *
      from ${sql.id(tableName(definition.name))}
      where owner_id = any(${[...owners]}::int[]) and voided_at is null`)
    for (const row of rows) {
      const id = row['id'] as string
      const values = fromStored(engine.keys, definition, id, fromRow(definition, row))
      const archive = found.get(row['owner_id'] as number)
      const held = { id, values, attachments: (row['attachments'] as string[]).length }
      archive?.set(definition.name, [...(archive.get(definition.name) ?? []), held])
    }
  }
  return found
}

/** Other archives with the same name and birth date: perhaps one person with two. */
const namesakesOf = (tx: Tx, owners: readonly number[]): Promise<Namesake[]> =>
  tx.query<Namesake>(sql`
    with ${namesakes('rec_basic_info', owners)}
    select owner_id, other_id, id from pair`)

/** Examines these archives and replaces what was known of them. */
export async function examineOwners(engine: Engine, tx: Tx, owners: readonly number[]): Promise<void> {
  if (owners.length === 0) return
  const context = checkContext(await databaseDay(tx))
  const archives = await archivesOf(engine, tx, owners)
  const rows: (Finding & { owner: number; other: number | null })[] = [...archives].flatMap(
    ([owner, archive]) =>
      examineArchive(engine.records, archive, context).map((finding) => ({ ...finding, owner, other: null })),
  )
  for (const { owner_id: owner, other_id: other, id } of await namesakesOf(tx, owners)) {
    const message = '与另一份档案同名，出生日期也相同，可能是同一个人'
    rows.push({ kind: 'duplicate', type: 'basicInfo', recordId: id, field: 'name', message, owner, other })
  }
  const found = new Set(rows.map(({ owner }) => owner))
  const shares = [...archives].map(([owner, archive]) => ({
    owner,
    percent: completenessIn(engine.records, archive),
    faulty: found.has(owner),
  }))
  await tx.execute(sql`delete from quality_finding where owner_id = any(${[...owners]}::int[])`)
  await tx.execute(sql`
    insert into quality_finding (owner_id, kind, type, record_id, field, message, other_id, institution_id,
        district_id, city_id, province_id)
    select f.owner, f.kind, f.type, f."recordId", f.field, f.message, f.other, t.institution_id,
      t.district_id, t.city_id, t.province_id
    from jsonb_to_recordset(${sql.json(rows)}) as
      f (owner int, kind text, type text, "recordId" uuid, field text, message text, other int)
      join teacher t on t.id = f.owner`)
  await tx.execute(sql`
    insert into quality_check as q (owner_id, institution_id, district_id, city_id, province_id, faulty, percent,
      change_no, changed_at)
    select t.id, t.institution_id, t.district_id, t.city_id, t.province_id, x.faulty, x.percent,
      nextval('quality_check_change'), now()
    from jsonb_to_recordset(${sql.json(shares)}) as x (owner int, percent smallint, faulty boolean)
    join teacher t on t.id = x.owner
    on conflict (owner_id)
    do update
    set checked_at = excluded.checked_at, institution_id = excluded.institution_id,
      district_id = excluded.district_id, city_id = excluded.city_id,
      province_id = excluded.province_id, faulty = excluded.faulty, percent = excluded.percent,
      change_no = case when q.percent is distinct from excluded.percent then excluded.change_no else q.change_no end,
      changed_at = case when q.percent is distinct from excluded.percent then excluded.changed_at
        else q.changed_at end`)
}

/** The consumer of the outbox that examines an archive again when something in it came into force or went. */
export function qualityConsumer(engine: Engine): Consumer {
  return {
    name: 'quality',
    events: [
      'flow.approved',
      'flow.undone',
      'record.created',
      'record.edited',
      'record.applied',
      'record.voided',
    ],
    take: async (tx, ids) => {
      const rows = await tx.query<{ owner_id: number; type: string }>(
        sql`select distinct owner_id, type from outbox where id = any(${[...ids]}::bigint[])`,
      )
      const ofTeachers = rows.filter(({ type }) => engine.records[type]?.owner === 'teacher')
      await examineOwners(engine, tx, [...new Set(ofTeachers.map((row) => row.owner_id))])
    },
  }
}

/**
 * Archives not examined for a day: some rules depend on today. The lock of the sweep keeps other processes
 * away from them.
 */
async function staleOwners(tx: Tx): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    select owner_id as id
    from quality_check
    where checked_at < now() - interval '1 day'
    order by checked_at
    limit ${batch}`)
  return rows.map((row) => row.id)
}

/** Time for which teachers below the last examined number are assumed to be examined. */
const trustMs = 3_600_000
/** Numbers looked at again each time, because a teacher with a lower number may be committed later. */
const margin = 1_000

/**
 * Archives never examined. Going through all teachers is done once an hour; in between only the latest
 * numbers are looked at, so that looking every few seconds costs nothing at 1.5 million.
 */
function newcomers() {
  let from = 0
  let since = Date.now()
  return async (tx: Tx): Promise<number[]> => {
    if (Date.now() - since > trustMs) [from, since] = [0, Date.now()]
    const rows = await tx.query<{ id: number }>(sql`
      with examined as materialized (select owner_id from quality_check where owner_id > ${from})
      select t.id
      from teacher t
      where t.id > ${from} and not exists (select 1 from examined q where q.owner_id = t.id)
      order by t.id limit ${batch}`)
    const reached =
      rows[0]?.id ?? (await tx.one<{ id: number }>(sql`select coalesce(max(id), 0) as id from teacher`)).id
    from = Math.max(from, reached - margin)
    return rows.map((row) => row.id)
  }
}

/**
 * The look at the archives as a piece of work to repeat; answers true when there may be more at once. Several
 * processes may run it: one at a time holds the lock.
 */
export function sweepOf(engine: Engine): () => Promise<boolean> {
  const neverExamined = newcomers()
  return () =>
    engine.db.transaction(async (tx) => {
      const { held } = await tx.one<{ held: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtext('quality')) as held`,
      )
      if (!held) return false
      let owners = await neverExamined(tx)
      if (owners.length === 0) owners = await staleOwners(tx)
      await examineOwners(engine, tx, owners)
      return owners.length === batch
    })
}
