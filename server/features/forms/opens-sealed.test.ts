import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IssuedPaper } from './issue.ts'
import { testRegion, type Envelope, type Person, type Region } from '../../app/testing/test-region.ts'
import { mostRevealed } from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { enrolled, ok } from './test-papers.ts'

let region: Region
/** The same portal, which asks again who one is. */
let asking: Awaited<ReturnType<Region['serveBeside']>>
let owner: Person
beforeAll(async () => {
  region = await testRegion('opens sealed')
  owner = (await enrolled(region, '密封人')).owner
  asking = await region.serveBeside({ secondFactor: 'offer' })
})
afterAll(async () => {
  await asking?.close()
  await region.close()
})

const print = '/api/v1/forms/print'
const purposed = { purpose: 'personnel', reason: '办理调动' } as const
async function call(who: Person, method: 'GET' | 'POST', url: string, payload?: object) {
  const answer = await asking.inject({
    method,
    url,
    headers: { token: who.token },
    ...(payload && { payload }),
  })
  const json = answer.headers['content-type']?.toString().includes('json')
  return {
    status: answer.statusCode,
    code: json ? answer.json<Envelope>().error_code : 0,
    data: json ? answer.json<Envelope<IssuedPaper & { id: string }>>().data : null,
  }
}
const prove = (who: Person, minutes: number) =>
  region.db.execute(sql`
    update session set proved_at = now() - make_interval(mins => ${minutes})
    where identity_id = ${who.identityId}`)

/** Every call that hands an office values which are sealed or masked to it otherwise. */
const ways: Readonly<Record<string, () => Promise<(who: Person) => ReturnType<typeof call>>>> = {
  'a paper with a purpose': async () => (who) =>
    call(who, 'POST', print, { form: 'basicRegistration', teacherId: owner.teacherId, ...purposed }),
  'a whole archive with a purpose': async () => (who) =>
    call(who, 'POST', print, { form: 'wholeArchive', teacherId: owner.teacherId, ...purposed }),
  'the archive as a file': async () => (who) =>
    call(
      who,
      'GET',
      `/api/v1/archive/export/${owner.teacherId}?purpose=personnel&reason=${encodeURIComponent('办理调动')}`,
    ),
  'a paper that was printed before': async () => {
    const made = await region.people.school.post(print, {
      form: 'basicRegistration',
      teacherId: owner.teacherId,
      ...purposed,
    })
    return (who) => call(who, 'GET', `/api/v1/forms/issued/${ok(made).data.id}/address`)
  },
  'a certificate with the end of the number': async () => (who) =>
    call(who, 'POST', print, { form: 'trainingHours', teacherId: owner.teacherId }),
  'many of them': async () => (who) =>
    call(who, 'POST', '/api/v1/forms/bundles', { form: 'trainingHours', teacherIds: [owner.teacherId] }),
  'a single value': async () => {
    const { list } = (
      await region.people.school.get<{ list: { id: string }[] }>(
        `/api/v1/records/basicInfo?ownerId=${owner.teacherId}`,
      )
    ).data
    return (who) =>
      call(who, 'POST', `/api/v1/records/basicInfo/${list[0]?.id}/reveal`, {
        field: 'idCardNo',
        reason: '办理调动',
      })
  },
  'a file with columns in full': async () => {
    const made = ok(
      await region.people.school.post('/api/v1/exports', {
        list: 'records/basicInfo',
        query: {},
        columns: ['$owner', 'healthStatus'],
        format: 'csv',
        purpose: '3',
        purposeText: '',
      }),
    )
    return (who) => call(who, 'GET', `/api/v1/exports/${made.data.id}/file`)
  },
}

it.each(Object.keys(ways))('%s asks an office again who it is', async (name) => {
  const { school } = region.people
  await prove(school, 20)
  const way = await ways[name]?.()
  expect((await way?.(school))?.code).toBe(40303)
  await prove(school, 0)
  expect((await way?.(school))?.status).toBe(200)
})

it('what the screen shows is printed without a question, and so is one’s own', async () => {
  const { school } = region.people
  await prove(school, 20)
  const asked = { form: 'basicRegistration', teacherId: owner.teacherId }
  expect((await call(school, 'POST', print, asked)).status).toBe(200)
  expect((await call(owner, 'POST', print, { form: 'basicRegistration', purpose: 'personnel' })).status).toBe(
    200,
  )
})

it('an office says why; the audit keeps it, and the teacher sees that it was opened', async () => {
  const { area } = region.people
  const asked = { form: 'basicRegistration', teacherId: owner.teacherId, purpose: 'personnel' }
  expect((await area.post(print, asked)).data).toMatchObject({ errors: [{ field: 'reason' }] })
  ok(await area.post(print, { ...asked, reason: '核对来函' }))
  const { facts } = await region.db.one<{ facts: object }>(sql`
    select facts from audit where action = 'form.printed' and by_identity = ${area.identityId}`)
  expect(facts).toMatchObject({ part: 'printFull', reason: '核对来函' })
  const reads = await owner.get<{ list: { who: string; what: string }[] }>('/api/v1/user/archiveReads')
  expect(reads.data.list).toContainEqual(
    expect.objectContaining({ who: '何以宁', what: '打印的表格（完整证件号等）' }),
  )
})

it('thirty papers in full an hour, also when all are asked for at once', async () => {
  const who = await region.add(4, region.places.district, '多印')
  const asked = { form: 'basicRegistration', teacherId: owner.teacherId, ...purposed }
  await region.db.execute(sql`
    insert into audit (by_identity, action, facts)
    select ${who.identityId}, 'form.printed', '{"part": "printFull"}'
    from generate_series(3, ${mostRevealed})`)
  const answers = await Promise.all(Array.from({ length: 8 }, () => who.post(print, asked)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
})
