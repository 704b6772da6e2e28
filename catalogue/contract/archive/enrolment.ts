import { z } from 'zod'
import { dictionary, isServing } from '../../dictionaries/dictionaries.ts'
import { date, dict, phone } from '../../field.ts'
import { idCard } from '../../kinds/id-card.ts'
import { personNameOf } from '../../kinds/person-name.ts'
import { uuid } from '../envelope.ts'
import { values } from './records.ts'

/** What a new teacher's form asks for beside the basic information. */
export const enrolmentFields = {
  mobile: phone('手机号', { help: '用来登录和收一次性密码；没有的可以不填' }),
  entryOn: date('入职日期', { required: true, help: '人事关系从这一天起在本校' }),
  employmentStatus: dict('人员状态', 'employmentStatus', {
    required: true,
    excludeItems: dictionary('employmentStatus')
      .items.map(({ code }) => code)
      .filter((code) => !isServing(code) || code === '04'),
  }),
} as const

/** Fields of the basic information that the form of a new teacher asks for, in its order. */
export const enrolledFields = [
  'name',
  'idCardType',
  'idCardNo',
  'gender',
  'birthDate',
  'staffNo',
  'staffCategory',
  'inEstablishment',
  'employForm',
  'contractKind',
  'schoolStage',
  'mainSubject',
] as const

const name = personNameOf()
const idCardNo = idCard.schema({ kind: 'idCard', label: '证件号', required: true })
const day = enrolmentFields.entryOn.schema
const teacherId = z
  .number({ error: '编号应为整数' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(2_147_483_647, '编号过大')

/** POST /api/v1/teacher/check: whether somebody is known already, asked once the number is typed. */
export const knownQuestion = z.strictObject({
  name,
  idCardNo,
  birthDate: z.union([z.null(), day]).default(null),
})
export type KnownQuestion = z.output<typeof knownQuestion>

/**
 * `free`: nobody has the number. `here`: somebody of the own school. `elsewhere`: of another one, no word
 * whose. `left`: belongs nowhere now and may be taken in again. `retired`: comes back by 返聘. `account`: has
 * an account and no archive.
 */
export const standings = ['free', 'here', 'elsewhere', 'left', 'retired', 'account'] as const
export type EmploymentStanding = (typeof standings)[number]

const count = z.number().int()
/** Somebody in the reader's scope with the same name and birthday. */
export const alike = z.object({
  teacherId: count,
  name: z.string(),
  institution: z.string(),
  status: z.string(),
})
export const knownAnswer = z.object({
  standing: z.enum(standings),
  /** Of the own school only. */
  teacherId: count.nullable(),
  alike: z.array(alike),
})
export type KnownAnswer = z.infer<typeof knownAnswer>

/** POST /api/v1/teacher: a new teacher of the own school, with account, archive and basic information. */
export const enrolDraft = z.strictObject({
  values: z.looseObject({ name, idCardNo }).and(values),
  mobile: z.union([z.literal('').transform(() => null), z.null(), enrolmentFields.mobile.schema]),
  entryOn: day,
  employmentStatus: enrolmentFields.employmentStatus.schema,
  /** People of the same name and birthday who were looked at and are others. */
  apartFrom: z.array(teacherId).max(20, '至多 20 人').default([]),
})
export type EnrolDraft = z.output<typeof enrolDraft>

/** `password` is shown once, where there is no phone; `sentTo` is the masked phone it went to. */
export const enrolled = z.object({
  teacherId: count,
  recordId: uuid,
  password: z.string().nullable(),
  sentTo: z.string().nullable(),
})

/** POST /api/v1/teacher/again: somebody who belongs nowhere now comes to the own school. */
export const againDraft = z.strictObject({ name, idCardNo, entryOn: day })
export const takenIn = z.object({ teacherId: count })

/** POST /api/v1/teacher/apart: two people of one name and birthday are not one. */
export const apartDraft = z.strictObject({
  teacherIds: z.tuple([teacherId, teacherId]).refine(([one, other]) => one !== other, '请选两个人'),
})
