import { labelOf, type DictName } from '../dictionaries/dictionaries.ts'
import { dict, integer } from '../define.ts'
import type { Element } from '../query/query.ts'

/**
 * A condition that a notice may set: one field of the notice, asked of the archive in the words of custom
 * queries.
 */
export interface DeclareCondition {
  /** The field of the notice that sets it; unset fields ask nothing. */
  readonly key: ConditionKey
  readonly says: (wanted: unknown) => string
  /** All of these have to hold; the language of docs/decisions/0065, asked of one archive. */
  readonly asks: (wanted: unknown, year: number) => readonly Element[]
  /** The record that is read, and where it is mended. */
  readonly record: string
  /** A row of the record in words, where the answer is about rows. */
  readonly names?: { readonly field: string; readonly dict: DictName; readonly by: string }
  readonly unit?: string
}

const many = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const titles = (value: unknown): string =>
  many(value)
    .map((code) => labelOf('titleLevel', code))
    .join('、')

/** Results of the year, and of ethics, that are 合格 or better. */
const passed = ['1', '2']

/** So many of the last years were passed, and none of them failed. */
const yearly =
  (record: string, field: string) =>
  (wanted: unknown, year: number): readonly Element[] => {
    const since = { field: 'assessYear', op: 'ge', value: year - Number(wanted) } as const
    return [
      { has: record, where: [since, { field, op: 'in', value: passed }], min: Number(wanted) },
      { has: record, where: [since, { field, op: 'nin', value: passed }], max: 0 },
    ]
  }

/** The fields of a notice that set conditions. */
export const conditionFields = {
  minTeachingYears: integer('教龄满（年）', { min: 1, max: 40, help: '不填表示不限' }),
  titleLevels: dict('职称级别', 'titleLevel', { multiple: true, help: '不选表示不限' }),
  maxAge: integer('年龄不超过（岁）', { min: 25, max: 70 }),
  passedYears: integer('近几年年度考核合格以上', { min: 1, max: 5, default: 3 }),
  ethicsYears: integer('近几年师德考核合格以上', { min: 1, max: 5, default: 3 }),
  minHours: integer('近五年培训学时不少于', { min: 1, max: 1000 }),
} as const
export type ConditionKey = keyof typeof conditionFields | 'notPunished'

export const declareConditions: readonly DeclareCondition[] = [
  {
    key: 'minTeachingYears',
    says: (wanted) => `教龄满 ${String(wanted)} 年`,
    asks: (wanted) => [{ field: 'teachingYears', op: 'ge', value: Number(wanted) }],
    record: 'basicInfo',
    unit: ' 年',
  },
  {
    key: 'titleLevels',
    says: (wanted) => `职称为${titles(wanted)}`,
    asks: (wanted) => [{ field: 'titleLevel', op: 'in', value: many(wanted) }],
    record: 'basicInfo',
  },
  {
    key: 'maxAge',
    says: (wanted) => `年龄不超过 ${String(wanted)} 岁`,
    asks: (wanted) => [{ field: 'age', op: 'le', value: Number(wanted) }],
    record: 'basicInfo',
    unit: ' 岁',
  },
  {
    key: 'passedYears',
    says: (wanted) => `近 ${String(wanted)} 年年度考核合格以上`,
    asks: yearly('annualAssessment', 'assessResult'),
    record: 'annualAssessment',
    names: { field: 'assessResult', dict: 'annualResult', by: 'assessYear' },
  },
  {
    key: 'ethicsYears',
    says: (wanted) => `近 ${String(wanted)} 年师德考核合格以上`,
    asks: yearly('ethicsAssessment', 'ethicsResult'),
    record: 'ethicsAssessment',
    names: { field: 'ethicsResult', dict: 'ethicsResult', by: 'assessYear' },
  },
  {
    key: 'minHours',
    says: (wanted) => `近五年培训不少于 ${String(wanted)} 学时`,
    asks: (wanted) => [{ field: 'hours5y', op: 'ge', value: Number(wanted) }],
    record: 'trainingRegistration',
    unit: ' 学时',
  },
  {
    // Of every notice: whoever is punished may not declare until the term is over.
    key: 'notPunished',
    says: () => '不在处分影响期内',
    asks: () => [
      {
        has: 'punishment',
        where: [{ field: 'inForce', op: 'eq', value: true }],
        max: 0,
      },
    ],
    record: 'punishment',
    names: { field: 'punishmentKind', dict: 'punishmentKind', by: 'influenceUntil' },
  },
]

/** The conditions of a notice, each with what it wants. */
export const conditionsOfNotice = (
  notice: Readonly<Record<string, unknown>>,
): { condition: DeclareCondition; wanted: unknown }[] =>
  declareConditions.flatMap((condition) => {
    const wanted = condition.key === 'notPunished' ? true : notice[condition.key]
    const unset = wanted === null || wanted === undefined || (Array.isArray(wanted) && wanted.length === 0)
    return unset ? [] : [{ condition, wanted }]
  })

/** The records that conditions and the form read. */
export const readTypes = [
  'basicInfo',
  'annualAssessment',
  'ethicsAssessment',
  'trainingRegistration',
  'punishment',
] as const

/** Records that may be brought as evidence, in the order in which they are offered. */
export const evidenceTypes = [
  'rewardHonor',
  'achievementAward',
  'talentProject',
  'titleCertification',
  'annualAssessment',
  'researchRecord',
  'paper',
  'writing',
  'lessonRecord',
  'educationWork',
  'teacherQualification',
] as const
