import { readRow, type ReadRow } from '../../../catalogue/imports/read-row.ts'
import { type RawCell, type RowReadingContext, type RowFault } from '../../../catalogue/imports/read-cell.ts'
import type { UnlikeColumn } from '../../../catalogue/imports/define.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { databaseDay } from '../../platform/db/today.ts'
import { checkContext } from '../records/index.ts'
import type { RowComparison, ImportEngine, Task } from './importing.ts'
import { keysOf, namesOf, unlikeOf, type StagedRow } from './staged.ts'

/** Cells of a row that is to be judged. */
export interface UnreadRow {
  readonly row: number
  readonly cells: ReadonlyMap<string, RawCell>
}

/** Everything that reading a row of a task needs, asked once for many rows. */
export async function readingFor(importing: ImportEngine, task: Task): Promise<RowReadingContext> {
  const { engine, areaOf } = importing
  const kept = await engine.db.query<{ column: string; written: string; readAs: string }>(sql`
    select column_key as "column", written, read_as as "readAs"
    from import_reading
    where institution_id = ${task.actor.institutionId} and kind = ${task.definition.name}`)
  const own = await engine.db.one<{ area: string }>(
    sql`select area_code as area from institution where id = ${task.actor.institutionId}`,
  )
  const byText = new Map(kept.map(({ column, written, readAs }) => [`${column}|${written}`, readAs]))
  return {
    context: checkContext(await databaseDay(engine.db)),
    areaOf: (text) => areaOf(text, own.area),
    records: engine.records,
    remembered: (column, text) => byText.get(`${column}|${text}`),
  }
}

/** The row that had one of these keys before; null for none. */
export type EarlierRow = (key: string, row: number) => number | null

const repeated = ({ column, level }: UnlikeColumn, earlier: number): RowFault => ({
  column,
  level: level ?? 'error',
  code: 'E201',
  message: level === 'warning' ? `与第 ${earlier} 行的相同，请核对` : `与第 ${earlier} 行重复`,
})

const isError = ({ level }: RowFault): boolean => level === 'error'

/**
 * Whether a fault is only that a cell is empty: an empty cell leaves what is there, so it is a fault of
 * something new alone.
 */
function isLeftEmpty({ definition: { by, owner } }: Task, { code, column }: RowFault): boolean {
  return code === 'E101' && column !== by[0] && !Object.values(owner).includes(column)
}

/** What a row is taken for when its mode forbids it. */
function byMode(
  { mode, definition: { noun } }: Task,
  compared: RowComparison,
  column: string,
): RowComparison {
  const refused = (code: string, message: string): RowComparison => ({
    ...compared,
    outcome: 'conflict',
    faults: [...compared.faults, { column, level: 'error', code, message }],
  })
  if (mode === 'insert' && (compared.outcome === 'changed' || compared.outcome === 'same'))
    return refused('E202', `已有这${noun}；要改动请选“更新”或“新增并更新”`)
  if (mode === 'update' && compared.outcome === 'new')
    return refused('E202', `未找到该${noun}；要新增请选“新增”或“新增并更新”`)
  return compared
}

/** A row that was read, with the hashes of what no two rows of a file share. */
interface RowWithHashes extends ReadRow {
  readonly row: number
  readonly cells: UnreadRow['cells']
  readonly own: readonly string[]
}

/** Reads rows by themselves: everything that can be said of them without the portal. */
export const readRows = (
  { engine: { keys } }: ImportEngine,
  { definition }: Task,
  reading: RowReadingContext,
  rows: readonly UnreadRow[],
): RowWithHashes[] =>
  rows.map(({ row, cells }) => {
    const found = readRow(definition, cells, reading)
    return { ...found, row, cells, own: keysOf(keys, definition, found) }
  })

/** A row with what the rows before it have of it. */
function staged(
  keys: Keys,
  task: Task,
  { own, cells, ...read }: RowWithHashes,
  earlier: EarlierRow,
): StagedRow {
  const { definition } = task
  const unlike = unlikeOf(definition, read.values)
  const before = own.map((key) => earlier(key, read.row))
  // Of a row that stands twice one thing is said, not that each of its numbers does as well.
  const whole = unlike[0]?.column === definition.by[0] ? before[0] : null
  const twice = before.flatMap((row, place) =>
    row === null || (place > 0 && row === whole) ? [] : [repeated(unlike[place] ?? { column: '' }, row)],
  )
  const faults = [...read.faults, ...twice]
  return {
    ...read,
    faults,
    cells: Object.fromEntries(cells),
    changes: [],
    keys: [...own, ...namesOf(keys, definition, read)],
    outcome: faults.some((fault) => isError(fault) && !isLeftEmpty(task, fault)) ? 'error' : 'new',
  }
}

/** A row that the database does not take. */
export const refusedRow = (
  { engine: { keys } }: ImportEngine,
  task: Task,
  row: RowWithHashes,
  message: string,
): StagedRow => {
  const fault: RowFault = { column: task.definition.by[0] ?? '', level: 'error', code: 'E108', message }
  return staged(keys, task, { ...row, faults: [...row.faults, fault] }, () => null)
}

/** Judges rows that were read: among the rows of the file, and by what the portal has. */
export async function judgeRows(
  importing: ImportEngine,
  task: Task,
  { db, rows, earlier }: { db: Queryable; rows: readonly RowWithHashes[]; earlier: EarlierRow },
): Promise<StagedRow[]> {
  const read = rows.map((row) => staged(importing.engine.keys, task, row, earlier))
  const sound = read.filter(({ outcome }) => outcome !== 'error')
  if (sound.length === 0) return read
  const subject = importing.subjects[task.definition.subject]
  const answers = await subject.compare(db, task, sound)
  const byRow = new Map(sound.map(({ row }, place) => [row, answers[place]]))
  return read.map((one) => {
    const answer = byRow.get(one.row)
    if (!answer) return one
    const { outcome, faults, changes } = byMode(task, answer, task.definition.by[0] ?? '')
    const own = outcome === 'new' ? one.faults : one.faults.filter((fault) => !isLeftEmpty(task, fault))
    const taken = { ...one, faults: [...own, ...faults], changes }
    if (own.some(isError)) return { ...taken, outcome: 'error' }
    return { ...taken, outcome: faults.some(isError) ? 'conflict' : outcome }
  })
}
