import { read, utils, type WorkSheet } from '@e965/xlsx'
import type { Sheet } from './sheets.ts'

/** Rows and columns read of a sheet; a page shows a thousand rows at a time. */
const [mostRows, mostColumns] = [20_000, 200]

function sheetOf(name: string, sheet: WorkSheet): Sheet {
  const reach = sheet['!ref'] ? utils.decode_range(sheet['!ref']) : null
  const full = sheet['!fullref'] ? utils.decode_range(String(sheet['!fullref'])) : reach
  const rows: string[][] = []
  const columns = reach ? Math.min(reach.e.c + 1, mostColumns) : 0
  const cells = sheet['!data'] ?? []
  for (let r = 0; reach && r <= reach.e.r; r += 1) {
    rows.push(
      Array.from({ length: columns }, (_, c) => {
        const cell = cells[r]?.[c]
        return cell ? String(cell.w ?? cell.v ?? '') : ''
      }),
    )
  }
  const merges = (sheet['!merges'] ?? []).slice(0, 5000).map(({ s, e }) => ({
    row: s.r,
    column: s.c,
    rows: e.r - s.r + 1,
    columns: Math.min(e.c, columns - 1) - s.c + 1,
  }))
  return {
    name,
    rows,
    merges,
    widths: (sheet['!cols'] ?? []).slice(0, columns).map((one) => one?.wpx ?? 0),
    total: full ? full.e.r + 1 : 0,
    wider: reach !== null && reach.e.c + 1 > columns,
  }
}

/**
 * Reads a workbook: texts as its number formats write them. No formula is worked out, no link followed, no
 * code of the file run.
 */
addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  const book = read(data, {
    type: 'array',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellText: true,
    cellStyles: true,
    sheetRows: mostRows,
    bookVBA: false,
  })
  const hidden = (place: number) => (book.Workbook?.Sheets?.[place]?.Hidden ?? 0) > 0
  const sheets = book.SheetNames.flatMap((name, place) => {
    const sheet = book.Sheets[name]
    return sheet && !hidden(place) ? [sheetOf(name, sheet)] : []
  })
  postMessage(sheets.slice(0, 50))
})
