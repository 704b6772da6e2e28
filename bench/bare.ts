import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { registry } from '../server/app/records.ts'
import { ownerIn } from '../server/engine/access/index.ts'
import { listStatement, loadText, readListQuery } from '../server/engine/records/index.ts'
import { typeParsers } from '../server/platform/db/pg-types.ts'

/**
 * The yardstick: node:http and pg with named statements and nothing else. It runs the same reads, and leaves
 * the same rows in one transaction, but has no rules, no masks, no validation, no permission beyond the
 * session. What the portal takes beyond this is what its features cost.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10, types: typeParsers })

interface Who {
  readonly identity: number
  readonly institution: number
  readonly teacher: number | null
}
const sessions = new Map<string, { who: Who; at: number }>()

async function whoIs(request: IncomingMessage): Promise<Who> {
  const token = String(request.headers['token'])
  const known = sessions.get(token)
  if (known && Date.now() - known.at < 1000) return known.who
  const { rows } = await pool.query({
    name: 'session',
    text: `select a.id, a.institution_id, t.id as teacher
      from session s
      join identity a on a.id = s.identity_id
           left join teacher t on t.person_id = a.person_id and a.role = 2
           where s.token_hash = $1 and s.expires_at > now()`,
    values: [createHash('sha256').update(token).digest()],
  })
  const who = { identity: rows[0].id, institution: rows[0].institution_id, teacher: rows[0].teacher }
  sessions.set(token, { who, at: Date.now() })
  return who
}

const definition = registry['studyExperience']
if (!definition) throw new Error('studyExperience')
const listText = listStatement(
  { identityId: 1, personId: 1, role: 4, name: '', institutionId: 1, institution: '', teacherId: null },
  definition,
  readListQuery(definition, {}),
).text
const singleText = loadText(definition, true)

async function body(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}

async function list(who: Who) {
  const values = [who.institution, 10_001, who.institution, 20, 0]
  const { rows } = await pool.query({ name: 'list', text: listText, values })
  await noteReading(
    who,
    'list',
    rows.map((row) => row.owner_id),
  )
  return { list: rows, total: rows[0]?.total }
}

/**
 * Readers and owners whose reading was written today: the portal remembers them, too (docs/decisions/0035).
 */
const noted = new Set<string>()

async function noteReading(who: Who, kind: string, given: readonly number[]): Promise<void> {
  const owners = [...new Set(given)].filter((owner) => !noted.has(`${who.identity} ${kind} ${owner}`))
  if (owners.length === 0) return
  for (const owner of owners) noted.add(`${who.identity} ${kind} ${owner}`)
  await pool.query({
    name: 'reading',
    text: `insert into reading (by_identity, kind, type, owner_ids) values ($1, $2, 'studyExperience', $3)`,
    values: [who.identity, kind, owners],
  })
}

async function single(who: Who, id: string) {
  const { rows } = await pool.query({ name: 'load', text: singleText, values: [id, true, ownerIn(id)] })
  await noteReading(who, 'record', [rows[0].owner_id])
  return rows[0]
}

async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** What happened to a record, for the outbox and the audit. */
interface RecordEvent {
  readonly who: Who
  readonly event: string
  readonly owner: number
  readonly record: string
  readonly revision: string
}

async function tell(client: pg.PoolClient, { who, event, owner, record, revision }: RecordEvent) {
  await client.query({
    name: 'outbox',
    text: `with happened as (
        insert into outbox (event, owner_id, record_id, revision_id, type, by_identity)
        values ($1, $2, $3, $4, 'studyExperience', $5)
        returning id, event)
      insert into outbox_waiting (consumer, event_id)
      select c.name, t.id from happened t join outbox_consumer c on t.event = any(c.events)`,
    values: [event, owner, record, revision, who.identity],
  })
}

async function note(client: pg.PoolClient, { who, event, owner, record, revision }: RecordEvent) {
  await client.query({
    name: 'audit',
    text: `insert into audit (by_identity, action, type, owner_id, record_id, facts)
      values ($1, $2, 'studyExperience', $3, $4, $5)`,
    values: [who.identity, event, owner, record, JSON.stringify({ revision })],
  })
}

const eventText = `insert into revision_event (owner_id, id, revision_id, record_id, by_identity, action,
      institution_id)
  values ($1, $2, $3, $4, $5, $6, $7)`

function update(who: Who, id: string, given: Record<string, unknown>) {
  return inTransaction(async (client) => {
    const { rows } = await client.query({
      name: 'draft',
      text: `select id, owner_id, value, edit_no
        from revision
        where record_id = $1 and state = 'draft' and replaced_at is null for update`,
      values: [id],
    })
    const { version, ...fields } = given
    if (rows[0]?.edit_no !== version) throw new Error('stale')
    await client.query({
      name: 'save',
      text: 'update revision set value = $3, edit_no = edit_no + 1, updated_at = now() where owner_id = $1 and id = $2',
      values: [rows[0].owner_id, rows[0].id, JSON.stringify({ ...rows[0].value, ...fields })],
    })
    await note(client, {
      who,
      event: 'record.edited',
      owner: rows[0].owner_id,
      record: id,
      revision: rows[0].id,
    })
    return { id, version: rows[0].edit_no + 1 }
  })
}

