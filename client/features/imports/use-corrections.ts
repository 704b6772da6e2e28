import { useState } from 'react'
import type { ImportRow } from '../../../catalogue/contract/administration/imports.ts'
import type { CellEdit } from './cell-editor.tsx'
import { useMending, type MendedCell } from './use-imports.ts'

const nameOf = ({ row, field }: Pick<MendedCell, 'row' | 'field'>) => `${row}:${field}`

/**
 * What was changed on a page of rows, cell by cell or everywhere at once, and the way back of single cells.
 */
export function useCorrections(id: number, rows: readonly ImportRow[]) {
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set())
  const [before, setBefore] = useState<readonly MendedCell[]>([])
  const { mend, replace } = useMending(id)
  const mark = (cells: readonly Pick<MendedCell, 'row' | 'field'>[]) =>
    setMended((now) => new Set([...now, ...cells.map(nameOf)]))
  const put = (row: ImportRow, field: string, { value, everywhere, remember }: CellEdit) => {
    const from = row.cells[field] ?? ''
    if (value === from) return
    if (everywhere && value !== '') {
      mark(rows.filter(({ cells }) => cells[field] === from).map((one) => ({ row: one.row, field })))
      replace.mutate({ field, from, to: value, remember })
      return
    }
    const cell = { row: row.row, field, value }
    mark([cell])
    setBefore((now) => [...now, { ...cell, value: from }])
    mend.mutate([cell])
  }
  const takeBack = () => {
    const last = before.at(-1)
    if (!last || mend.isPending) return
    setBefore(before.slice(0, -1))
    mend.mutate([last])
  }
  return {
    put,
    takeBack,
    canTakeBack: before.length > 0,
    isMended: (row: number, field: string) => mended.has(nameOf({ row, field })),
  }
}
