import type { z } from 'zod'
import type { Actor } from '../../../../catalogue/access/access.ts'
import type {
  againDraft,
  enrolled,
  EnrolDraft,
  EmploymentStanding,
} from '../../../../catalogue/contract/archive/enrolment.ts'
import { rollType } from '../../../../catalogue/contract/archive/roll.ts'
import { AppError, invalid } from '../../../../catalogue/errors.ts'
import { definitionOf } from '../../../engine/engine.ts'
import { createRecord } from '../../../engine/records/index.ts'
import { joined, type Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { databaseDay } from '../../../platform/db/today.ts'
import { keepApart } from './apart.ts'
import { alikeTo, numberOf } from './known.ts'
import type { EnrolmentNeeds } from './options.ts'

const taken: Readonly<Record<Exclude<EmploymentStanding, 'free'>, string>> = {
  here: '该证件号的教师已在本校名册里',
  elsewhere: '该证件号已在平台登记，请由现单位办理调动',
  left: '此人曾在平台登记，请用“重新接收”办理，不要另建',
  retired: '此人已退休，请在“人员状态变更”里办理返聘',
  account: '该证件号已有账号，请联系上级教育局增加教师身份',
}

/** Refuses a first day that has not come; `entryOn` is the field. */
async function requireBegun(db: EnrolmentNeeds['db'], entryOn: string): Promise<void> {
  if (entryOn > (await databaseDay(db))) throw invalid('entryOn', '入职日期不能晚于今天；到那一天再新增')
}

async function requireUnknown(enrolling: EnrolmentNeeds, actor: Actor, draft: EnrolDraft): Promise<void> {
  const { values, apartFrom } = draft
  const { standing } = await numberOf(enrolling.db, enrolling.keys, actor, values)
  if (standing !== 'free') {
    const message = taken[standing]
    throw new AppError('duplicate', { message, errors: [{ field: 'idCardNo', message }] })
  }
  const birthDate = values['birthDate']
  if (typeof birthDate !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(birthDate)) return
  const alike = await alikeTo(enrolling.db, actor, { name: values.name, birthDate })
  if (alike.some(({ teacherId }) => !apartFrom.includes(teacherId)))
    throw invalid('apartFrom', '名册里有同名、同日出生的人，请先核对是不是同一个人')
}

/**
 * A new teacher of the actor's school: person, archive and personnel membership from the first day, account
 * with a one-time password, and the basic information that the school writes. All of it or nothing.
 */
export async function enrol(
  enrolling: EnrolmentNeeds,
  actor: Actor,
  draft: EnrolDraft,
): Promise<z.infer<typeof enrolled>> {
  const { engine, db, accounts } = enrolling
  const { values, mobile, entryOn, employmentStatus, apartFrom } = draft
  await requireBegun(db, entryOn)
  await requireUnknown(enrolling, actor, draft)
  const password = await accounts.newPassword()
  const made = await db.transaction(async (tx) => {
    const personId = await accounts.open(
      tx,
      actor,
      {
        name: values.name,
        idNo: values.idCardNo,
        mobile,
        loginName: null,
        role: 2,
        institutionId: actor.institutionId,
        entry: { on: entryOn, status: employmentStatus },
      },
      password.hash,
    )
    const teacherId = await teacherOf(tx, personId)
    const body = { ...values, orgEntryMonth: entryOn.slice(0, 7), attachments: [], ownerId: teacherId }
    const within = { ...engine, db: joined(db, tx) }
    const record = await createRecord(
      { engine: within, actor, definition: definitionOf(engine, rollType) },
      body,
      undefined,
    )
    await keepApart(tx, actor, teacherId, apartFrom)
    return { teacherId, recordId: record.id }
  })
  return { ...made, ...accounts.handOver(mobile, password.plain) }
}

async function teacherOf(tx: Tx, personId: number): Promise<number> {
  return (await tx.one<{ id: number }>(sql`select id from teacher where person_id = ${personId}`)).id
}

/**
 * Takes somebody in again who left and belongs nowhere: the same person, a new membership, the account
 * reopened. Answers the teacher, and whose sessions may have ended.
 */
export async function takeInAgain(
  { db, keys, movement }: EnrolmentNeeds,
  actor: Actor,
  { name, idCardNo, entryOn }: z.output<typeof againDraft>,
): Promise<{ readonly teacherId: number; readonly people: readonly number[] }> {
  await requireBegun(db, entryOn)
  const { standing, teacherId } = await numberOf(db, keys, actor, { name, idCardNo })
  if (standing !== 'left' || teacherId === null)
    throw new AppError('wrongState', {
      message: standing === 'free' ? '没有找到，请核对姓名和证件号' : taken[standing],
    })
  const done = await db.transaction((tx) =>
    movement.beginPersonnel(tx, {
      teacherId,
      institutionId: actor.institutionId,
      on: entryOn,
      status: '11',
      cause: `again:${entryOn}`,
      by: actor.identityId,
    }),
  )
  return { teacherId, people: done.people }
}
