import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import { requireAccess } from '../../platform/http/call.ts'
import { createServer } from '../../platform/http/server.ts'
import { createLog } from '../../platform/log/log.ts'
import { sql } from '../../platform/db/sql.ts'
import { testServer } from '../../platform/db/testing/test-server.ts'
import { registry } from '../records.ts'
import { allTables } from '../testing/test-dump.ts'
import { limitsOf, idNumber, testRegion, type Region } from '../testing/test-region.ts'
import { sampleOf } from '../testing/test-sample.ts'
import { picture } from '../testing/test-values.ts'

let region: Region
let logged = ''
beforeAll(
  async () =>
    void (region = await testRegion(
      'hygiene',
      createLog('debug', (line) => (logged += line)),
    )),
)
afterAll(() => region.close())

it('keeps sealed values and passwords out of every table and of the log, whatever is done with them', async () => {
  const { teacher, school, colleague } = region.people
  const mobile = '19987654321'
  const secrets = [
    mobile,
    'secret.canary@example.cn',
    '金丝雀巷七号',
    '19911112222',
    '19933334444',
    'Canary#Password1',
  ]
  const contact = {
    mobile,
    email: secrets[1],
    address: secrets[2],
    emergencyPhone: secrets[3],
    officeTel: '0662-3412345',
  }
  const key = { 'idempotency-key': 'canary-0001' }
  const made = await teacher.post('/api/v1/records/contactInfo', contact, key)
  expect(made.status).toBe(200)
  await teacher.post('/api/v1/records/contactInfo', contact, key)
  await teacher.post('/api/v1/records/contactInfo', { ...contact, nothing: mobile }, key)
  await teacher.put(`/api/v1/records/contactInfo/${made.data.id}`, {
    emergencyPhone: secrets[4],
    version: made.data.version,
  })
  await colleague.post('/api/v1/records/contactInfo', contact)
  await colleague.post('/api/v1/records/contactInfo', { ...contact, mobile: `${mobile}9` })
  await teacher.get(`/api/v1/records/contactInfo?q=${mobile}`)
  const idNo = idNumber('1990-03-04', false)
  secrets.push(idNo)
  await school.post('/api/v1/records/basicInfo', { idCardNo: idNo, ownerId: teacher.teacherId })
  for (const account of [mobile, idNo, 'nobody']) {
    await region.app.inject({
      method: 'POST',
      url: '/api/v1/login',
      payload: { account, password: secrets[5] },
    })
  }
  const dump = await allTables(region.ownerUrl)
  expect(dump.length).toBeGreaterThan(1000)
  expect(dump).toContain('0662-3412345')
  for (const secret of secrets) {
    expect(dump.includes(secret ?? '-'), `${secret} in the tables`).toBe(false)
    expect(logged.includes(secret ?? '-'), `${secret} in the log`).toBe(false)
  }
  expect(
    (await teacher.get<RecordView>(`/api/v1/records/contactInfo/${made.data.id}`)).data.effective?.address,
  ).toBe(secrets[2])
})

/** The database server's own log, where it is one of ours. */
async function databaseLog(): Promise<string | null> {
  const { logFile } = await testServer()
  return logFile === undefined ? null : readFile(logFile, 'utf8')
}

it('seals every field declared so, of every record type, in every table and in the database’s own log', async () => {
  const secrets: string[] = []
  for (const definition of Object.values(registry)) {
    const sealed = Object.entries(definition.fields).filter(
      ([, field]) => field.sealed && field.kind !== 'idCard',
    )
    if (sealed.length === 0 || definition.regime === 'mixed') continue
    const owner = await region.add(2, region.places.school, '密封老师')
    const body: Record<string, unknown> = sampleOf(definition, 7)
    for (const [i, [key, field]] of sealed.entries()) {
      const n = String(secrets.length + i).padStart(2, '0')
      body[key] =
        { phone: `1997777${n}31`, date: `1931-07-${String(10 + i)}`, email: `seal${n}.canary@example.cn` }[
          field.kind as string
        ] ?? `密封金丝雀${n}`
      secrets.push(String(body[key]))
    }
    if (definition.attachments) body['attachments'] = [await picture(region, owner)]
    const made = await owner.post(`/api/v1/records/${definition.name}`, body)
    expect(made.msg, definition.name).toBe('ok')
    if (definition.review) await owner.post(`/api/v1/records/${definition.name}/${made.data.id}/submit`, {})
    // Once more with a key in use, too long and too many: what the database refuses it must not quote either.
    await owner.post(`/api/v1/records/${definition.name}`, body, {
      'idempotency-key': `seal-${definition.name}`,
    })
    await owner.post(
      `/api/v1/records/${definition.name}`,
      { ...body, nothing: secrets.at(-1) },
      { 'idempotency-key': `seal-${definition.name}` },
    )
  }
  expect(secrets.length).toBeGreaterThan(5)
  // A statement that fails with a value in its row: the server writes such lines with all they hold, if it
  // may.
  await expect(
    region.db.query(
      sql`insert into saved_reason (identity_id, type, field, text)
        values (-1, ${secrets[0]}, ${secrets[1]}, '')`,
    ),
  ).rejects.toThrow()
  const dump = await allTables(region.ownerUrl)
  const log = await databaseLog()
  for (const secret of secrets) {
    expect(dump.includes(secret), `${secret} in the tables`).toBe(false)
    expect(logged.includes(secret), `${secret} in our log`).toBe(false)
    if (log !== null) expect(log.includes(secret), `${secret} in the database's log`).toBe(false)
  }
})

it('lets the application’s role add to the audit and never change it', async () => {
  const client = new pg.Client({ connectionString: region.appUrl })
  await client.connect()
  await client.query(`insert into audit (action) values ('test')`)
  for (const text of [
    `update audit set action = 'x'`,
    'delete from audit',
    'truncate audit',
    'delete from audit_seal',
    'drop table audit',
  ]) {
    await expect(client.query(text), text).rejects.toThrow(/permission denied|must be owner/)
  }
  await client.end()
})

it('refuses to register a call that does not say who may make it', async () => {
  const server = await createServer({
    log: createLog('silent'),
    trustProxy: false,
    limits: limitsOf(100),
    secureOrigin: false,
  })
  requireAccess(server)
  expect(() => server.get('/forgotten', async () => 'x')).toThrow(/declares no access/)
  expect(() => server.get('/said', { config: { access: 'public' } }, async () => 'x')).not.toThrow()
  await server.close()
})
