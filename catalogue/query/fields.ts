import { seesFull } from '../access/sight.ts'
import type { Actor } from '../access/access.ts'
import type { AnyRecord, Field } from '../define.ts'
import { decimal, integer, month } from '../define.ts'
import { institutionFields } from '../institutions/fields.ts'
import { askedOf } from '../kinds/kinds.ts'
import { isSlot } from '../own/slot-names.ts'

/** The record whose fields are those of the person. */
export const personType = 'basicInfo'

/**
 * What no query asks, whoever asks (figures, section 6): pay and family. Health and marriage are masked
 * already.
 */
const neverTypes: readonly string[] = ['salary', 'familyMember']

/** Sums of a figure over the records of a type that ended within so many years. */
interface YearlySum {
  readonly type: string
  readonly field: string
  readonly dated: string
  readonly years: number
}

export const summed = {
  hours5y: { type: 'trainingRegistration', field: 'creditHours', dated: 'endDate', years: 5 },
} as const satisfies Readonly<Record<string, YearlySum>>

/** What is worked out of the basic information and of the records, for the day of the query. */
export const computed = {
  age: integer('年龄', { min: 0, max: 120 }),
  teachingYears: integer('教龄', { min: 0, max: 80 }),
  retireMonth: month('到龄年月'),
  hours5y: decimal('近五年培训学时', { min: 0, max: 100_000, precision: 1 }),
} as const satisfies Readonly<Record<string, Field>>
export type ComputedKey = keyof typeof computed

export const isComputed = (key: string): key is ComputedKey => Object.hasOwn(computed, key)

/** What a query asks of the institution. */
const ofInstitution = ['schoolType', 'schoolRunType', 'urbanRural'] as const
const institutionKeys: Readonly<Record<string, (typeof ofInstitution)[number]>> = Object.fromEntries(
  ofInstitution.map((key) => [`org.${key}`, key]),
)
/** The field of an institution that `org.urbanRural` names. */
export const institutionKey = (key: string) => institutionKeys[key]

/** A field that a query may ask. */
export interface QueryField {
  readonly key: string
  readonly label: string
  readonly field: Field
}

/**
 * The fields of one type; the person's own stand in one section with what is worked out and the
 * institution's.
 */
export interface QuerySection {
  readonly type: string
  readonly title: string
  readonly fields: readonly QueryField[]
}

type Reader = Pick<Actor, 'role' | 'institutionId' | 'viewedBy'>

/** Whether a reader may ask of a field: what they see masked could be found out by asking again and again. */
const mayAsk = (reader: Reader, field: Field): boolean =>
  askedOf(field).length > 0 &&
  (field.sealed === true || seesFull({ ...noActor, ...reader }, field, { institutionId: null }))

const noActor: Actor = {
  identityId: 0,
  personId: 0,
  role: 4,
  name: '',
  institutionId: 0,
  institution: '',
  teacherId: null,
}

function offered({ fields, pages, statistics }: AnyRecord): readonly string[] {
  const named = [...pages.list.filters, ...(statistics?.dimensions ?? []), pages.list.order]
  const numbers = Object.entries(fields).flatMap(([key, field]) => (field.ofPerson ? [key] : []))
  return Object.keys(fields).filter((key) => named.includes(key) || numbers.includes(key))
}

const fieldsOf = (definition: AnyRecord, reader: Reader): QueryField[] =>
  offered(definition).flatMap((key) => {
    const field = definition.fields[key]
    return field && mayAsk(reader, field) ? [{ key, label: field.label, field }] : []
  })

const besides: readonly QueryField[] = [
  ...Object.entries(computed).map(([key, field]) => ({ key, label: field.label, field })),
  ...ofInstitution.flatMap((key) => {
    const field = institutionFields[key]
    return field ? [{ key: `org.${key}`, label: `学校${field.label}`, field }] : []
  }),
]

/** All that a reader may ask of people; the section of the person first. */
export function sectionsFor(
  records: Readonly<Record<string, AnyRecord>>,
  reader: Reader,
): readonly QuerySection[] {
  const sections = Object.values(records).flatMap((definition): QuerySection[] => {
    // Queries read columns, and fields of a region's own have none yet.
    const isClosed = neverTypes.includes(definition.name) || isSlot(definition.name)
    if (definition.owner !== 'teacher' || isClosed) return []
    const own = fieldsOf(definition, reader)
    const fields = definition.name === personType ? [...own, ...besides] : own
    return fields.length === 0 ? [] : [{ type: definition.name, title: definition.title, fields }]
  })
  const isPerson = ({ type }: QuerySection) => type === personType
  return [...sections.filter(isPerson), ...sections.filter((one) => !isPerson(one))]
}

/** The field of a section under a key. */
export const fieldIn = (
  sections: readonly QuerySection[],
  type: string,
  key: string,
): QueryField | undefined =>
  sections.find((one) => one.type === type)?.fields.find((field) => field.key === key)
