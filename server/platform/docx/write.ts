import { xmlText } from '../../../catalogue/markup/letters.ts'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { blocksXml } from './write-body.ts'
import type { WrittenDocument } from './written.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const content = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const namespaces = [
  ['w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['m', `${office}/math`],
  ['r', `${office}/relationships`],
  ['wp', 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'],
  ['a', 'http://schemas.openxmlformats.org/drawingml/2006/main'],
  ['pic', 'http://schemas.openxmlformats.org/drawingml/2006/picture'],
]
  .map(([prefix = '', address = '']) => `xmlns:${prefix}="${address}"`)
  .join(' ')

const endings: readonly (readonly [string, string])[] = [
  ['89504e47', 'png'],
  ['ffd8ff', 'jpeg'],
  ['47494638', 'gif'],
]
const endingOf = (bytes: Buffer): string | undefined => {
  const begin = bytes.toString('hex', 0, 4)
  return endings.find(([mark]) => begin.startsWith(mark))?.[1]
}

const styles = `${head}<w:styles ${namespaces}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="宋体" w:cs="Times New Roman"/><w:sz w:val="21"/><w:szCs w:val="21"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:line="320" w:lineRule="atLeast"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="text"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="title"><w:name w:val="Title"/><w:basedOn w:val="text"/><w:pPr><w:keepNext/><w:spacing w:after="120"/><w:jc w:val="center"/></w:pPr><w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="head"><w:name w:val="heading 1"/><w:basedOn w:val="text"/><w:pPr><w:keepNext/><w:spacing w:before="200" w:after="80"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="24"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="note"><w:name w:val="note"/><w:basedOn w:val="text"/><w:rPr><w:color w:val="595959"/><w:sz w:val="18"/></w:rPr></w:style></w:styles>`

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${office}/relationships/${type}" Target="${target}"/>`
const relations = (inner: string): string =>
  `${head}<Relationships xmlns="${packaged}/relationships">${inner}</Relationships>`

const field = (instruction: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
const footXml = (text: string): string =>
  `${head}<w:ftr ${namespaces}><w:p><w:pPr><w:pStyle w:val="note"/><w:jc w:val="center"/></w:pPr><w:r><w:t xml:space="preserve">${xmlText(text)}　第 </w:t></w:r>${field('PAGE')}<w:r><w:t xml:space="preserve"> 页，共 </w:t></w:r>${field('NUMPAGES')}<w:r><w:t xml:space="preserve"> 页</w:t></w:r></w:p></w:ftr>`

const contentTypes = `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="gif" ContentType="image/gif"/><Override PartName="/word/document.xml" ContentType="${content}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${content}.styles+xml"/><Override PartName="/word/footer1.xml" ContentType="${content}.footer+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`

/**
 * A document of Word (ECMA-376, A4): paragraphs, formulas that can be edited, pictures, tables, letters that
 * are kept and not shown. What `readDocx` makes of it are the same blocks.
 */
export async function writeDocx({ title, blocks, pictures, foot = '' }: WrittenDocument): Promise<Buffer> {
  const media = new Map<string, string>()
  for (const [part, bytes] of pictures) {
    const ending = endingOf(bytes)
    if (ending !== undefined) media.set(part, `media/image${media.size + 1}.${ending}`)
  }
  const places = [...media.keys()]
  let drawings = 0
  const body = blocksXml(blocks, {
    relationOf: (part) => (media.has(part) ? `rId${places.indexOf(part) + 10}` : null),
    bytesOf: (part) => pictures.get(part),
    nextId: () => (drawings += 1),
  })
  const section =
    '<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>'
  const zip = new ZipFile()
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name)
  add('[Content_Types].xml', contentTypes)
  add(
    '_rels/.rels',
    relations(
      `${relation('rId1', 'officeDocument', 'word/document.xml')}<Relationship Id="rId2" Type="${packaged}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`,
    ),
  )
  add(
    'docProps/core.xml',
    `${head}<cp:coreProperties xmlns:cp="${packaged}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${xmlText(title)}</dc:title></cp:coreProperties>`,
  )
  add('word/document.xml', `${head}<w:document ${namespaces}><w:body>${body}${section}</w:body></w:document>`)
  add('word/styles.xml', styles)
  add('word/footer1.xml', footXml(foot))
  add(
    'word/_rels/document.xml.rels',
    relations(
      [
        relation('rId1', 'styles', 'styles.xml'),
        relation('rId2', 'footer', 'footer1.xml'),
        ...[...media.values()].map((target, i) => relation(`rId${i + 10}`, 'image', target)),
      ].join(''),
    ),
  )
  for (const [part, target] of media)
    zip.addBuffer(pictures.get(part) ?? Buffer.alloc(0), `word/${target}`, { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}
