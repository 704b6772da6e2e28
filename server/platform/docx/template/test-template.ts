import { zipOfParts } from '../../package/test-zip.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

export const run = (text: string, looks = ''): string =>
  `<w:r>${looks && `<w:rPr>${looks}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
/** A paragraph; each text is a run of its own, as Word cuts what was typed. */
export const p = (...inner: readonly string[]): string =>
  `<w:p>${inner.map((one) => (one.startsWith('<') ? one : run(one))).join('')}</w:p>`
export const tr = (...cells: readonly string[]): string =>
  `<w:tr>${cells.map((cell) => `<w:tc>${cell.startsWith('<w:') ? cell : p(cell)}</w:tc>`).join('')}</w:tr>`
export const tbl = (...rows: readonly string[]): string =>
  `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join('')}</w:tbl>`

interface Beside {
  /** Further parts of the package. */
  readonly parts?: Readonly<Record<string, string | Buffer>>
  readonly relations?: string
  readonly type?: string
}

/** A file of Word with this body, as small as one can be. */
export function templateOf(
  body: readonly string[],
  { parts = {}, relations = '', type = main }: Beside = {},
): Buffer {
  return zipOfParts({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${packaged}/content-types">
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
      <Default Extension="xml" ContentType="application/xml"/>
      <Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships">
      <Relationship Id="rId1" Type="${office}/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
      xmlns:r="${office}/relationships" xmlns:v="urn:schemas-microsoft-com:vml"><w:body>${body.join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${packaged}/relationships">${relations}</Relationships>`,
    ...parts,
  })
}
