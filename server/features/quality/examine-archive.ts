import type { AnyRecord, CheckContext, Sibling } from '../../../catalogue/define.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { faultOfRule, holdsInForce, isOnlyOpen, isUniqueAmong } from '../../../catalogue/rules/across.ts'
import { yearsUntil } from '../../../catalogue/rules/compare.ts'
import { judge, missingOf } from '../../../catalogue/rules/judge.ts'
import { completenessOf, isExpected } from '../../engine/records/index.ts'

/** One effective record with its plain values. */
export interface HeldRecord {
  readonly id: string
  readonly values: Readonly<Record<string, unknown>>
  readonly attachments: number
}

/** Effective records of one owner, by type. */
export type Archive = ReadonlyMap<string, readonly HeldRecord[]>

export interface Finding {
  readonly kind: 'missing' | 'contradiction' | 'outlier' | 'duplicate'
  readonly type: string
  readonly recordId: string | null
  /** Key of the field to mend; empty for a section that is not there. */
  readonly field: string
  readonly message: string
}

/**
 * Everything the catalogue's rules find in an archive that is in force: what is missing, what contradicts
 * itself or another record. Asked again here because rules change, records change one another, and imports
 * may have let something pass.
 */
export function examineArchive(
  records: Readonly<Record<string, AnyRecord>>,
  archive: Archive,
  context: CheckContext,
): Finding[] {
  const found: Finding[] = []
  for (const definition of Object.values(records)) {
    if (definition.owner !== 'teacher') continue
    const held = archive.get(definition.name) ?? []
    if (held.length === 0 && isExpected(definition)) {
      found.push({
        kind: 'missing',
        type: definition.name,
        recordId: null,
        field: '',
        message: `没有${definition.title}`,
      })
    }
    for (const record of held) found.push(...ofRecord(definition, archive, record, context))
  }
  return [...found, ...outliers(archive, context)]
}

function ofRecord(
  definition: AnyRecord,
  archive: Archive,
  record: HeldRecord,
  context: CheckContext,
): Finding[] {
  const at = { type: definition.name, recordId: record.id } as const
  const missing = missingOf(definition, record.values, record.attachments)
  const judged = judge(definition, record.values, record.attachments, context)
  const gaps = missing.map((field): Finding => {
    const label = field === 'attachments' ? '佐证材料' : (definition.fields[field]?.label ?? field)
    return { ...at, kind: 'missing', field, message: `缺${label}` }
  })
  const faults = [...judged.errors, ...judged.warnings]
    .filter((fault) => !missing.includes(fault.field))
    .map((fault): Finding => ({ ...at, kind: 'contradiction', field: fault.field, message: fault.message }))
  return [...gaps, ...faults, ...acrossRecords(definition, archive, record, at)]
}

function acrossRecords(
  definition: AnyRecord,
  archive: Archive,
  record: HeldRecord,
  at: { readonly type: string; readonly recordId: string },
): Finding[] {
  const siblings = (type: string): Sibling[] =>
    (archive.get(type) ?? [])
      .filter((other) => other.id !== record.id)
      .map((other) => ({ ...other.values, id: other.id }))
  const others = siblings(definition.name)
  return (definition.rules?.constraints ?? []).flatMap((rule): Finding[] => {
    const holds =
      rule.form === 'among'
        ? holdsInForce(definition, rule, record.values, siblings)
        : rule.form === 'oneOpen'
          ? isOnlyOpen(rule, record.values, others)
          : rule.within !== 'owner' || isUniqueAmong(rule, record.values, others)
    const { field, message } = faultOfRule(rule)
    return holds ? [] : [{ ...at, kind: 'contradiction', field, message }]
  })
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Values that are possible and hardly ever true. Ages in whole years on the day of the check. */
function outliers(archive: Archive, { today }: CheckContext): Finding[] {
  const basic = archive.get('basicInfo')?.[0]
  if (!basic) return []
  const studies = archive.get('studyExperience') ?? []
  const found = [
    ...unlikelyAges(basic.values, today),
    ...(studies.length > 0 ? unlikelyEducation(basic.values) : []),
  ].map(([field, message]) => outlier('basicInfo', basic.id, field, message))
  return [...found, ...unlikelyIncomes(archive.get('salary') ?? [])]
}

const outlier = (type: string, recordId: string, field: string, message: string): Finding => ({
  kind: 'outlier',
  type,
  recordId,
  field,
  message,
})

type FindingKey = readonly [field: string, message: string]

function unlikelyAges(values: HeldRecord['values'], today: string): FindingKey[] {
  const found: FindingKey[] = []
  const born = text(values['birthDate'])
  const age = yearsUntil(born, today)
  if (age !== null && (age < 18 || age > 65)) found.push(['birthDate', `按出生日期算今年 ${age} 岁，请核对`])
  const started = text(values['workStartMonth'])
  const startAge = born === null || started === null ? null : yearsUntil(born, `${started}-28`)
  if (startAge !== null && (startAge < 16 || startAge > 50))
    found.push(['workStartMonth', `参加工作时 ${startAge} 岁，请核对`])
  const taught = yearsUntil(text(values['teachStartMonth']), today)
  if (taught !== null && taught > 45) found.push(['teachStartMonth', `教龄 ${taught} 年，请核对`])
  return found
}

/** Teachers beyond kindergarten whose highest education is below college. */
function unlikelyEducation(values: HeldRecord['values']): FindingKey[] {
  const stage = text(values['schoolStage'])
  const highest = text(values['highestEducation']) ?? ''
  if (stage === null || stage === '1' || !/^[678]/.test(highest)) return []
  return [
    [
      'highestEducation',
      `任教${labelOf('schoolStage', stage)}，最高学历是${labelOf('educationLevel', highest)}，请核对学历是否填全`,
    ],
  ]
}

/** Yearly incomes more than three times that of the year before, or less than a third of it. */
function unlikelyIncomes(salaries: readonly HeldRecord[]): Finding[] {
  const latestFirst = [...salaries].sort((a, b) => Number(b.values['year']) - Number(a.values['year']))
  return latestFirst.flatMap((pay, i) => {
    const now = Number(pay.values['annualIncome'])
    const before = Number(latestFirst[i + 1]?.values['annualIncome'] ?? Number.NaN)
    const strange = now > 0 && before > 0 && (now > before * 3 || now * 3 < before)
    return strange
      ? [outlier('salary', pay.id, 'annualIncome', '年工资收入与上一年相差两倍以上，请核对')]
      : []
  })
}

/** Completeness of an archive in force, 0–100, as in the roll. Pending changes do not count. */
export function completenessIn(records: Readonly<Record<string, AnyRecord>>, archive: Archive): number {
  const effective = [...archive].flatMap(([type, held]) =>
    held.map(({ id, values, attachments }) => ({
      type,
      ownerId: 0,
      id,
      appliedAt: '',
      attachments: Array.from({ length: attachments }, String),
      stored: values,
    })),
  )
  return completenessOf(Object.values(records), effective, []).percent
}
