/**
 * Lookups over the code tables. The facts are in `codes.json` (one dictionary per line); what is known about
 * their origin and what still needs checking is in `notes.json`, which no code imports. Administrative areas
 * are not here: they are large and live behind a dynamic import in `catalogue/areas`.
 */
import codes from './codes.json' with { type: 'json' }
import { withChanges, type DictChange } from './overlay.ts'

/** The name of a code table. A wrong name in a record declaration does not compile. */
export type DictName = keyof typeof codes

export type DictItem = {
  readonly code: string
  readonly label: string
  /** False for headings of a standard (group parents) and for codes accepted from imports only. */
  readonly selectable: boolean
  /** The heading this item stands under, where the standard has headings. */
  readonly parent?: string
  /** Values of the parent field under which this item may be chosen (a degree: its degree levels). */
  readonly groups?: readonly string[]
  /** Other words that an administrator gave it, for searches and imports. */
  readonly aliases?: readonly string[]
  /** Ended by an administrator: read in old records, not chosen any more. */
  readonly ended?: true
}

export type Dictionary = {
  readonly name: DictName
  readonly label: string
  /** The standard the codes are taken from; `自定` where there is none. */
  readonly standard: string
  readonly items: readonly DictItem[]
  /** True when the choice depends on another field's value, see `selectable`. */
  readonly cascading: boolean
}

/** Answer to a text from a spreadsheet: one code, several candidates, or undefined when nothing fits. */
export type CodeMatch = string | { readonly ambiguous: readonly string[] } | undefined

/** One line of codes.json. */
type Table = {
  readonly label: string
  readonly standard: string
  readonly items: readonly (readonly string[])[]
  readonly branches?: Readonly<Record<string, readonly string[]>>
  readonly groups?: Readonly<Record<string, readonly string[]>>
  readonly aliases?: Readonly<Record<string, string>>
  readonly ambiguous?: Readonly<Record<string, readonly string[]>>
  readonly importOnly?: readonly string[]
  readonly rank?: readonly string[]
  readonly levels?: Readonly<Record<string, string>>
}

type Index = {
  readonly dictionary: Dictionary
  readonly byCode: ReadonlyMap<string, DictItem>
  readonly byText: ReadonlyMap<string, readonly string[]>
  readonly rank: ReadonlyMap<string, number>
}

const tables: Readonly<Record<DictName, Table>> = codes
/** Option lists of the own fields of offices, by the key of the field. */
let ownDicts: ReadonlyMap<string, OwnDict> = new Map()
const indexes = new Map<DictName, Index>()
let over: { readonly changes: readonly DictChange[]; readonly day: string } = { changes: [], day: '' }

/**
 * Applies the administrators' changes to the code tables, replacing earlier ones (docs/decisions/0019). Every
 * function of this module reads the result.
 * @param day 'YYYY-MM-DD', by which changes count or not
 */
export function applyDictChanges(changes: readonly DictChange[], day: string): void {
  over = { changes, day }
  indexes.clear()
}

/** The options of an own field; its key is the name of the table that they make. */
export interface OwnDict {
  readonly key: string
  readonly label: string
  readonly items: readonly DictItem[]
}

/**
 * Provides the option lists of own fields (catalogue/own), replacing earlier ones. A field names its table
 * like a shipped one; offices change it in their declaration, and not among the dictionaries.
 */
export function provideOwnDicts(dicts: readonly OwnDict[]): void {
  ownDicts = new Map(dicts.map((one) => [one.key, one]))
  indexes.clear()
}

/** The changes that are applied now; a new object after every `applyDictChanges`. */
export function dictChangesInForce(): typeof over {
  return over
}

/** The facts alone: items as the standard has them, with the other words known for each. */
export function factsOf(name: DictName): {
  readonly items: readonly DictItem[]
  readonly groups: readonly string[]
} {
  const words = inverse(
    Object.fromEntries(Object.entries(tables[name].aliases ?? {}).map(([word, code]) => [word, [code]])),
  )
  const items = makeItems(tables[name]).map((item) => ({ ...item, aliases: words.get(item.code) ?? [] }))
  return { items, groups: Object.keys(tables[name].groups ?? {}) }
}

/** All dictionary names in the order of the file. */
export const dictNames: readonly DictName[] = Object.keys(codes) as DictName[]

/** True when a word from outside (a query, a declaration under check) names a dictionary. */
export function isDictName(name: string): name is DictName {
  return Object.hasOwn(codes, name)
}

/** A code table with its items in the order of the standard. */
export function dictionary(name: DictName): Dictionary {
  return indexOf(name).dictionary
}

/** The words for a code; an unknown code is answered with itself so that old data stays readable. */
export function labelOf(name: DictName, code: string): string {
  return indexOf(name).byCode.get(code)?.label ?? code
}

/** The item of a code, selectable or not. */
export function itemOf(name: DictName, code: string): DictItem | undefined {
  return indexOf(name).byCode.get(code)
}

/**
 * True when the code exists, selectable or not (headings may stand in old data, 0 and 9 of gender in
 * imports).
 */
export function hasCode(name: DictName, code: string): boolean {
  return indexOf(name).byCode.has(code)
}

/**
 * The items a person may choose. With `within` (the value of the field this one depends on) a cascading
 * dictionary is narrowed to the items of that group, an unknown or childless parent value leaving none; a
 * dictionary without groups ignores `within`. `ended` adds what has been ended since, which old records hold.
 */
