import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipOfParts } from '../package/test-zip.ts'
import { rowsOfWorkbook, type RowsWanted } from './rows.ts'

const transitional = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  relations: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
}
const strict = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  relations: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
}
const package2006 = 'http://schemas.openxmlformats.org/package/2006'
const sheetMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export interface TestSheet {
  readonly name: string
  /** What stands within sheetData. */
  readonly rows: string
  readonly state?: 'hidden' | 'veryHidden'
  /** What stands behind the rows. */
  readonly behind?: string
}

export interface TestBook {
  readonly sheets: readonly TestSheet[]
  /** What stands within sst. */
  readonly strings?: string
  /** What stands within styleSheet. */
  readonly styles?: string
  readonly since1904?: boolean
  readonly strict?: boolean
}

/** The parts of a workbook as a program writes them, to be changed by a test. */
export function partsOfBook(book: TestBook): Record<string, string | Buffer> {
  const address = book.strict === true ? strict : transitional
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': `${head}<Types xmlns="${package2006}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetMime}.sheet.main+xml"/>${book.sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${sheetMime}.worksheet+xml"/>`).join('')}<Override PartName="/xl/sharedStrings.xml" ContentType="${sheetMime}.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetMime}.styles+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${package2006}/relationships"><Relationship Id="rId1" Type="${address.relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${address.main}" xmlns:r="${address.relations}"><workbookPr${book.since1904 === true ? ' date1904="1"' : ''}/><sheets>${book.sheets.map(({ name, state }, at) => `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${package2006}/relationships">${book.sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${address.relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rId91" Type="${address.relations}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId92" Type="${address.relations}/styles" Target="/xl/styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${address.main}">${book.strings ?? ''}</sst>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${address.main}">${book.styles ?? '<cellXfs count="1"><xf numFmtId="0"/></cellXfs>'}</styleSheet>`,
  }
  book.sheets.forEach(({ rows, behind = '' }, at) => {
    parts[`xl/worksheets/sheet${at + 1}.xml`] =
      `${head}<worksheet xmlns="${address.main}"><sheetData>${rows}</sheetData>${behind}</worksheet>`
  })
  return parts
}

const folder = mkdtempSync(join(tmpdir(), 'workbook-'))
let count = 0

/** A file with these bytes. */
export function fileOf(content: Buffer, ending = 'xlsx'): string {
  const path = join(folder, `${(count += 1)}.${ending}`)
  writeFileSync(path, content)
  return path
}

/** A workbook on the disk. */
export const bookFile = (book: TestBook): string => fileOf(zipOfParts(partsOfBook(book)))

/** All rows of a file as texts by their number. */
export async function textsOf(
  path: string,
  wanted: Partial<RowsWanted> = {},
): Promise<Readonly<Record<number, readonly string[]>>> {
  const found: Record<number, readonly string[]> = {}
  for await (const rows of rowsOfWorkbook(path, { maxRows: 200_010, ...wanted }))
    for (const { number, cells } of rows) found[number] = cells.map(({ text }) => text)
  return found
}

/** A cell with its text within. */
export const inline = (name: string, text: string): string =>
  `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
