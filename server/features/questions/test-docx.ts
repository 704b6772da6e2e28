import { zipOfParts } from '../../platform/package/test-zip.ts'

const namespaces = [
  ['w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['m', 'http://schemas.openxmlformats.org/officeDocument/2006/math'],
  ['a', 'http://schemas.openxmlformats.org/drawingml/2006/main'],
  ['r', 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'],
  ['mc', 'http://schemas.openxmlformats.org/markup-compatibility/2006'],
  ['v', 'urn:schemas-microsoft-com:vml'],
  ['o', 'urn:schemas-microsoft-com:office:office'],
  ['wps', 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape'],
  ['wp', 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'],
]
  .map(([prefix = '', address = '']) => `xmlns:${prefix}="${address}"`)
  .join(' ')

export const run = (text: string, looks = ''): string =>
  `<w:r>${looks && `<w:rPr>${looks}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
export const tab = '<w:r><w:tab/></w:r>'
export const p = (...inner: readonly string[]): string =>
  `<w:p>${inner.map((one) => (one.startsWith('<') ? one : run(one))).join('')}</w:p>`
export const item = (list: number, ...inner: readonly string[]): string =>
  p(`<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr></w:pPr>`, ...inner)
export const tbl = (...rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows
    .map(
      (cells) =>
        `<w:tr>${cells.map((cell) => `<w:tc>${cell.startsWith('<w:p') ? cell : p(cell)}</w:tc>`).join('')}</w:tr>`,
    )
    .join('')}</w:tbl>`
export const math = (text: string): string => `<m:oMath><m:r><m:t>${text}</m:t></m:r></m:oMath>`
export const drawing = (relation: string, alt = ''): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="图" descr="${alt}"/><a:blip r:embed="${relation}"/></wp:inline></w:drawing></w:r>`

const levels = (format: string, text: string) =>
  `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
/** List 1 counts `1.`, list 2 counts `A.`, list 3 is `1.` from 2 on. */
const numbering = `<w:numbering ${namespaces}>
  <w:abstractNum w:abstractNumId="0">${levels('decimal', '%1.')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="1">${levels('upperLetter', '%1.')}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
  <w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
  <w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="2"/></w:lvlOverride></w:num>
</w:numbering>`

const types = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
  <Default Extension="xml" ContentType="application/xml"/>
  <Default Extension="png" ContentType="image/png"/>
  <Default Extension="wmf" ContentType="image/x-wmf"/>
  <Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
</Types>`
const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
  <Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>
</Relationships>`

/** A document of Word written by hand, as small as one can be. */
export const docxOf = (...body: readonly string[]): Buffer =>
  zipOfParts({
    '[Content_Types].xml': types,
    '_rels/.rels': relations,
    'word/document.xml': `<?xml version="1.0"?><w:document ${namespaces}><w:body>${body.join('')}</w:body></w:document>`,
    'word/numbering.xml': numbering,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
      <Relationship Id="rId1" Type="image" Target="media/image1.png"/>
      <Relationship Id="rId2" Type="image" Target="media/image2.png"/>
      <Relationship Id="rId9" Type="image" Target="media/formula.wmf"/>
    </Relationships>`,
    'word/media/image1.png': Buffer.from('89504e470d0a1a0a', 'hex'),
    'word/media/image2.png': 'two',
    'word/media/formula.wmf': 'three',
  })
