import type { AfterRule } from '../../../catalogue/after/rule.ts'
import type { AfterRun } from '../../../catalogue/contract/administration/after-rules.ts'
import { actorOn } from '../../app/session-hook.ts'
import type { Person, Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { takeWaiting } from '../../engine/outbox/index.ts'
import { createLog } from '../../platform/log/log.ts'
import { sql } from '../../platform/db/sql.ts'
import { notify } from '../messages/index.ts'
import { afterConsumer } from './matching.ts'
import type { AfterNeeds } from './needs.ts'
import { runNext } from './run.ts'

export const url = '/api/v1/after'
export const records = '/api/v1/records/studyExperience'

export const needsOf = ({ engine, db }: Region): AfterNeeds => ({
  engine,
  db,
  log: createLog('silent'),
  notify,
  actorOn,
})

/** Hears of all that happened and does what follows. */
export async function settle(region: Region, most?: number): Promise<void> {
  while (await takeWaiting(region.db, afterConsumer));
  while (await runNext(needsOf(region), most));
}

/** A rule about studies with a degree: a message, a to-do of the school, a draft of 交流轮岗. */
export const rule = (more: Partial<AfterRule> = {}): AfterRule => ({
  title: '取得学位以后',
  when: 'approved',
  type: 'studyExperience',
  place: null,
  if: { field: 'degreeLevel', in: ['4'] },
  acts: [
    { act: 'message', to: 'owner', text: '请核对学位证书原件' },
    { act: 'todo', to: 'school', text: '核对学位证书原件', days: 5 },
    { act: 'draft', type: 'rotation', set: { rotationType: '1' }, copy: { targetUnit: 'educationSchool' } },
  ],
  ...more,
})

export async function kept(office: Person, body: AfterRule): Promise<{ no: number; editNo: number }> {
  const made = await office.post<{ no: number; editNo: number }>(url, { body })
  if (made.msg !== 'ok') throw new Error(JSON.stringify(made))
  return made.data
}

let months = 0
/** A study experience that the school approved. */
export async function approved(region: Region, who: Person, school: Person, more: object = {}) {
  months += 1
  const startMonth = `${1990 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
  const made = await who.post(records, {
    ...study,
    studyMode: '3',
    startMonth,
    attachments: [await picture(region, who)],
    ...more,
  })
  await who.post(`${records}/${made.data.id}/submit`, {})
  const done = await school.post(`${records}/${made.data.id}/approve`, {})
  if (done.data.state !== 'approved') throw new Error(JSON.stringify([made, done]))
  return String(made.data.id)
}

export const runsOf = async (office: Person, no: number): Promise<AfterRun[]> =>
  (await office.get<{ list: AfterRun[] }>(`${url}/${no}/runs?pageSize=100`)).data.list

/** What stands of a rule's acts: messages to the owner, open to-dos, drafts. */
export async function standing(region: Region, owner: Person, school: Person) {
  return region.db.one<{ messages: number; todos: number; drafts: number }>(sql`
    select (select count(*) from after_todo d where d.owner_id = ${owner.teacherId} and d.institution_id = ${school.institutionId}
        and d.role = 3 and d.ended_at is null)::int as todos,
      (select count(*) from message where identity_id = ${owner.identityId} and title = '请核对学位证书原件')::int
        as messages,
      (select count(*) from revision where owner_id = ${owner.teacherId} and type = 'rotation' and state = 'draft'
        and replaced_at is null)::int as drafts`)
}
