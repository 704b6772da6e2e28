import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'
import { tableName } from '../schema/index.ts'
import { beginFollowing, changesSince, wholly, type FollowedState } from './following.ts'

/** A column that everybody has once: of a record type in force, or of the teacher's own row (`type` null). */
export interface ValueColumn {
  readonly type: string | null
  readonly column: string
}

/**
 * The values of a column by the number of the teacher: `texts[codes[id]]`, as the database writes them; null
 * is 0.
 */
export interface Values {
  readonly codes: Uint16Array
  readonly texts: readonly (string | null)[]
}

/**
 * Values of everybody, which every process reads once for each column that is asked and brings up to date
 * when asked.
 */
export interface PersonValues {
  /** The columns in their order; null where one has too many different values. */
  of(columns: readonly ValueColumn[]): Promise<readonly (Values | null)[]>
}

interface ColumnValues {
  codes: Uint16Array
  readonly texts: (string | null)[]
  readonly byText: Map<string | null, number>
  full: boolean
}

/** People that one statement reads. */
const batch = 20_000
/** How old values may be before the next question brings them up to date, in milliseconds. */
const fresh = 1_000
/** Different values that the numbers of a column can tell apart. */
const mostTexts = 65_535
/** Columns kept at a time: each takes two bytes a person. */
const mostColumns = 32

const nameOf = ({ type, column }: ValueColumn): string => `${type ?? ''}.${column}`

interface Line {
  readonly id: number
  readonly value: string | null
}

/** Values by teacher, of some teachers or of the next ones behind a number. */
function statement({ type, column }: ValueColumn, which: (id: Sql) => Sql, end: Sql): Sql {
  const value = sql`${sql.id('r', column)}::text`
  return type === null
    ? sql`select r.id, ${value} as value from teacher r where ${which(sql`r.id`)} ${end}`
    : sql`select r.owner_id as id, ${value} as value
        from ${sql.id(tableName(type))} r
        where r.voided_at is null and ${which(sql`r.owner_id`)} ${end}`
}

function put(kept: ColumnValues, { id, value }: Line): void {
  let code = kept.byText.get(value)
  if (code === undefined) {
    if (kept.texts.length > mostTexts) {
      kept.full = true
      return
    }
    code = kept.texts.push(value) - 1
    kept.byText.set(value, code)
  }
  if (id >= kept.codes.length) {
    const wider = new Uint16Array(Math.ceil(id * 1.1) + 1024)
    wider.set(kept.codes)
    kept.codes = wider
  }
  kept.codes[id] = code
}

async function load(db: Queryable, column: ValueColumn): Promise<ColumnValues> {
  const kept: ColumnValues = {
    codes: new Uint16Array(1024),
    texts: [null],
    byText: new Map([[null, 0]]),
    full: false,
  }
  const order = sql.id('r', column.type === null ? 'id' : 'owner_id')
  for (let after = 0; ;) {
    const from = after
    const lines = await db.query<Line>(
      statement(column, (id) => sql`${id} > ${from}`, sql`order by ${order} limit ${batch}`),
    )
    for (const line of lines) put(kept, line)
    const last = lines.at(-1)
    if (!last || kept.full) return kept
    after = last.id
  }
}

/** Reads again what these people have; a record that was taken out of force leaves nothing. */
async function again(
  db: Queryable,
  column: ValueColumn,
  kept: ColumnValues,
  ids: readonly number[],
): Promise<void> {
  const lines = await db.query<Line>(
    statement(column, (id) => sql`${id} = any(${[...ids]}::int[])`, sql.empty),
  )
  for (const id of ids) if (id < kept.codes.length) kept.codes[id] = 0
  for (const line of lines) put(kept, line)
}

/** Opens the values; nothing is read before the first question. */
export function openValues(db: Queryable): PersonValues {
  const held = new Map<string, { readonly column: ValueColumn; readonly values: Promise<ColumnValues> }>()
  let followed: FollowedState | null = null
  let checked = 0
  let following: Promise<void> | null = null

  const readChanged = async (marks: FollowedState): Promise<void> => {
    const { teachers, many } = await changesSince(db, marks)
    if (many) {
      held.clear()
      followed = await beginFollowing(db)
      return
    }
    if (teachers.length === 0) return
    for (const { column, values } of held.values()) await again(db, column, await values, teachers)
  }
  const follow = async (): Promise<void> => {
    const marks = followed
    if (marks === null) followed = await beginFollowing(db)
    else await wholly(marks, () => readChanged(marks))
  }
  const upToDate = async (): Promise<void> => {
    if (Date.now() - checked < fresh) return
    following ??= follow().finally(() => (following = null))
    await following
    checked = Date.now()
  }
  const valuesOf = (column: ValueColumn): Promise<ColumnValues> => {
    const name = nameOf(column)
    const found = held.get(name) ?? { column, values: load(db, column) }
    held.delete(name)
    held.set(name, found)
    found.values.catch(() => held.delete(name))
    for (const oldest of [...held.keys()].slice(0, Math.max(0, held.size - mostColumns))) held.delete(oldest)
    return found.values
  }
  return {
    async of(columns) {
      await upToDate()
      const found: (Values | null)[] = []
      for (const column of columns) {
        const kept = await valuesOf(column)
        found.push(kept.full ? null : kept)
      }
      return found
    },
  }
}