function create(who: Who, given: Record<string, unknown>, key: string) {
  return inTransaction(async (client) => {
    const id = randomUUID()
    const revision = randomUUID()
    const owner = await client.query({
      name: 'owner',
      text: 'select * from teacher where id = $1',
      values: [who.teacher],
    })
    const t = owner.rows[0]
    await client.query({
      name: 'idem',
      text: 'select 1 from idempotency where owner_id = $1 and identity_id = $2 and key = $3',
      values: [t.id, who.identity, key],
    })
    await client.query({
      name: 'insert',
      text: `insert into revision (owner_id, id, type, record_id, no, value, state, edit_no, by_identity,
            institution_id, district_id, city_id, province_id, changed)
             values ($1, $2, 'studyExperience', $3, 1, $4, 'draft', 1, $5, $6, $7, $8, $9, $10)`,
      values: [
        t.id,
        revision,
        id,
        JSON.stringify(given),
        who.identity,
        t.institution_id,
        t.district_id,
        t.city_id,
        t.province_id,
        Object.keys(given),
      ],
    })
    await client.query({
      name: 'event',
      text: eventText,
      values: [t.id, randomUUID(), revision, id, who.identity, 'create', who.institution],
    })
    await note(client, { who, event: 'record.created', owner: t.id, record: id, revision: revision })
    await client.query({
      name: 'remember',
      text: 'insert into idempotency (identity_id, key, body_mac, owner_id, record_id, version) values ($1, $2, $3, $4, $5, 1)',
      values: [who.identity, key, createHash('sha256').update(JSON.stringify(given)).digest(), t.id, id],
    })
    return { id, version: 1 }
  })
}

const columns = Object.keys(definition.fields).filter((key) => !definition.fields[key]?.derived)
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const applyText = `insert into rec_study_experience (owner_id, id, version, institution_id, district_id,
      city_id, province_id, recorded_by, sort_key,
  ${columns.map(snake).join(', ')})
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${columns.map((_, i) => `$${i + 10}`).join(', ')})`

function approve(who: Who, id: string, version: number) {
  return inTransaction(async (client) => {
    const { rows } = await client.query({
      name: 'open',
      text: `select * from revision where record_id = $1 and state = 'inReview' for update`,
      values: [id],
    })
    const v = rows[0]
    if (v?.edit_no !== version) throw new Error('stale')
    await client.query({
      name: 'approve',
      text: `update revision
        set state = 'approved', applied_at = now(), decided_at = now(), applied_version = $3, edit_no = $3,
             holder_institution_id = null, holder_role = null, holder_since = null
             where owner_id = $1 and id = $2`,
      values: [v.owner_id, v.id, version + 1],
    })
    const values = columns.map((key) => v.value[key] ?? null)
    const place = [v.institution_id, v.district_id, v.city_id, v.province_id]
    await client.query({
      name: 'apply',
      text: applyText,
      values: [v.owner_id, id, version + 1, ...place, who.identity, v.value.endMonth, ...values],
    })
    await client.query({
      name: 'event',
      text: eventText,
      values: [v.owner_id, randomUUID(), v.id, id, who.identity, 'approve', who.institution],
    })
    await tell(client, { who, event: 'flow.approved', owner: v.owner_id, record: id, revision: v.id })
    await note(client, { who, event: 'flow.approved', owner: v.owner_id, record: id, revision: v.id })
    // Highest and first education follow from all rows of the teacher: read them, mark them, repeat the best
    // in the basic information.
    const own = await client.query({
      name: 'own',
      text: 'select * from rec_study_experience where owner_id = $1 and voided_at is null',
      values: [v.owner_id],
    })
    const best = own.rows.sort((a, b) =>
      String(a.education_level).localeCompare(String(b.education_level)),
    )[0]
    await client.query({
      name: 'best',
      text: 'update rec_study_experience set is_highest_education = (id = $2), is_first_education = false where owner_id = $1',
      values: [v.owner_id, best.id],
    })
    await client.query({
      name: 'repeat',
      text: 'update rec_basic_info set highest_education = $2, highest_education_school = $3 where owner_id = $1',
      values: [v.owner_id, best.education_level, best.education_school],
    })
    return { id, version: version + 1 }
  })
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const who = await whoIs(request)
  const [path = ''] = (request.url ?? '').split('?')
  const [, id = '', action] = path.replace('/api/v1/records/studyExperience', '').split('/')
  if (request.method === 'GET') return id ? single(who, id) : list(who)
  if (request.method === 'PUT') return update(who, id, await body(request))
  if (action === 'approve') return approve(who, id, (await body(request))['version'] as number)
  return create(who, await body(request), String(request.headers['idempotency-key']))
}

createServer((request: IncomingMessage, response: ServerResponse) => {
  answer(request).then(
    (data) => {
      const text = JSON.stringify({ error_code: 0, msg: 'ok', data })
      response
        .writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(text),
        })
        .end(text)
    },
    (error: Error) => response.writeHead(500).end(error.message),
  )
}).listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('bare ready'))
