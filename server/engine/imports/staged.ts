import type { Outcome } from '../../../catalogue/contract/administration/imports.ts'
import type { ImportDefinition, UnlikeColumn } from '../../../catalogue/imports/define.ts'
import type { ReadRow } from '../../../catalogue/imports/read-row.ts'
import type { RawCell, Repair, RowFault } from '../../../catalogue/imports/read-cell.ts'
import type { Row } from '../../../catalogue/rules/judge.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { TableOf } from '../../platform/db/copy.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SealedTable } from '../sealing/index.ts'
import type { Change } from './importing.ts'

/** What is sealed of a row, because cells hold numbers of people. */
export interface Content {
  readonly cells: Readonly<Record<string, RawCell>>
  readonly values: Row
  readonly faults: readonly RowFault[]
  readonly repairs: readonly Repair[]
  readonly changes: readonly Change[]
}

/** A row of a file as it is kept until the import can no longer be taken back. */
export interface StagedRow extends Content {
  readonly row: number
  readonly outcome: Outcome
  readonly keys: readonly string[]
}

const place = (jobId: number, row: number) => `import_row|${jobId}|${row}`

export const sealContent = (
  keys: Keys,
  jobId: number,
  { row, cells, values, faults, repairs, changes }: StagedRow,
) => keys.seal(JSON.stringify({ cells, values, faults, repairs, changes }), place(jobId, row))

/** Opens what `sealContent` made; the shape is ours. */
export const openContent = (keys: Keys, jobId: number, row: number, sealed: string): Content =>
  JSON.parse(keys.open(sealed, place(jobId, row)))

/** Rows of imports, as long as these can be taken back. */
export const importRowTable: SealedTable = {
  table: 'import_row',
  key: [
    ['job_id', 'integer'],
    ['row', 'integer'],
  ],
  columns: [['sealed', 'text']],
  reseal: ({ job_id: jobId, row, sealed }, again) => ({
    sealed: again(String(sealed), place(Number(jobId), Number(row))),
  }),
}

/** code:column of each fault, once. */
export const marksOf = (faults: readonly RowFault[]): string[] => [
  ...new Set(faults.map(({ code, column }) => `${code}:${column}`)),
]

/** The value of a key column; an archive's number stands for the identity number. */
function keyOf({ owner }: ImportDefinition, values: Row, key: string): unknown {
  return values[key] ?? (key === owner.idNo ? (values[owner.archiveNo ?? ''] ?? null) : null)
}

const isNamed = (definition: ImportDefinition, values: Row): boolean =>
  definition.by.every((key) => keyOf(definition, values, key) !== null)

/**
 * The texts that no two rows of a file share, as keyed hashes: the key columns together, then each one alone.
 */
export function keysOf(
  keys: Keys,
  definition: ImportDefinition,
  { values }: Pick<ReadRow, 'values'>,
): string[] {
  const text = (key: string) => keyOf(definition, values, key)
  const together = definition.by.map(text)
  const own = together.includes(null) ? [] : [`by|${JSON.stringify(together)}`]
  const alone = (definition.unlike ?? []).flatMap(({ column, within }) => {
    if (text(column) === null) return []
    const place = within === undefined ? '' : `${String(text(within) ?? '')}|`
    return [`${column}|${place}${String(text(column))}`]
  })
  return [...own, ...alone].map((one) => keys.blind('import', one))
}

/** The hash by which a row of a file is found that is named by this text. */
export const nameKey = (keys: Keys, text: string): string => keys.blind('import', `named|${text}`)

/** The hashes by which later rows of the file may name a row. */
export const namesOf = (
  keys: Keys,
  definition: ImportDefinition,
  { values }: Pick<ReadRow, 'values'>,
): string[] =>
  (definition.namedBy ?? []).flatMap((key) => {
    const value = values[key]
    return typeof value === 'string' ? [nameKey(keys, value)] : []
  })

/** Names of the keys in messages about repetitions, in the order of `keysOf`. */
export const unlikeOf = (definition: ImportDefinition, values: Row): readonly UnlikeColumn[] => [
  ...(isNamed(definition, values) ? [{ column: definition.by[0] ?? '' }] : []),
  ...(definition.unlike ?? []).filter(({ column }) => (values[column] ?? null) !== null),
]

/** Columns of `import_row` for COPY. */
export const stagedTable = (keys: Keys, jobId: number): TableOf<StagedRow> => ({
  job_id: () => jobId,
  row: ({ row }) => row,
  outcome: ({ outcome }) => outcome,
  sealed: (staged) => sealContent(keys, jobId, staged),
  marks: ({ faults }) => marksOf(faults),
  warned: ({ faults }) => faults.some(({ level }) => level === 'warning'),
  repaired: ({ repairs }) => repairs.length > 0,
  keys: (staged) => [...staged.keys],
})

/** Replaces staged rows by their newly judged versions. */
export async function restage(tx: Tx, keys: Keys, jobId: number, rows: readonly StagedRow[]): Promise<void> {
  const items = rows.map((staged) => ({
    row: staged.row,
    outcome: staged.outcome,
    sealed: sealContent(keys, jobId, staged),
    marks: marksOf(staged.faults),
    warned: staged.faults.some(({ level }) => level === 'warning'),
    repaired: staged.repairs.length > 0,
    keys: staged.keys,
  }))
  await tx.execute(sql`
    update import_row r
    set outcome = x.outcome, sealed = x.sealed, marks = array(select jsonb_array_elements_text(x.marks)),
      warned = x.warned, repaired = x.repaired, keys = array(select jsonb_array_elements_text(x.keys))
    from jsonb_to_recordset(${sql.json(items)}) as x(row int, outcome text, sealed text, marks jsonb,
      warned boolean, repaired boolean, keys jsonb)
    where r.job_id = ${jobId} and r.row = x.row`)
}
