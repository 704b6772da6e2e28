import type { AnyRecord, Check, Constraint, Field, FieldMap, Section } from '../define.ts'
import { date } from '../field.ts'
import { scans } from '../kinds/file-types.ts'
import { notBefore } from '../rules/compare.ts'
import { kindRules, type OwnBody, type Use } from './body.ts'
import type { OwnLayer } from './layers.ts'
import { fieldFrom, type OwnOffice } from './make-field.ts'
import { isSlot } from './slot-names.ts'
import { expiryKey } from './slots.ts'
import type { OwnCheck, OwnTypeShape } from './type-body.ts'

const labelIn = (fields: FieldMap, key: string): string => fields[key]?.label ?? key

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const comparable = (value: unknown): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null

/** The rule of the catalogue that one of the four templates is, with its sentence. */
function checkFrom(check: OwnCheck, fields: FieldMap): Check<FieldMap> {
  const label = (key: string) => labelIn(fields, key)
  switch (check.form) {
    case 'notBefore':
      return {
        holds: (row) => notBefore(comparable(row[check.field]), comparable(row[check.other])),
        message: `${label(check.field)}不能早于${label(check.other)}`,
        fields: [check.field, check.other],
      }
    case 'notLater':
      return {
        holds: (row, { today, thisYear }) => {
          const value = comparable(row[check.field])
          return notBefore(typeof value === 'number' ? thisYear : today, value)
        },
        message: `${label(check.field)}不能晚于今天`,
        fields: [check.field],
      }
    case 'anyOf':
      return {
        holds: (row) => check.fields.some((key) => !isEmpty(row[key])),
        message: `${check.fields.map(label).join('、')}至少填一项`,
        fields: check.fields,
      }
    case 'needs':
      return {
        holds: (row) => isEmpty(row[check.field]) || !isEmpty(row[check.other]),
        message: `填了${label(check.field)}，还须填${label(check.other)}`,
        fields: [check.other, check.field],
      }
  }
}

/**
 * The table of an own type has no index for its one record of an owner: its types come and go without
 * changes of the database. The rule across records makes writers wait for each other instead.
 */
const onlyOne = (name: string, field: string): Constraint<FieldMap> => ({
  form: 'among',
  types: [name],
  holds: (_, siblings) => siblings(name).length === 0,
  message: '已有一条，请在原来的一条上修改',
  fields: [field],
})

function uniqueIn({ unique }: OwnTypeShape, fields: FieldMap): Constraint<FieldMap>[] {
  if (!unique || unique.fields.some((key) => !Object.hasOwn(fields, key))) return []
  const what = unique.fields.map((key) => labelIn(fields, key)).join('、')
  const where = unique.within === 'owner' ? '已有一条' : '本单位已有一条'
  return [{ form: 'unique', ...unique, message: `${where}${what}相同的记录，请核对` }]
}

const namesOnly = (check: OwnCheck): readonly string[] =>
  check.form === 'anyOf'
    ? check.fields
    : check.form === 'notLater'
      ? [check.field]
      : [check.field, check.other]

function sectionsOf(placed: readonly (readonly [title: string, key: string])[]): Section[] {
  return [...Map.groupBy(placed, ([title]) => title)].map(([title, all]) => ({
    title,
    fields: all.map(([, key]) => key),
  }))
}

/** The fields of an own type: what it expires by, then its own, those that ended left out. */
function fieldsOf({ fields, record }: OwnBody, office: OwnOffice, day: string) {
  const open = fields.filter(({ ended }) => ended === undefined || ended.from > day)
  const own = open.map((one) => {
    // Whose field it is says the title of the type already.
    const { own: _office, ...field } = fieldFrom(one, office, day)
    return { one, field }
  })
  const expires = record?.expires
  const expiry: Field | null = expires
    ? date(expires.label, {
        required: expires.required,
        expires: expires.latestOnly ? 'latest' : 'each',
        help: '到期前 90、30、7 天提醒本人',
      })
    : null
  return { own, expiry, section: expires?.section ?? '' }
}

/**
 * The declaration of a record type of a region's own on a day: the engine takes it for one of the program's.
 * @param name one of the slots
 * @param body what its office says of it; without `record` there is no type
 * @param day 'YYYY-MM-DD' in Asia/Shanghai
 */
export function typeFrom(name: string, body: OwnBody, office: OwnOffice, day: string): AnyRecord | null {
  const { record } = body
  if (!record) return null
  const { own, expiry, section } = fieldsOf(body, office, day)
  const dayOf: FieldMap = record.owner === 'teacher' && expiry ? { [expiryKey]: expiry } : {}
  const fields: FieldMap = { ...Object.fromEntries(own.map(({ one, field }) => [one.key, field])), ...dayOf }
  const has = (key: string) => Object.hasOwn(fields, key)
  const used = (use: Use) =>
    own.flatMap(({ one, field }) => (one.uses.includes(use) && !field.sealed ? [one.key] : []))
  const placed = own.map(({ one }) => [one.section, one.key] as const)
  const first = own.find(({ field }) => !field.sealed && !field.masked && !kindRules[field.kind]?.unlisted)
    ?.one.key
  const order = has(record.order) ? record.order : (first ?? expiryKey)
  const summary = record.summary.filter(has)
  const checks = record.checks.filter((check) => namesOnly(check).every(has))
  return {
    name,
    title: record.title,
    archive: record.archive,
    owner: record.owner,
    regime: record.regime,
    cardinality: record.cardinality,
    fields,
    ...(record.attachments && { attachments: { ...record.attachments, maxSizeMB: 10, accept: scans } }),
    rules: {
      constraints: [
        ...(record.cardinality === 'one' ? [onlyOne(name, order)] : []),
        ...uniqueIn(record, fields),
      ],
      checks: checks.map((check) => checkFrom(check, fields)),
    },
    ...(record.regime === 'reviewed' && {
      review: { chain: record.chain.map((level) => ({ level })), reasons: [] },
    }),
    pages: {
      list: {
        columns: [...used('list'), ...Object.keys(dayOf)],
        filters: used('filter').filter((key) => !fields[key]?.masked),
        order,
        ...(record.descending && { descending: true }),
      },
      form: sectionsOf([...placed, ...Object.keys(dayOf).map((key) => [section, key] as const)]),
      summary: summary.length > 0 ? summary : [order],
    },
    spreadsheet: { key: record.unique?.fields.filter(has) ?? [order] },
  }
}

/** The own types in force among some layers, by name. */
export function typesIn(layers: readonly OwnLayer[], day: string): Record<string, AnyRecord> {
  const found: Record<string, AnyRecord> = {}
  for (const { type, office, body } of layers) {
    const made = isSlot(type) ? typeFrom(type, body, office, day) : null
    if (made) found[type] = made
  }
  return found
}