export function selectable(
  name: DictName,
  { within, ended = false }: { readonly within?: string; readonly ended?: boolean } = {},
): readonly DictItem[] {
  const { dictionary: dict } = indexOf(name)
  const open = dict.items.filter((item) => item.selectable || (ended && item.ended))
  if (within === undefined || !dict.cascading) return open
  return open.filter((item) => item.groups?.includes(within) === true)
}

/**
 * The code meant by a text of a spreadsheet cell: label first, then alias, then the code itself; full-width
 * forms and surrounding spaces do not matter. A heading of the standard and a word with several readings
 * (研究生) are answered with their candidates, so that the person decides.
 */
export function codeOf(name: DictName, text: string): CodeMatch {
  const found = indexOf(name).byText.get(fold(text))
  const [first, ...others] = found ?? []
  if (found === undefined || first === undefined) return undefined
  return others.length === 0 ? first : { ambiguous: found }
}

/**
 * Position of a code in the order from highest to lowest, 0 being the highest: smaller is better. Undefined
 * for a dictionary without an order and for codes that do not count (an honorary doctorate is no highest
 * degree). In `educationLevel` graduation ranks before completion or drop-out of any level.
 */
export function rankOf(name: DictName, code: string): number | undefined {
  return indexOf(name).rank.get(code)
}

/** The level a code belongs to in its companion dictionary: professionalTitle to titleLevel. */
export function levelOf(name: DictName, code: string): string | undefined {
  const { levels } = tables[name]
  return levels !== undefined && Object.hasOwn(levels, code) ? levels[code] : undefined
}

/**
 * Stages of schooling (schoolStage codes) a kind of school teaches; empty where the standard does not say.
 */
export function stagesOfSchool(schoolType: string): readonly string[] {
  const stages: Readonly<Record<string, readonly string[]>> = codes.schoolType.stages
  return (Object.hasOwn(stages, schoolType) ? stages[schoolType] : undefined) ?? []
}

/** Months a punishment keeps its effect; undefined for kinds without such a period. */
export function influenceMonths(punishmentKind: string): number | undefined {
  const months: Readonly<Record<string, number>> = codes.punishmentKind.months
  return Object.hasOwn(months, punishmentKind) ? months[punishmentKind] : undefined
}

/** True when a person of this employmentStatus is counted among serving staff. */
export function isServing(employmentStatus: string): boolean {
  return codes.employmentStatus.active.includes(employmentStatus)
}

function indexOf(name: DictName): Index {
  const known = indexes.get(name)
  if (known !== undefined) return known
  const own = ownDicts.get(name)
  const made = own ? ownIndex(name, own) : makeIndex(name, tables[name])
  indexes.set(name, made)
  return made
}

function makeIndex(name: DictName, table: Table): Index {
  const facts = makeItems(table)
  const items = withChanges(
    facts,
    over.changes.filter(({ dict }) => dict === name),
    over.day,
  )
  const { label, standard } = table
  return {
    dictionary: { name, label, standard, items, cascading: table.groups !== undefined },
    byCode: new Map(items.map((item) => [item.code, item])),
    byText: makeTexts(table, facts, items),
    rank: new Map((table.rank ?? []).map((code, place) => [code, place])),
  }
}

function ownIndex(name: DictName, { label, items }: OwnDict): Index {
  return {
    dictionary: { name, label, standard: '自定', items, cascading: false },
    byCode: new Map(items.map((item) => [item.code, item])),
    byText: makeTexts({ label, standard: '自定', items: [] }, items, items),
    rank: new Map(),
  }
}

function makeItems(table: Table): DictItem[] {
  const parentOf = inverse(table.branches ?? {})
  const groupsOf = inverse(table.groups ?? {})
  const closed = new Set([...Object.keys(table.branches ?? {}), ...(table.importOnly ?? [])])
  return table.items.map(([code = '', label = '']) => {
    const parent = parentOf.get(code)?.[0]
    const groups = groupsOf.get(code)
    return {
      code,
      label,
      selectable: !closed.has(code),
      ...(parent === undefined ? {} : { parent }),
      ...(groups === undefined ? {} : { groups }),
    }
  })
}

/**
 * Text to codes. Written weakest first, so that a label wins over an alias and an alias over a code; what has
 * ended comes before what may be chosen, and a label of the standard that was changed is an alias.
 */
function makeTexts(
  table: Table,
  facts: readonly DictItem[],
  all: readonly DictItem[],
): Map<string, readonly string[]> {
  const texts = new Map<string, readonly string[]>()
  const headings = table.branches ?? {}
  const meant = (code: string): readonly string[] => headings[code] ?? [code]
  const items = [...all].toSorted((a, b) => Number(b.ended ?? false) - Number(a.ended ?? false))
  for (const { code } of items) texts.set(fold(code), meant(code))
  for (const { code, label } of facts) texts.set(fold(label), meant(code))
  for (const { code, aliases = [] } of items) for (const alias of aliases) texts.set(fold(alias), meant(code))
  for (const [text, code] of Object.entries(table.aliases ?? {})) texts.set(fold(text), meant(code))
  for (const [text, candidates] of Object.entries(table.ambiguous ?? {})) texts.set(fold(text), candidates)
  for (const { code, label } of items) texts.set(fold(label), meant(code))
  return texts
}

function inverse(lists: Readonly<Record<string, readonly string[]>>): Map<string, string[]> {
  const keysOf = new Map<string, string[]>()
  for (const [key, members] of Object.entries(lists)) {
    for (const member of members) keysOf.set(member, [...(keysOf.get(member) ?? []), key])
  }
  return keysOf
}

/**
 * Two texts fold alike when a person means the same: NFKC makes full-width digits, letters and brackets
 * half-width, as they come out of spreadsheets.
 */
export function fold(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s+/g, '').toUpperCase()
}
