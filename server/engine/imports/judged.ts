import { readRow, type RawCell, type Reading, type RowFault } from '../../../catalogue/imports/read-row.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { databaseDay } from '../../platform/db/today.ts'
import { checkContext } from '../records/index.ts'
import type { Compared, Importing, Task } from './importing.ts'
import { columnsOfKeys, keysOf, namesOf, type Staged } from './staged.ts'

/** Cells of a row that is to be judged. */
export interface Unread {
  readonly row: number
  readonly cells: ReadonlyMap<string, RawCell>
}

/** Everything that reading a row of a task needs, asked once for many rows. */
export async function readingFor(importing: Importing, task: Task): Promise<Reading> {
  const { engine, areaOf } = importing
  const kept = await engine.db.query<{ column: string; written: string; readAs: string }>(sql`
    select column_key as "column", written, read_as as "readAs"
    from import_reading
    where institution_id = ${task.actor.institutionId} and kind = ${task.definition.name}`)
  const byText = new Map(kept.map(({ column, written, readAs }) => [`${column}|${written}`, readAs]))
  return {
    context: checkContext(await databaseDay(engine.db)),
    areaOf,
    records: engine.records,
    remembered: (column, text) => byText.get(`${column}|${text}`),
  }
}

/** The row that had one of these keys before; null for none. */
export type EarlierRow = (key: string, row: number) => number | null

const repeated = (column: string, earlier: number): RowFault => ({
  column,
  level: 'error',
  code: 'E201',
  message: `与第 ${earlier} 行重复`,
})

const isError = ({ level }: RowFault): boolean => level === 'error'

/**
 * Whether a fault is only that a cell is empty: an empty cell leaves what is there, so it is a fault of something new
 * alone.
 */
function isLeftEmpty({ definition: { by, owner } }: Task, { code, column }: RowFault): boolean {
  return code === 'E101' && column !== by[0] && !Object.values(owner).includes(column)
}

/** What a row is taken for when its mode forbids it. */
function byMode({ mode, definition: { noun } }: Task, compared: Compared, column: string): Compared {
  const refused = (code: string, message: string): Compared => ({
    ...compared,
    outcome: 'conflict',
    faults: [...compared.faults, { column, level: 'error', code, message }],
  })
  if (mode === 'insert' && (compared.outcome === 'changed' || compared.outcome === 'same'))
    return refused('E202', `已有这${noun === '条记录' ? noun : `个${noun}`}；要改动请选“更新”或“新增并更新”`)
  if (mode === 'update' && compared.outcome === 'new')
    return refused(
      'E202',
      `还没有这${noun === '条记录' ? noun : `个${noun}`}；要新增请选“新增”或“新增并更新”`,
    )
  return compared
}

/** Judges rows: by themselves, among the rows of the file, and by what the portal has. */
export async function judgeRows(
  importing: Importing,
  task: Task,
  reading: Reading,
  { db, rows, earlier }: { db: Queryable; rows: readonly Unread[]; earlier: EarlierRow },
): Promise<Staged[]> {
  const { keys } = importing.engine
  const read = rows.map(({ row, cells }): Staged => {
    const found = readRow(task.definition, cells, reading)
    const own = keysOf(keys, task.definition, found)
    const columns = columnsOfKeys(task.definition, found.values)
    const twice = own.flatMap((key, place) => {
      const before = earlier(key, row)
      return before === null ? [] : [repeated(columns[place] ?? '', before)]
    })
    const faults = [...found.faults, ...twice]
    return {
      ...found,
      row,
      faults,
      cells: Object.fromEntries(cells),
      changes: [],
      keys: [...own, ...namesOf(keys, task.definition, found)],
      outcome: faults.some((fault) => isError(fault) && !isLeftEmpty(task, fault)) ? 'error' : 'new',
    }
  })
  const sound = read.filter(({ outcome }) => outcome !== 'error')
  if (sound.length === 0) return read
  const subject = importing.subjects[task.definition.subject]
  const answers = await subject.compare(db, task, sound)
  const byRow = new Map(sound.map(({ row }, place) => [row, answers[place]]))
  return read.map((staged) => {
    const answer = byRow.get(staged.row)
    if (!answer) return staged
    const { outcome, faults, changes } = byMode(task, answer, task.definition.by[0] ?? '')
    const own = outcome === 'new' ? staged.faults : staged.faults.filter((one) => !isLeftEmpty(task, one))
    const taken = { ...staged, faults: [...own, ...faults], changes }
    if (own.some(isError)) return { ...taken, outcome: 'error' }
    return { ...taken, outcome: faults.some(isError) ? 'conflict' : outcome }
  })
}
