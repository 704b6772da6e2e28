import { z } from 'zod'
import { hasCode, isServing, dictionary, type DictName } from '../../dictionaries/dictionaries.ts'
import { isStorable } from '../../kinds/kind.ts'
import { orderedBy, page, paging, uuid } from '../envelope.ts'
import { values } from './records.ts'

/** The record whose values the roll shows beside name, institution and status. */
export const rollType = 'basicInfo'

/** Its fields in the order of the columns; the first stand there unasked, the others may be added. */
export const rollColumns = {
  usual: ['staffNo', 'mainSubject', 'titleLevel', 'inEstablishment'],
  others: [
    'gender',
    'idCardNo',
    'birthDate',
    'ethnicity',
    'politicalStatus',
    'staffCategory',
    'schoolStage',
    'highestEducation',
    'professionalTitle',
    'positionGrade',
    'orgEntryMonth',
    'isClassTeacher',
  ],
} as const
export const rollFields: readonly string[] = [...rollColumns.usual, ...rollColumns.others]

/** The record by which a person is reached, and its fields that may be added; they come masked. */
export const contactType = 'contactInfo'
export const contactFields = ['mobile', 'email'] as const
/** Numbers that a file holds in full where a second person agreed to that (docs/decisions/0153). */
export const openedOnAsking: readonly string[] = [...contactFields, 'idCardNo']

/** Groups of the statuses of people (dictionary employmentStatus); without one: who serves. */
export const rollStates = ['working', 'away', 'retired', 'left', 'all'] as const
export type RollState = (typeof rollStates)[number]

const working: readonly string[] = ['04', '11', '12']
const retired: readonly string[] = ['01', '02']

/** Whether somebody of this status stands in a group of the roll. */
export function standsIn(state: RollState | undefined, status: string): boolean {
  if (state === 'all') return true
  if (state === 'retired') return retired.includes(status)
  if (state === 'left') return !isServing(status) && !retired.includes(status)
  if (!isServing(status)) return false
  return state === undefined || working.includes(status) === (state === 'working')
}

/** The statuses of a group. */
export const statusesOf = (state: RollState | undefined): readonly string[] =>
  dictionary('employmentStatus')
    .items.map(({ code }) => code)
    .filter((code) => standsIn(state, code))

const number = (what: string, max: number) =>
  z.coerce
    .number({ error: `${what}应为整数` })
    .int(`${what}应为整数`)
    .min(1, `${what}从 1 起`)
    .max(max, `${what}过大`)
const code = (name: DictName) =>
  z
    .string()
    .refine((value) => hasCode(name, value), '列表中没有这一项')
    .optional()
const age = number('年龄', 120).min(16, '年龄从 16 岁起').optional()

/** GET /api/v1/teacher */
export const rollQuery = z
  .strictObject({
    ...paging,
    /** Name, pinyin, initials; in one school also the last four to six places of the identity number. */
    keyword: z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符').optional(),
    state: z.enum(rollStates, { error: '没有这一组' }).optional(),
    /** City, district or school within the reader’s scope. */
    institutionId: number('单位编号', 2_147_483_647).optional(),
    teacherId: number('教师编号', 2_147_483_647).optional(),
    employmentStatus: code('employmentStatus'),
    schoolStage: code('schoolStage'),
    mainSubject: code('subject'),
    titleLevel: code('titleLevel'),
    highestEducation: code('educationLevel'),
    inEstablishment: z.enum(['true', 'false'], { error: '应为是或否' }).optional(),
    ageFrom: age,
    ageTo: age,
    /** Whether the basic information is in force. */
    filled: z.enum(['true', 'false'], { error: '应为是或否' }).optional(),
    sort: orderedBy('name'),
  })
  .refine(({ ageFrom, ageTo }) => ageFrom === undefined || ageTo === undefined || ageFrom <= ageTo, {
    path: ['ageTo'],
    message: '年龄上限不能小于下限',
  })
export type RollQuery = z.output<typeof rollQuery>

/** Names in the address of the roll and in its call, where they differ. */
const inCall: Readonly<Record<string, string>> = {
  q: 'keyword',
  place: 'institutionId',
  size: 'pageSize',
  teacher: 'teacherId',
}

/** What the roll is asked for, from what stands in its address. */
export const rollAsked = (address: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(address).map(([key, value]) => [inCall[key] ?? key.replace(/^f\./, ''), value]),
  )

const count = z.number().int()
const rollLine = z.object({
  teacherId: count,
  name: z.string(),
  institution: z.string(),
  /** Code of dictionary employmentStatus. */
  status: z.string(),
  /** The basic information; null while none is in force. */
  recordId: uuid.nullable(),
  /** Its fields as the reader may see them, and those by which the person is reached. */
  values,
  /** How full the archive is, and what of it is missing, waits or came back. */
  percent: count,
  missing: z.array(z.string()),
  pending: count,
  returned: count,
  /**
   * Others in the reader’s scope with the same name and birthday, unless somebody said that they are others.
   */
  alike: z.array(z.object({ teacherId: count, name: z.string(), institution: z.string() })),
})
export type RollLine = z.infer<typeof rollLine>

/** `counts`: how many stand in each group, within one school. */
export const rollPage = page(rollLine).extend({
  counts: z.object({ serving: count, working: count, away: count, retired: count, left: count }).nullable(),
})
export type RollPage = z.infer<typeof rollPage>
