import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { headRow, sheetXml, stylesXml, sheetText } from './sheet-xml.ts'
import type { Sheet } from './sheet.ts'

export { writeCsv } from './csv-write.ts'
export type { Cell, Sheet, SheetColumn } from './sheet.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A name as Excel takes it for a sheet. */
const sheetName = (name: string): string => sheetText(name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31))

function workbookXml(sheets: readonly Sheet[]): string {
  const named = sheets.map(
    ({ name }, i) => `<sheet name="${sheetName(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  // The heads of the columns are printed on every page.
  const titles = sheets.map(
    (sheet, i) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">'${sheetName(sheet.name)}'!$${headRow(sheet)}:$${headRow(sheet)}</definedName>`,
  )
  return `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${named.join('')}</sheets><definedNames>${titles.join('')}</definedNames></workbook>`
}

const partOf = (i: number) => `xl/worksheets/sheet${i + 1}.xml`

function typesXml(sheets: readonly Sheet[]): string {
  const overrides = [
    ['xl/workbook.xml', 'sheet.main'] as const,
    ['xl/styles.xml', 'styles'] as const,
    ...sheets.map((_, i) => [partOf(i), 'worksheet'] as const),
  ].map(([part, type]) => `<Override PartName="/${part}" ContentType="${contentType}.${type}+xml"/>`)
  return `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
}

function relationsXml(targets: readonly (readonly [type: string, target: string])[]): string {
  const listed = targets.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  )
  return `${head}<Relationships xmlns="${packaged}/relationships">${listed.join('')}</Relationships>`
}

/**
 * A workbook (xlsx) as a stream: no more than a piece of it is held at a time, and rows are asked for as fast
 * as it is taken. Sheets are written from the last to the first, so that the rows of one in front may tell
 * what came in those behind it. Texts are texts in every cell, whatever they begin with; no cell is a
 * formula.
 */
export function writeWorkbook(sheets: readonly Sheet[], signal?: AbortSignal): Readable {
  const zip = new ZipFile()
  const fixed = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path)
  fixed('[Content_Types].xml', typesXml(sheets))
  fixed('_rels/.rels', relationsXml([['officeDocument', 'xl/workbook.xml']]))
  fixed('xl/workbook.xml', workbookXml(sheets))
  fixed(
    'xl/_rels/workbook.xml.rels',
    relationsXml([
      ...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
  )
  fixed('xl/styles.xml', stylesXml)
  const out = new PassThrough()
  // Each sheet listens for its end, and a workbook may have dozens of them.
  out.setMaxListeners(0)
  // A source that fails or a taker who goes ends all of it; yazl hands neither on.
  const end = (error: unknown) => out.destroy(error instanceof Error ? error : undefined)
  zip.on('error', end)
  // A failure before anybody takes the stream is told to whoever takes it.
  out.on('error', () => undefined)
  for (const [i, sheet] of [...sheets.entries()].toReversed())
    zip.addReadStreamLazy(partOf(i), { compressionLevel: 4 }, (take) => {
      const source = Readable.from(sheetXml(sheet, i === 0), { objectMode: false, ...(signal && { signal }) })
      source.on('error', end)
      out.once('close', () => source.destroy())
      take(null, source)
    })
  zip.end()
  return zip.outputStream.pipe(out)
}
