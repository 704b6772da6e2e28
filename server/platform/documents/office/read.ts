import type { Budget } from '../../package/zip.ts'
import { readPicture, pictureKindOf } from '../pictures/pictures.ts'
import { deepest, line, type FileReading } from '../passage.ts'
import { contextOf, positionsOf } from './contexts.ts'
import { isXml, officeBudget, openParts, type OpenPart } from './parts.ts'
import { readPart } from './read-part.ts'
import { readSheets } from './read-sheets.ts'

/** Fonts, and the list of types, whose names of parts are searched as such. */
const silent = /\.(odttf|ttf|fntdata)$|^\[Content_Types\]\.xml$/i

/** Sentence about a part that is neither XML, a readable picture nor a document. */
const unreadOf = (name: string): string =>
  /\.(emf|wmf|tiff?|svg|wdp)$/i.test(name)
    ? `${name}：这种图片看不出属性，请换成 PNG 或 JPEG`
    : `${name}：内嵌的该文件看不了，请人工检查`

/** Reads a document of Office with everything that is embedded in it. */
export async function readOffice(
  content: Buffer,
  budget: Budget = officeBudget(),
  depth = 0,
): Promise<FileReading> {
  const parts = await openParts(content, budget)
  const positions = positionsOf(parts)
  const reading: FileReading = { passages: [], unread: [] }
  readSheets(parts, positions, reading)
  for (const part of parts) await readOne(part, { parts, positions, reading, budget, depth })
  return reading
}

interface Around {
  readonly parts: readonly OpenPart[]
  readonly positions: ReadonlyMap<string, string>
  readonly reading: FileReading
  readonly budget: Budget
  readonly depth: number
}

async function readOne(part: OpenPart, { positions, reading, budget, depth }: Around): Promise<void> {
  const { name, content } = part
  const context = contextOf(name, positions)
  reading.passages.push(line('embedded', name, null, context.removed))
  if (silent.test(name) || isSheetPart(name)) return
  if (isXml(name) || /\.psmdcp$/i.test(name)) return void reading.passages.push(...readPart(content, context))
  const picture = pictureKindOf(content)
  if (picture !== null)
    return void reading.passages.push(
      ...readPicture(content, picture).map((one) => ({ ...one, at: context.at })),
    )
  if (/\.(docx|pptx|xlsx)$/i.test(name) && depth < deepest) {
    const inside = await readOffice(content, budget, depth + 1)
    reading.passages.push(
      ...inside.passages.map((one) => ({ ...one, place: 'embedded' as const, at: context.at })),
    )
    reading.unread.push(...inside.unread)
  } else reading.unread.push(unreadOf(name))
}

/** Cells and shared strings are read together, by `readSheets`. */
const isSheetPart = (name: string) => /^xl\/(worksheets\/[^/]+|sharedStrings)\.xml$/.test(name)
