import type { FieldFault } from '../errors.ts'
import { doubtful, presenceWords, statusIn, type SettledStatus } from './rules.ts'

/** A row of a file: the person it names, and its cell. */
export interface SheetRow {
  readonly row: number
  readonly teacherId: number
  readonly cell: string
}

/** A row that sets a status. */
export interface SheetSetting extends SheetRow {
  readonly status: SettledStatus
}

/** Reads the cells, those left blank aside; every row that says nothing known is named. */
export function readSheet(rows: readonly SheetRow[]): {
  readonly settings: readonly SheetSetting[]
  readonly faults: readonly FieldFault[]
} {
  const faults: FieldFault[] = []
  const seen = new Set<number>()
  const words = Object.values(presenceWords).filter((word) => word !== presenceWords[doubtful])
  const settings = rows.flatMap((one) => {
    if (one.cell.trim() === '') return []
    const status = statusIn(one.cell)
    const field = `rows.${one.row}`
    if (status === undefined)
      faults.push({
        field,
        message: `第 ${one.row} 行：不认识“${one.cell.trim().slice(0, 20)}”，请填${words.join('、')}`,
      })
    else if (seen.has(one.teacherId))
      faults.push({ field, message: `第 ${one.row} 行：同一人在表中出现了两次` })
    seen.add(one.teacherId)
    return status === undefined ? [] : [{ ...one, status }]
  })
  return { settings, faults }
}
