import type { Actor } from '../../../catalogue/access/access.ts'
import type { FigureList } from '../../../catalogue/contract/figure-table.ts'
import { sql } from '../../platform/db/sql.ts'
import { scopeCondition } from '../access/index.ts'
import type { Engine, Queryable } from '../engine.ts'

/** A line of the table: what it is, where it leads, and its cells by the keys of the columns. */
export interface FigureRow {
  readonly key: string
  readonly name: string
  readonly level: string
  readonly drill: string | null
  readonly cells: Readonly<Record<string, number | string | null>>
}

/** Some rows of a table, and how many it has in all. */
export interface FigureRows {
  /** The row of everything, where it is no sum of the others; it stands before the first. */
  readonly whole: FigureRow | null
  readonly rows: readonly FigureRow[]
  readonly total: number
}

/** Which rows are wanted: from the first one on, so many. */
export interface Stretch {
  readonly from: number
  readonly most: number
}

/** A line of a list behind a number. */
export interface BehindLine {
  readonly key: string
  readonly teacherId: number | null
  readonly name: string
  readonly institution: string
  readonly values: readonly string[]
}

/** The heads of a list, by the parts of a line. */
export interface ListHeads {
  readonly name: string
  readonly institution: string
  readonly values: readonly string[]
}

/** The heads of a list of people, with what it says of each. */
export const headsOfPeople = (...values: readonly string[]): ListHeads => ({
  name: '姓名',
  institution: '单位',
  values,
})

/** A list behind a number, as long as the number says. */
export interface Behind {
  readonly title: string
  readonly unit: string
  readonly heads: ListHeads
  readonly total: number
  /** Lines of a stretch, and who of them the reader may see in full. */
  readonly lines: (
    stretch: Stretch,
  ) => Promise<{ readonly list: readonly BehindLine[]; readonly within: readonly number[] }>
}

/** Whoever belongs to another authority keeps the surname only. */
export const masked = (name: string): string => `${[...name].slice(0, 1).join('')}**`

interface NamedTeacher {
  readonly id: number
  readonly name: string
  readonly within: boolean
}

/** Names of teachers as the reader may read them, and who of them is in his scope. */
export async function namesFor(db: Queryable, actor: Actor, ids: readonly number[]) {
  const rows = await db.query<NamedTeacher>(sql`
    select t.id, t.name, ${scopeCondition(actor, 't', 'id')} as within
    from teacher t where t.id = any(${[...ids]}::int[])`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    within: rows.flatMap((row) => (row.within ? [row.id] : [])),
    nameOf: (id: number): string => {
      const row = byId.get(id)
      return row === undefined ? '已移出' : row.within ? row.name : masked(row.name)
    },
  }
}

/** One page of a list behind a number; whoever is named in it finds the reading. */
export async function pageBehind(
  engine: Engine,
  actor: Actor,
  behind: Behind,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<FigureList> {
  const { title, unit, heads, total, lines } = behind
  const { list, within } = await lines({ from: (page - 1) * pageSize, most: pageSize })
  await engine.readings.note(actor, { kind: 'roster' }, [...new Set(within)])
  return {
    list: [...list].map((line) => ({ ...line, values: [...line.values] })),
    total,
    page,
    pageSize,
    title,
    unit,
    heads: { ...heads, values: [...heads.values] },
  }
}
