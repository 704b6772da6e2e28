import { sheetsOf } from '../../viewer/sheets/sheets.ts'

/** A larger file is no table that is brought in one go. */
const mostBytes = 5_000_000

const cellText = (cell: string): string => cell.replaceAll(/\s+/g, ' ').trim()

/**
 * The first sheet of an xlsx file as text with tabs, to be read on like what is pasted. Null for a file that
 * is none.
 */
export async function textOfWorkbook(file: File): Promise<string | null> {
  if (file.size > mostBytes) return null
  try {
    const [first] = await sheetsOf(await file.arrayBuffer())
    return first === undefined ? null : first.rows.map((row) => row.map(cellText).join('\t')).join('\n')
  } catch {
    return null
  }
}
