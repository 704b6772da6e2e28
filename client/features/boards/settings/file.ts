import type { BoardKey } from '../../../../catalogue/boards/board.ts'
import { readLayout, type BoardLayout, type ReadLayout } from '../../../../catalogue/boards/layout.ts'
import { save } from '../../../platform/api/download.ts'

/** Larger files are no layouts, in bytes. */
const largest = 200_000

/** Saves a layout as a file. */
export function saveFile(layout: BoardLayout, name: string): void {
  save(new Blob([JSON.stringify(layout, null, 2)], { type: 'application/json' }), `${name}-布局.json`)
}

/** Reads a layout file; what is wrong with it is told with its place. */
export async function readFile(file: File, board: BoardKey): Promise<ReadLayout> {
  const fault = (message: string): ReadLayout => ({ layout: null, faults: [{ field: '', message }] })
  if (file.size > largest) return fault('文件过大，布局文件不超过 200 KB')
  try {
    return readLayout(JSON.parse((await file.text()).replace(/^\ufeff/, '')), board)
  } catch {
    return fault('文件不是 JSON 格式，请上传从这里下载的布局文件')
  }
}
