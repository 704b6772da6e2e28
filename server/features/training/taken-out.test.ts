import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { classListHeads, headsOf, ledgerHeads } from '../../../catalogue/hours/words.ts'
import { testKeys, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { actorOfIdentity } from '../../engine/access/index.ts'
import type { ExportList } from '../../engine/exports/index.ts'
import { postEntry } from '../../engine/ledger/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { classList } from './class-list.ts'
import { ledgerList } from './ledger-export.ts'
import { courseIn } from './test-course.ts'

let region: Region
let project = ''
let learner: Awaited<ReturnType<ReturnType<typeof courseIn>['teacher']>>
beforeAll(async () => {
  region = await testRegion('training-taken-out')
  const course = courseIn(region)
  const { id } = await course.opened()
  project = id
  learner = await course.teacher()
  await course.enrolled(project, learner)
  await region.db.execute(sql`
    update person set mobile_sealed = ${testKeys.seal('13812345678', `person|mobile|${learner.personId}`)}
    where id = ${learner.personId}`)
  const posting = {
    ownerId: learner.teacherId ?? 0,
    account: 'training',
    category: '2',
    source: 'registration',
    from: null,
    to: null,
    certificate: 'PX-1',
    of: { type: 'trainingRegistration', id: 'a' },
    by: null,
  } as const
  await region.db.transaction((tx) => postEntry(tx, { ...posting, year: 2025, tenths: 255, version: 1 }))
  await region.db.transaction((tx) => postEntry(tx, { ...posting, year: 2024, tenths: 10, version: 2 }))
})
afterAll(() => region.close())

/** What a list gives to somebody, its columns all of those that pages offer. */
async function rowsFor(
  list: ExportList,
  who: Person,
  query: Readonly<Record<string, string>>,
  heads: object,
) {
  const found = await actorOfIdentity(region.db, who.identityId)
  if (!found) throw new Error('nobody')
  const opened = await list.open(found.actor, query)
  expect(opened.columns.map(({ key }) => key)).toEqual(Object.keys(heads))
  const keys = await opened.keys(100)
  const wanted = { columns: Object.keys(heads), full: true, opened: [] }
  return { opened, rows: (await opened.rows(keys, wanted)).map(({ cells }) => cells) }
}

describe('what is taken out of training', () => {
  it('the list of a class masks every phone, for the host, too', async () => {
    const { school } = region.people
    const { opened, rows } = await rowsFor(classList(region.engine), school, { project }, classListHeads)
    expect(rows).toMatchObject([{ name: learner.name, sleepsHere: '否', phone: '138****5678' }])
    expect(opened.columns.find(({ key }) => key === 'phone')?.seen).toBe('masked')
    expect(JSON.stringify(rows)).not.toContain('13812345678')
  })

  it('the account of a school has its own teachers, of one year', async () => {
    const { school, otherArea } = region.people
    const list = ledgerList(region.db)
    const { rows } = await rowsFor(list, school, { year: '2025' }, ledgerHeads)
    expect(rows).toMatchObject([{ name: learner.name, category: '专业科目学时', hours: 25.5, state: '有效' }])
    expect((await rowsFor(list, otherArea, { year: '2025' }, ledgerHeads)).rows).toEqual([])
  })

  it('is asked by the dialog of exports, and by nobody who may not', async () => {
    const { school, otherSchool, teacher } = region.people
    const preview = (who: Person, list: string, query: object, heads: Readonly<Record<string, string>>) =>
      who.post<{ rows: number }>('/api/v1/exports/preview', {
        list,
        query,
        columns: headsOf(heads).map(({ key }) => key),
        purpose: '1',
      })
    expect((await preview(school, 'train/class-list', { project }, classListHeads)).data.rows).toBe(1)
    expect((await preview(school, 'train/ledger', { year: '2025' }, ledgerHeads)).data.rows).toBe(1)
    expect((await preview(teacher, 'train/ledger', {}, ledgerHeads)).status).toBe(403)
    expect((await preview(otherSchool, 'train/class-list', { project }, classListHeads)).status).toBe(404)
    const wrong = await preview(school, 'train/ledger', { year: 'x' }, ledgerHeads)
    expect(wrong.status).toBe(400)
  })
})
