import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { indexHeads, mostNodes, type IndexColumn, type IndexRow } from '../../../catalogue/curriculum/plan.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { rowsOfWorkbook, WorkbookRefusal } from '../../platform/workbook/index.ts'
import { writeWorkbook } from '../../platform/workbook/write.ts'

const columns: readonly IndexColumn[] = ['id', 'level', 'no', 'title', 'ended', 'successor']
const isColumn = (head: string): IndexColumn | undefined => columns.find((key) => indexHeads[key] === head)

/** Chapters as they are written into a workbook. */
export interface WrittenNode {
  /** Null for one that has no number yet. */
  readonly id: number | null
  readonly level: number
  readonly no: string
  readonly title: string
  readonly ended: boolean
  /** The number of the chapter that takes over. */
  readonly successor?: number
}

/** A textbook as a workbook, which comes back as it is or changed. */
export function workbookOf(title: string, nodes: readonly WrittenNode[]): Promise<Buffer> {
  const rows = (async function* () {
    for (const { id, level, no, title: name, ended, successor = '' } of nodes)
      yield [String(id ?? ''), String(level), no, name, ended ? '是' : '', String(successor)]
  })()
  const heads = columns.map((key) => ({
    head: indexHeads[key],
    kind: 'text' as const,
    width: key === 'title' ? 40 : 12,
  }))
  return buffer(writeWorkbook([{ name: '目录', columns: heads, rows, pageFoot: title }]))
}

/**
 * The rows of a workbook, by the heads of its columns; the first row with 层级 and 名称 has the heads.
 * @throws AppError `invalid` for what is no workbook of a textbook
 */
export async function rowsOf(content: Buffer): Promise<IndexRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'curriculum-'))
  try {
    const path = join(folder, 'file.xlsx')
    await writeFile(path, content)
    return await read(path)
  } catch (error) {
    if (error instanceof WorkbookRefusal) throw invalid('fileId', error.message)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function read(path: string): Promise<IndexRow[]> {
  let heads: readonly (IndexColumn | undefined)[] | null = null
  const found: IndexRow[] = []
  for await (const rows of rowsOfWorkbook(path, { maxRows: mostNodes + 10 }))
    for (const { number, cells } of rows) {
      const texts = cells.map(({ text, shown }) => (shown ?? text).trim())
      if (heads === null) {
        const named = texts.map(isColumn)
        if (named.includes('level') && named.includes('title')) heads = named
        continue
      }
      const known = heads
      const cell = (key: IndexColumn): string => texts[known.indexOf(key)] ?? ''
      if (texts.every((text) => text === '')) continue
      found.push({
        row: number,
        id: cell('id'),
        level: cell('level'),
        no: cell('no'),
        title: cell('title'),
        ended: cell('ended'),
        successor: cell('successor'),
      })
    }
  if (heads === null) throw invalid('fileId', '没有找到列名“层级”和“名称”：请用下载的表格填写')
  if (found.length === 0) throw invalid('fileId', '表格里没有章节')
  return found
}
