import { useRef, useState, type KeyboardEvent } from 'react'
import type { ImportRow } from '../../../catalogue/contract/administration/imports.ts'
import type { CellEdit, EditorExit } from './cell-editor.tsx'
import { nextFault, type GridColumn, type Place } from './grid-columns.ts'
import { useCorrections } from './use-corrections.ts'

interface EditedCell extends Place {
  /** What the typing begins with. */
  readonly text: string
}

const steps: Readonly<Record<string, Place>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/**
 * A grid of cells that is used like a sheet: arrows walk, Enter and letters type, Tab goes to the next fault.
 */
export function useGrid(id: number, rows: readonly ImportRow[], columns: readonly GridColumn[]) {
  const [editing, setEditing] = useState<EditedCell | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const { put, ...corrections } = useCorrections(id, rows)
  const go = ({ row, column }: Place) => {
    setEditing(null)
    const at = `${clamp(row, rows.length)}:${clamp(column, columns.length)}`
    // The cell is a button again only when the editor has gone.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus())
  }
  const edit = (place: Place, text?: string) => {
    const standing = rows[place.row]?.cells[columns[place.column]?.key ?? ''] ?? ''
    setEditing({ ...place, text: text ?? standing })
  }
  const press = (event: KeyboardEvent, at: Place) => {
    const typed = typedBy(event)
    const next = nextPlace(event, at)
    if (next) go(next)
    else if (typed !== undefined) edit(at, typed)
    else if ((event.ctrlKey || event.metaKey) && event.key === 'z') corrections.takeBack()
    else return
    event.preventDefault()
  }
  const done = (at: Place, edited: CellEdit, leaving: EditorExit) => {
    const row = rows[at.row]
    const column = columns[at.column]
    if (row && column) put(row, column.key, edited)
    if (leaving === 'away') setEditing(null)
    else if (leaving === 'stay') go(at)
    else if (leaving === 'down') go({ ...at, row: at.row + 1 })
    else go(nextFault(rows, columns, at, leaving === 'next' ? 1 : -1) ?? at)
  }
  /** Takes what was probably meant, wherever the column says the same, and for later files. */
  const takeSuggestion = (row: ImportRow, field: string, value: string) =>
    put(row, field, { value, everywhere: true, remember: true })
  return { table, grid: { editing, edit, press, done, go, takeSuggestion, ...corrections } }
}

export type Grid = ReturnType<typeof useGrid>['grid']

const clamp = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at))

function nextPlace({ key, ctrlKey }: KeyboardEvent, at: Place): Place | undefined {
  const step = steps[key]
  if (step) return { row: at.row + step.row, column: at.column + step.column }
  if (key === 'Home') return { row: ctrlKey ? 0 : at.row, column: 0 }
  return key === 'End' ? { row: ctrlKey ? Infinity : at.row, column: Infinity } : undefined
}

/** What a cell begins with when this key is pressed on it; undefined for keys that type nothing. */
function typedBy({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined {
  if (key === 'Delete' || key === 'Backspace') return ''
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey ? key : undefined
}
