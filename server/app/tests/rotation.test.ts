import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportRow } from '../../../catalogue/contract/administration/imports.ts'
import { learning, learnKeys, nextKey, rotate } from '../../engine/sealing/index.ts'
import { keysFrom } from '../../platform/crypto/keys.ts'
import { sql } from '../../platform/db/sql.ts'
import { bring, csvOf, definitionNamed, gateOf, teacherRow } from '../../features/imports/test-imports.ts'
import { registry, tables } from '../records.ts'
import { sealedTables } from '../sealed-tables.ts'
import { allTables } from '../testing/test-dump.ts'
import { idNumber, testRegion, type Person, type Region } from '../testing/test-region.ts'
import { sampleOf } from '../testing/test-sample.ts'

let region: Region
/** The writer below writes as fast as the machine can, which the limit of requests is not about. */
beforeAll(
  async () => void (region = await testRegion('rotation', undefined, { requestsPerMinute: 10_000_000 })),
)
afterAll(() => region.close())

const masterKey = Buffer.alloc(32, 7)
const contact = (n: number) => ({
  mobile: `1390000${String(n).padStart(4, '0')}`,
  email: `a${n}@example.cn`,
  address: `金丝雀巷${n}号`,
  emergencyPhone: '13811112222',
})

async function fill(who: Person, n: number): Promise<{ id: string; version: number }> {
  const made = await who.post('/api/v1/records/contactInfo', contact(n))
  expect(made.msg).toBe('ok')
  return made.data
}

/** What looks like a ciphertext and is a teacher's own text. */
const forged = 'v1.1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.AAAA'

/** How many values of the first key are left in any table. */
const underFirstKey = async () =>
  (await allTables(region.ownerUrl)).replaceAll(forged, '').match(/v1\.1\.[\w-]{16}\./g)?.length ?? 0

it('seals every table anew beside running writers, goes on after an interruption, and everything still opens', async () => {
  const { db, people } = region
  const { teacher, school, area, colleague } = people
  const kept = await fill(teacher, 1)
  const basicInfo = registry['basicInfo']
  if (!basicInfo) throw new Error('basicInfo')
  const idCardNo = idNumber('1985-03-04', true)
  const entered = {
    ...sampleOf(basicInfo, 7),
    birthDate: '1985-03-04',
    gender: '1',
    workStartMonth: '2008-08',
    orgEntryMonth: '2008-08',
    teachStartMonth: '2008-08',
    idCardNo,
    ownerId: teacher.teacherId,
  }
  const basic = await school.post('/api/v1/records/basicInfo', entered)
  expect(basic.msg).toBe('ok')
  // An office sealed a field of its own, which has ended since: no declaration names it.
  const ownPlace = `basicInfo|own7|${basic.data.id}`
  const ended = sql.json({ own7: keysFrom(masterKey).seal('健康证 778899', ownPlace), own8: forged })
  await db.query(sql`update rec_basic_info set own = ${ended} where id = ${basic.data.id}`)
  await db.query(sql`update revision set value = value || ${ended}::jsonb where record_id = ${basic.data.id}`)
  const asked = await teacher.post('/api/v1/corrections', {
    type: 'basicInfo',
    recordId: basic.data.id,
    reason: forged,
    fields: [
      { key: 'name', should: forged.slice(0, 20) },
      { key: 'idCardNo', should: idNumber('1985-03-05', true) },
    ],
  })
  expect(asked.msg).toBe('ok')
  const content = csvOf(definitionNamed('teacher'), [teacherRow({ name: '待导入' })])
  const brought = await bring(region, school, { type: 'teacher', content })
  await gateOf(region).check()
  const { personId } = area
  await db.query(
    sql`update person
      set totp_sealed = ${keysFrom(masterKey).seal('GEZDGNBVGY3TQOJQ', `person|totp|${personId}`)}
      where id = ${personId}`,
  )
  expect(await underFirstKey()).toBeGreaterThan(8)

  const own = keysFrom(masterKey)
  expect(await nextKey(db, own)).toBe(2)
  await learnKeys(db, own)
  expect(own.kid(), 'a new key waits until everybody has learnt it').toBe(1)
  // The portal looks by itself: it can open with the new key before anybody seals with it.
  await new Promise((go) => setTimeout(go, learning.lookMs + 500))
  await db.query(sql`update sealing_key set active_at = now()`)
  await learnKeys(db, own)
  expect(own.kid()).toBe(2)
  // Until the portal looks again it writes with the first key, while the rotation runs.
  let n = 100
  let busy = true
  const writing = (async () => {
    let at = kept
    while (busy) {
      n += 1
      const saved = await teacher.put(`/api/v1/records/contactInfo/${at.id}`, {
        ...contact(n),
        mobile: contact(1).mobile,
        version: at.version,
      })
      expect(saved.msg).toBe('ok')
      at = saved.data
    }
  })()
  const rotation = { db, keys: own, kid: 2 }
  await expect(
    rotate(
      {
        ...rotation,
        onBatch: () => {
          throw new Error('pulled')
        },
      },
      sealedTables(tables),
    ),
  ).rejects.toThrow('pulled')
  expect(await nextKey(db, own), 'an unfinished rotation is gone on with').toBe(2)
  await rotate(rotation, sealedTables(tables)).catch((error: unknown) =>
    expect(String(error)).toContain('still being written'),
  )
  await new Promise((go) => setTimeout(go, learning.lookMs + 500))
  busy = false
  await writing
  await db.query(sql`update sealing_progress set finished_at = null, reached = null`)
  expect(await rotate(rotation, sealedTables(tables))).toBeGreaterThan(8)

  expect(await underFirstKey()).toBe(0)
  const read = async (who: Person) =>
    (await who.get<{ effective: Record<string, unknown> }>(`/api/v1/records/contactInfo/${kept.id}`)).data
      .effective
  expect(await read(teacher)).toMatchObject({ mobile: contact(1).mobile, address: `金丝雀巷${n}号` })
  const shown = (
    await teacher.get<{ effective: Record<string, unknown> }>(`/api/v1/records/basicInfo/${basic.data.id}`)
  ).data
  expect(shown.effective['idCardNo']).toBe(idCardNo)
  const still = await db.one<{ own7: string; own8: string; version: string }>(sql`
    select r.own ->> 'own7' as own7, r.own ->> 'own8' as own8, v.value ->> 'own7' as version
    from rec_basic_info r join revision v on v.owner_id = r.owner_id and v.record_id = r.id
    where r.id = ${basic.data.id}`)
  expect([still.own7, still.version].map((sealed) => own.open(sealed, ownPlace))).toEqual(
    Array(2).fill('健康证 778899'),
  )
  expect(still.own8).toBe(forged)
  const staged = await school.get<{ list: ImportRow[] }>(`/api/v1/import/${brought.id}/rows`)
  expect(staged.data.list[0]?.cells['name']).toBe('待导入')
  expect((await read(area))['address']).not.toContain('金丝雀')
  expect((await teacher.get('/api/v1/user/account')).status).toBe(200)
  await fill(colleague, 7)
  expect(await underFirstKey()).toBe(0)
  expect((await db.query(sql`select 1 from audit where action = 'keys.rotated'`)).length).toBe(1)
  expect(await nextKey(db, own)).toBe(3)
})
