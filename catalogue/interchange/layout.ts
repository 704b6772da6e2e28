import { z } from 'zod'
import type { AnyRecord } from '../define.ts'
import { records } from '../records/registry.gen.ts'
import national from './layouts/national.json' with { type: 'json' }

const word = z.string().min(1).max(100)
const code = z.string().min(1).max(20)

/**
 * Columns that say whose a row is. They are no fields of a record; `says` names the field whose value such a
 * column carries.
 */
export const holderKeys = ['$archiveNo', '$idCardNo', '$name', '$orgCode'] as const

const column = z.strictObject({
  head: word,
  /** Other heads of the same column. */
  aliases: z.array(word).optional(),
  /** A field of the record type, or one of `holderKeys`. */
  field: z.string().regex(/^\$?[A-Za-z][A-Za-z0-9]{0,60}$/),
  says: z.string().optional(),
  /** Name of the data item of JY/T 1002 as engineers know it, not held against the text; none where unknown. */
  item: word.optional(),
  /** Most letters that the other system takes. */
  maxLength: z.int().min(1).max(4000).optional(),
  /** The other system takes less of a day. */
  precision: z.enum(['year', 'month']).optional(),
})

const sheet = z.strictObject({
  type: z.string(),
  name: word.max(31),
  /** `out`: the records of this type are not imported. */
  way: z.enum(['both', 'out']),
  columns: z.array(column).min(1),
})

/** What is known of a code table: `standard` as printed, `assumed` after that system, `own` ours alone. */
const codeTable = z.strictObject({
  basis: z.enum(['standard', 'assumed', 'own']),
  /** Codes of ours that the standard does not have. */
  without: z.array(code).optional(),
  /** Codes that are called otherwise there, by our code. */
  other: z.record(code, z.strictObject({ code: code.optional(), name: word.optional() })).optional(),
})

export const layoutFile = z.strictObject({
  name: z.string().regex(/^[a-z]{2,20}$/),
  title: word,
  version: word,
  source: z.string().min(1).max(200),
  /** Whether the other system took a file of it. */
  checked: z.boolean(),
  /** What a cell of a code table holds. */
  cells: z.enum(['name', 'code']),
  sheets: z.array(sheet).min(1),
  codes: z.record(z.string(), codeTable),
})

export type Layout = z.infer<typeof layoutFile>
export type LayoutSheet = z.infer<typeof sheet>
export type LayoutColumn = z.infer<typeof column>
export type LayoutCodes = z.infer<typeof codeTable>

const twice = (texts: readonly string[]): readonly string[] =>
  texts.filter((text, place) => texts.indexOf(text) !== place)

function faultsOfSheet({ type, name, columns }: LayoutSheet, codes: Layout['codes']): string[] {
  const definition = (records as Readonly<Record<string, AnyRecord>>)[type]
  if (!definition) return [`${name}: no record type ${type}`]
  const heads = columns.flatMap(({ head, aliases = [] }) => [head, ...aliases])
  return [
    ...twice(heads).map((head) => `${name}: two columns ${head}`),
    ...columns.flatMap(({ field, says }) => {
      const isHolder = holderKeys.some((key) => key === field)
      const own = definition.fields[isHolder ? (says ?? '') : field]
      if (!own) return isHolder && says === undefined ? [] : [`${name}: ${type} has no field ${field}`]
      const isKnown = own.dict === undefined || isHolder || codes[own.dict] !== undefined
      return isKnown ? [] : [`${name}: nothing is said of the codes ${own.dict}`]
    }),
  ]
}

/** What is wrong with a layout beyond its form: types, fields and code tables that are not there. */
export const faultsOfLayout = ({ sheets, codes }: Layout): string[] => [
  ...twice(sheets.map(({ name }) => name)).map((name) => `two sheets ${name}`),
  ...twice(sheets.map(({ type }) => type)).map((type) => `two sheets of ${type}`),
  ...sheets.flatMap((one) => faultsOfSheet(one, codes)),
]

/** The layouts that the program brings. */
export const layouts: readonly Layout[] = [layoutFile.parse(national)]

/** Undefined for a name that no layout has. */
export const layoutNamed = (name: string): Layout | undefined => layouts.find((one) => one.name === name)

/** Name of the list of a layout for exports, and of its workbook for imports. */
export const listOfLayout = ({ name }: Pick<Layout, 'name'>): string => `interchange/${name}`
export const workbookOfLayout = ({ name }: Pick<Layout, 'name'>): string => `interchange.${name}`

/** The layout of a workbook that is imported; undefined where the name is of something else. */
export const layoutOfWorkbook = (kind: string): Layout | undefined =>
  layouts.find((one) => workbookOfLayout(one) === kind)

/** The sheet of the first layout that a record type has; undefined for a type that it has not. */
export const sheetOfType = (type: string): LayoutSheet | undefined =>
  layouts[0]?.sheets.find((one) => one.type === type)
