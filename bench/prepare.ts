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
  readonly readers: readonly { readonly token: string }[]
  readonly singles: readonly Item[]
  readonly drafts: readonly Item[]
  readonly creators: readonly { readonly token: string }[]
  readonly approvals: readonly Item[]
}

/** Sessions for identities, opened set-wise; a token each. */
async function openSessions(db: Database, keys: Keys, identities: readonly number[]): Promise<Map<number, string>> {
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
    await loadAtScale({ ownerUrl, keys: keysFrom(masterKey), records: registry, sortForm, teachers, seed: 'bench' })
    console.log(`loaded ${teachers} teachers in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  }
  await db.query(sql.raw('vacuum analyze'))
  const work = await gather(db, masterKey)
  await db.close()
  return work
}

async function gather(db: Database, masterKey: Buffer): Promise<Work> {
  const readers = await db.query<{ id: number }>(sql`select id from identity where role = 4 order by id limit 50`)
  const singles = await db.query<{ id: string; version: number; who: number }>(sql`
    select r.id, r.version, a.id as who from (select * from rec_study_experience where voided_at is null order by id limit 4000) r
      join identity a on a.institution_id = r.institution_id and a.role = 3
    where not exists (select 1 from revision v where v.record_id = r.id and v.replaced_at is null and v.state <> 'approved')`)
  const drafts = await db.query<{ id: string; version: number; who: number }>(sql`
    select v.record_id as id, v.edit_no as version, a.id as who from revision v join teacher t on t.id = v.owner_id
      join identity a on a.person_id = t.person_id and a.role = 2
    where v.type = 'studyExperience' and v.state = 'draft' and v.replaced_at is null order by v.id limit 4000`)
  const creators = await db.query<{ id: number }>(sql`select id from identity where role = 2 order by id desc limit 2000`)
  const approvals = await db.query<{ id: string; version: number; who: number }>(sql`
    select v.record_id as id, v.edit_no as version, a.id as who from revision v
      join identity a on a.institution_id = v.holder_institution_id and a.role = v.holder_role
    where v.type = 'studyExperience' and v.state = 'inReview' and v.warnings = '[]' order by v.id`)
  const everybody = [...new Set([...readers, ...creators].map((r) => r.id).concat([...singles, ...drafts, ...approvals].map((r) => r.who)))]
  const tokens = await openSessions(db, keysFrom(masterKey), everybody)
  const token = (id: number) => tokens.get(id) ?? ''
  const items = (rows: readonly { id: string; version: number; who: number }[]) =>
    rows.map((r) => ({ id: r.id, version: r.version, token: token(r.who) }))
  return {
    masterKey: masterKey.toString('base64'),
    readers: readers.map((r) => ({ token: token(r.id) })),
    singles: items(singles),
    drafts: items(drafts),
    creators: creators.map((r) => ({ token: token(r.id) })),
    approvals: items(approvals),
  }
}
