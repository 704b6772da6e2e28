import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testRegion, actorOf, type Region } from '../../app/testing/test-region.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import { sql } from '../../platform/db/sql.ts'
import { definitionOf, type AppliedVersion, type Engine, type VoidedVersion } from '../engine.ts'
import { createRecord, deleteRecord, editRecord } from '../records/index.ts'
import { act, type Action } from './act.ts'

let region: Region
let engine: Engine
const calls: (['applied', AppliedVersion] | ['voided', VoidedVersion])[] = []
beforeAll(async () => {
  region = await testRegion('hooks')
  const recorder = {
    applied: async (_: unknown, applied: AppliedVersion) => void calls.push(['applied', applied]),
    voided: async (_: unknown, voided: VoidedVersion) => void calls.push(['voided', voided]),
  }
  engine = {
    ...region.engine,
    hooks: { studyExperience: recorder, workExperience: recorder, familyMember: recorder },
  }
})
beforeEach(() => void calls.splice(0))
afterAll(() => region.close())

const ask = (who: 'teacher' | 'school', type: string) => ({
  engine,
  actor: actorOf(region.people[who], (who === 'teacher' ? 2 : 3) satisfies Role),
  definition: definitionOf(engine, type),
})
const doTo = (id: string, type: string) => (who: 'teacher' | 'school', action: Action, reason?: string) =>
  act({ ...ask(who, type), id, action, body: reason === undefined ? {} : { reason } })

/** Creates a record of the teacher and has it approved. */
async function approved(type: string, values: object) {
  const attachments = [await picture(region, region.people.teacher)]
  const { id } = await createRecord(ask('teacher', type), { ...values, attachments }, undefined)
  const does = doTo(id, type)
  await does('teacher', 'submit')
  await does('school', 'approve')
  return { id, does }
}

describe('a feature’s hook on a reviewed record', () => {
  it('hears an approval once, and once that it was undone: no version stands', async () => {
    const { id, does } = await approved('studyExperience', study)
    expect(calls).toMatchObject([
      ['applied', { recordId: id, values: { major: '汉语言文学' }, before: null }],
    ])
    await does('school', 'undo')
    expect(calls.slice(1)).toMatchObject([
      ['voided', { recordId: id, before: { major: '汉语言文学' }, now: null }],
    ])
    await does('school', 'approve')
    expect(calls.slice(2)).toMatchObject([['applied', { recordId: id, before: null }]])
  })

  it('hears of the version that stands again, which is not applied a second time', async () => {
    const { id, does } = await approved('studyExperience', {
      ...study,
      startMonth: '2003-09',
      endMonth: '2004-06',
    })
    const read = { ...ask('teacher', 'studyExperience') }
    const { version } = await engine.db.one<{ version: number }>(
      sql`select version from rec_study_experience where id = ${id}`,
    )
    await editRecord(read, id, { major: '英语', version })
    await does('teacher', 'submit')
    await does('school', 'approve')
    calls.splice(0, 1)
    expect(calls).toMatchObject([['applied', { values: { major: '英语' }, before: { major: '汉语言文学' } }]])
    await does('school', 'undo')
    expect(calls.slice(1)).toMatchObject([
      ['voided', { before: { major: '英语' }, now: { major: '汉语言文学' } }],
    ])
  })

  it('hears nothing of what never took effect, and nothing where the transaction fails', async () => {
    const attachments = [await picture(region, region.people.teacher)]
    const values = { ...study, startMonth: '1999-09', endMonth: '2000-06', attachments }
    const { id } = await createRecord(ask('teacher', 'studyExperience'), values, undefined)
    const does = doTo(id, 'studyExperience')
    await does('teacher', 'submit')
    await does('teacher', 'withdraw')
    await deleteRecord(ask('teacher', 'studyExperience'), id)
    expect(calls).toEqual([])

    const failing = await approved('studyExperience', {
      ...study,
      startMonth: '2001-09',
      endMonth: '2002-06',
    })
    const broken: Engine = {
      ...engine,
      hooks: {
        studyExperience: {
          applied: async () => {},
          voided: () => Promise.reject(new Error('the feature could not take it back')),
        },
      },
    }
    const undoing = act({
      ...ask('school', 'studyExperience'),
      engine: broken,
      id: failing.id,
      action: 'undo',
      body: {},
    })
    await expect(undoing).rejects.toThrow('the feature could not take it back')
    expect(
      await engine.db.one(sql`select voided_at from rec_study_experience where id = ${failing.id}`),
    ).toEqual({ voided_at: null })
  })
})

describe('a feature’s hook on what takes effect at once', () => {
  it('hears the creation and the removal by the owner', async () => {
    const sample = sampleOf(definitionOf(engine, 'familyMember'), 3)
    const { id } = await createRecord(ask('teacher', 'familyMember'), sample, undefined)
    await deleteRecord(ask('teacher', 'familyMember'), id)
    expect(calls).toMatchObject([
      ['applied', { recordId: id, before: null }],
      ['voided', { recordId: id, now: null }],
    ])
    const [[, applied], [, voided]] = calls as [['applied', AppliedVersion], ['voided', VoidedVersion]]
    expect(voided.before).toEqual(applied.values)
  })
})

describe('a feature’s hook on a record that another one ended', () => {
  it('hears the end as a version of its own, and the reopening', async () => {
    const sample = sampleOf(definitionOf(engine, 'workExperience'), 5)
    const first = await approved('workExperience', { ...sample, startMonth: '2010-08', endMonth: null })
    calls.splice(0)
    const second = await approved('workExperience', { ...sample, startMonth: '2018-09', endMonth: null })
    expect(calls).toMatchObject([
      ['applied', { recordId: first.id, values: { endMonth: '2018-08' }, before: { endMonth: null } }],
      ['applied', { recordId: second.id }],
    ])
    await second.does('school', 'undo')
    expect(calls.slice(2)).toMatchObject([
      ['applied', { recordId: first.id, values: { endMonth: null }, before: { endMonth: '2018-08' } }],
      ['voided', { recordId: second.id, now: null }],
    ])
  })
})
