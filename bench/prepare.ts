import { registry } from '../server/app/records.ts'
import { sortForm } from '../server/app/sort-form.ts'
import { keysFrom, sha256, type Keys } from '../server/platform/crypto/keys.ts'
import { openDatabase, type Database } from '../server/platform/db/database.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { sql } from '../server/platform/db/sql.ts'
import { makeToken } from '../server/platform/session/token.ts'
import { loadAtScale } from '../demo/at-scale.ts'

/** One request's worth of work: whose, on what. */
export interface Item {
  readonly token: string
  readonly id: string
  readonly version: number
}

/** What the generator asks for, found once in the loaded data. */
export interface Work {
  readonly masterKey: string
  /** Tokens of an office of each level and of an administrator, by what they are. */
  readonly offices: Readonly<Record<string, string>>
  readonly readers: readonly { readonly token: string }[]
  readonly singles: readonly Item[]
  readonly drafts: readonly Item[]
  readonly creators: readonly { readonly token: string }[]
  /** This many new submissions, each of another teacher, with the school that has to approve them. */
  readonly moreApprovals: (count: number) => Promise<readonly Item[]>
  readonly close: () => Promise<void>
}

/** Sessions for identities, opened set-wise; a token each. */
export async function openSessions(
  db: Database,
  keys: Keys,
  identities: readonly number[],
): Promise<Map<number, string>> {
  const tokens = new Map(identities.map((id) => [id, makeToken(keys)]))
  const rows = [...tokens].map(([id, token]) => ({ id, hash: `\\x${sha256(token).toString('hex')}` }))
  await db.query(sql`
    insert into session (token_hash, family, identity_id, expires_at)
    select (r ->> 'hash')::bytea, gen_random_uuid(), (r ->> 'id')::int, now() + interval '12 hours'
    from jsonb_array_elements(${sql.json(rows)}) r`)
  return tokens
}

/** Loads the region at scale if the database is empty, and gathers what will be asked. */
export async function prepare(ownerUrl: string, teachers: number): Promise<Work> {
  const masterKey = Buffer.alloc(32, 9)
  await migrate(ownerUrl, 'server/migrations')
  const db = openDatabase({ url: ownerUrl, statementTimeout: 0 })
  const { loaded } = await db.one<{ loaded: boolean }>(sql`select exists (select 1 from teacher) as loaded`)
  if (!loaded) {
    const started = Date.now()
    await loadAtScale({
      ownerUrl,
      keys: keysFrom(masterKey),
      records: registry,
      sortForm,
      teachers,
      seed: 'bench',
    })
    await db.query(sql.raw('vacuum analyze'))
    console.log(`loaded ${teachers} teachers in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  }
  return gather(db, masterKey)
}

const levels = { province: 6, city: 5, district: 4, school: 3, administrator: 1 } as const

/** Somebody of each office's role; the administrator is made. */
async function officesOf(db: Database): Promise<Readonly<Record<string, number>>> {
  await db.query(sql`
    insert into identity (person_id, role, institution_id)
    select person_id, 1, institution_id
    from identity
    where role = 6
    and not exists (select 1 from identity where role = 1) limit 1`)
  const rows = await db.query<{ role: number; id: number }>(
    sql`select distinct on (role) role, id from identity where role in (1, 3, 4, 5, 6) order by role, id`,
  )
  return Object.fromEntries(
    Object.entries(levels).map(([name, role]) => [name, rows.find((row) => row.role === role)?.id ?? 0]),
  )
}

async function gather(db: Database, masterKey: Buffer): Promise<Work> {
  const offices = await officesOf(db)
  const readers = await db.query<{ id: number }>(
    sql`select id from identity where role = 4 order by id limit 50`,
  )
  const singles = await db.query<{ id: string; version: number; who: number }>(sql`
    select r.id, r.version, a.id as who
    from (select * from rec_study_experience where voided_at is null order by id limit 4000) r
      join identity a on a.institution_id = r.institution_id and a.role = 3
    where not exists (select 1
      from revision v
      where v.record_id = r.id and v.replaced_at is null and v.state <> 'approved')`)
  const drafts = await db.query<{ id: string; version: number; who: number }>(sql`
    select v.record_id as id, v.edit_no as version, a.id as who
    from revision v
    join teacher t on t.id = v.owner_id
      join identity a on a.person_id = t.person_id and a.role = 2
    where v.type = 'studyExperience' and v.state = 'draft' and v.replaced_at is null order by v.id limit 4000`)
  const creators = await db.query<{ id: number }>(
    sql`select id from identity where role = 2 order by id desc limit 2000`,
  )
  const schools = await db.query<{ id: number }>(sql`select id from identity where role = 3`)
  const everybody = [
    ...Object.values(offices),
    ...[...readers, ...creators, ...schools].map((r) => r.id),
    ...[...singles, ...drafts].map((r) => r.who),
  ]
  const tokens = await openSessions(db, keysFrom(masterKey), [...new Set(everybody)])
  const token = (id: number) => tokens.get(id) ?? ''
  const items = (rows: readonly { id: string; version: number; who: number }[]) =>
    rows.map((r) => ({ id: r.id, version: r.version, token: token(r.who) }))
  return {
    masterKey: masterKey.toString('base64'),
    offices: Object.fromEntries(Object.entries(offices).map(([name, id]) => [name, token(id)])),
    readers: readers.map((r) => ({ token: token(r.id) })),
    singles: items(singles),
    drafts: items(drafts),
    creators: creators.map((r) => ({ token: token(r.id) })),
    moreApprovals: async (count) => items(await submissions(db, count)),
    close: () => db.close(),
  }
}

/** A number that carries the owner, as new records have it (docs/decisions/0123). */
const numberOf = sql`overlay(overlay(gen_random_uuid()::text placing '8' from 15)
  placing lpad(to_hex(t.id), 8, '0') from 29)::uuid`

/** Submits a study experience for this many teachers, as it stands in one that waits already. */
function submissions(db: Database, count: number): Promise<{ id: string; version: number; who: number }[]> {
  return db.query(sql`
    with pattern as (select *
      from revision
      where type = 'studyExperience' and state = 'inReview' and warnings = '[]'
      limit 1),
    asked as (
      insert into revision (owner_id, id, type, record_id, no, value, state, flow_version, route, step,
          holder_institution_id, holder_role, holder_since,
        submitted_at, submitted_by, edit_no, by_identity, changed, institution_id, district_id, city_id,
          province_id)
      select t.id, gen_random_uuid(), p.type, ${numberOf}, 1, p.value, p.state, p.flow_version,
        jsonb_build_array(jsonb_set(p.route -> 0, '{institutionId}', to_jsonb(t.institution_id))), 0,
          t.institution_id, 3, now(),
        now(), t.person_id, 2, a.id, p.changed, t.institution_id, t.district_id, t.city_id, t.province_id
      from pattern p, (select * from teacher order by random() limit ${count}) t
      join identity a on a.person_id = t.person_id and a.role = 2
      returning record_id, edit_no, holder_institution_id)
    select record_id as id, edit_no as version, a.id as who
    from asked
    join identity a on a.institution_id = holder_institution_id and a.role = 3`)
}
