import type { AnyRecord, CheckContext, Field } from '../define.ts'
import { kinds, type KindName } from '../kinds/kinds.ts'
import { choicesOf, isVisible, judge } from './judge.ts'

type Row = Record<string, unknown>

const pick = <T>(list: readonly T[], random: () => number): T | undefined =>
  list[Math.floor(random() * list.length)]

/** Ids of the owner's records, by type, for fields of kind `record`. */
export type Refs = Readonly<Record<string, readonly string[]>>

/** Where the values of a sample row come from. */
export interface Chance {
  /** In [0, 1); the same sequence makes the same row. */
  readonly random: () => number
  /** A year for a value with a time in it. */
  readonly year: () => number
  readonly context: CheckContext
  readonly teachers?: readonly number[]
  readonly refs?: Refs
}

interface SampleContext extends Chance {
  readonly field: Field
  readonly row: Row
}

type Makers<Given> = Readonly<Partial<Record<KindName, (given: Given) => unknown>>>

/** Samples of kinds whose values are ids or codes, chosen among those that exist. */
const chosen: Makers<SampleContext> = {
  dict: ({ field, row, random }) => pick(choicesOf(field, row), random)?.code ?? null,
  teacher: ({ teachers, random }) => pick(teachers ?? [], random) ?? null,
  record: ({ field, refs, random }) => pick(refs?.[field.ref ?? ''] ?? [], random) ?? null,
  file: () => null,
  institution: () => null,
}

/** Samples of kinds whose values differ from row to row, because rules ask for days in order. */
const varied: Makers<{ year: number; random: () => number }> = {
  year: ({ year }) => year,
  month: ({ year, random }) => `${year}-0${1 + Math.floor(random() * 9)}`,
  date: ({ year, random }) => `${year}-0${1 + Math.floor(random() * 9)}-15`,
  area: () => '441702',
  phone: ({ random }) => `199${String(Math.floor(random() * 1e8)).padStart(8, '0')}`,
}

function valueOf(making: SampleContext): unknown {
  const { field, random } = making
  const choose = chosen[field.kind]
  if (choose) return choose(making)
  if (field.example !== undefined) return field.example
  const year = making.year()
  const vary = varied[field.kind]
  if (vary) return vary({ year, random })
  const fitting = kinds[field.kind].good.map((g) => g.value).filter((v) => field.schema.safeParse(v).success)
  return fitting.length > 0 ? pick(fitting, random) : null
}

/**
 * A row that passes every rule within the record, found by trying. Tests and the demo region use it for
 * record types without hand-written samples. Null after a thousand tries: the rules contradict, or the owner
 * lacks the records that the type points to.
 */
export function soundRow(definition: AnyRecord, chance: Chance): Row | null {
  const writable = Object.entries(definition.fields).filter(([, field]) => !field.derived)
  let sparse: Row | null = null
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const row: Row = {}
    for (const [key, field] of writable) {
      if (!isVisible(field, row)) continue
      const value = valueOf({ ...chance, field, row })
      row[key] = field.multiple && value !== null ? [value] : value
    }
    const kept = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
    const judged = judge(definition, kept, definition.attachments ? 1 : 0, chance.context)
    if (judged.errors.length > 0 || judged.warnings.length > 0) continue
    // A choice like “无” hides most fields and passes every rule. A row with more values tests more.
    if (Object.keys(kept).length * 2 > writable.length) return kept
    sparse ??= kept
  }
  return sparse
}
