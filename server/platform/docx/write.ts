import { xmlElement, xmlText, type XmlAttributes } from '../../../catalogue/markup/letters.ts'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { pictureKindOf } from '../documents/pictures/pictures.ts'
import { blocksXml, pictureSpace, textXml, type BodyPicture } from './write-body.ts'
import { sealGutter, sealXml } from './write-seal.ts'
import type { WrittenDocument } from './written.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const content = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const namespaces = {
  'xmlns:w': 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'xmlns:m': `${office}/math`,
  'xmlns:r': `${office}/relationships`,
  'xmlns:wp': 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  'xmlns:a': 'http://schemas.openxmlformats.org/drawingml/2006/main',
  'xmlns:pic': pictureSpace,
}

const value = (name: string, val: string | number): string => xmlElement(name, { 'w:val': val })

/** A style of paragraphs: its name for Word, and how its lines and letters look. */
function styleXml(id: string, name: string, lines: string, letters: string): string {
  return xmlElement(
    'w:style',
    { 'w:type': 'paragraph', 'w:styleId': id },
    value('w:name', name),
    value('w:basedOn', 'text'),
    lines === '' ? '' : xmlElement('w:pPr', {}, lines),
    xmlElement('w:rPr', {}, letters),
  )
}

const roman = 'Times New Roman'
const fonts = { 'w:ascii': roman, 'w:hAnsi': roman, 'w:eastAsia': '宋体', 'w:cs': roman }
const usualLetters = [
  xmlElement('w:rFonts', fonts),
  value('w:sz', 21),
  value('w:szCs', 21),
  xmlElement('w:lang', { 'w:val': 'en-US', 'w:eastAsia': 'zh-CN' }),
]
const usualLines = xmlElement('w:spacing', { 'w:line': 320, 'w:lineRule': 'atLeast' })
const usual = xmlElement(
  'w:docDefaults',
  {},
  xmlElement('w:rPrDefault', {}, xmlElement('w:rPr', {}, ...usualLetters)),
  xmlElement('w:pPrDefault', {}, xmlElement('w:pPr', {}, usualLines)),
)
const plainStyle = xmlElement(
  'w:style',
  { 'w:type': 'paragraph', 'w:default': 1, 'w:styleId': 'text' },
  value('w:name', 'Normal'),
)
const spacing = (sides: XmlAttributes): string => xmlElement('w:spacing', sides)
const styles = [
  usual,
  plainStyle,
  styleXml(
    'title',
    'Title',
    `<w:keepNext/>${spacing({ 'w:after': 120 })}${value('w:jc', 'center')}`,
    `<w:b/>${value('w:sz', 32)}`,
  ),
  styleXml(
    'head',
    'heading 1',
    `<w:keepNext/>${spacing({ 'w:before': 200, 'w:after': 80 })}${value('w:outlineLvl', 0)}`,
    `<w:b/>${value('w:sz', 24)}`,
  ),
  styleXml('note', 'note', '', `${value('w:color', '595959')}${value('w:sz', 18)}`),
].join('')

const relation = (id: string, type: string, target: string): string =>
  xmlElement('Relationship', { Id: id, Type: type, Target: target })
const relations = (...inner: readonly string[]): string =>
  xmlElement('Relationships', { xmlns: `${packaged}/relationships` }, ...inner)

/** A number that Word works out. */
function field(instruction: string): string {
  const mark = (type: string) => `<w:r>${xmlElement('w:fldChar', { 'w:fldCharType': type })}</w:r>`
  const asked = xmlElement('w:instrText', { 'xml:space': 'preserve' }, ` ${instruction} `)
  return `${mark('begin')}<w:r>${asked}</w:r>${mark('separate')}<w:r><w:t>1</w:t></w:r>${mark('end')}`
}
const words = (text: string): string => xmlElement('w:r', {}, textXml(text))
const footXml = (text: string): string =>
  xmlElement(
    'w:p',
    {},
    xmlElement('w:pPr', {}, value('w:pStyle', 'note'), value('w:jc', 'center')),
    words(`${text}　第 `),
    field('PAGE'),
    words(' 页，共 '),
    field('NUMPAGES'),
    words(' 页'),
  )

const defaults = [
  ['rels', 'application/vnd.openxmlformats-package.relationships+xml'],
  ['xml', 'application/xml'],
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
].map(([Extension, ContentType]) => xmlElement('Default', { Extension, ContentType }))
const overrides = [
  ['/word/document.xml', `${content}.document.main+xml`],
  ['/word/styles.xml', `${content}.styles+xml`],
  ['/word/footer1.xml', `${content}.footer+xml`],
  ['/word/header1.xml', `${content}.header+xml`],
  ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
].map(([PartName, ContentType]) => xmlElement('Override', { PartName, ContentType }))
const sealRelation = 'rIdSeal'
const contentTypes = xmlElement('Types', { xmlns: `${packaged}/content-types` }, ...defaults, ...overrides)

/** A4 with margins of 20 mm; where the first page is sealed, with room for it at the left. */
const sectionXml = (isSealed: boolean): string =>
  xmlElement(
    'w:sectPr',
    {},
    isSealed ? xmlElement('w:headerReference', { 'w:type': 'first', 'r:id': sealRelation }) : '',
    xmlElement('w:footerReference', { 'w:type': 'default', 'r:id': 'rId2' }),
    isSealed ? xmlElement('w:footerReference', { 'w:type': 'first', 'r:id': 'rId2' }) : '',
    xmlElement('w:pgSz', { 'w:w': 11_906, 'w:h': 16_838 }),
    xmlElement('w:pgMar', {
      'w:top': 1134,
      'w:right': 1134,
      'w:bottom': 1134,
      'w:left': 1134,
      'w:header': 567,
      'w:footer': 567,
      'w:gutter': isSealed ? sealGutter : 0,
    }),
    isSealed ? xmlElement('w:titlePg', {}) : '',
  )

/**
 * A document of Word (ECMA-376, A4): paragraphs, formulas that can be edited, pictures, tables, letters that
 * are kept and not shown. What `readDocx` makes of it are the same blocks.
 */
export async function writeDocx(document: WrittenDocument): Promise<Buffer> {
  const { title, blocks, pictures, foot = '', seal = [] } = document
  const isSealed = seal.length > 0
  /** Pictures that are drawn; those that stand nowhere are not in the package. */
  const media = new Map<string, BodyPicture & { readonly target: string }>()
  let drawings = 0
  const body = blocksXml(blocks, {
    take: (part) => {
      const known = media.get(part)
      if (known) return known
      const bytes = pictures.get(part)
      const kind = bytes ? pictureKindOf(bytes) : null
      if (!bytes || kind === null || kind === 'webp') return null
      const number = media.size + 1
      const picture = { bytes, relation: `rId${number + 2}`, target: `media/image${number}.${kind}` }
      media.set(part, picture)
      return picture
    },
    nextId: () => (drawings += 1),
  })
  const zip = new ZipFile()
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(`${head}${text}`), name)
  const inWord = (name: string, ...inner: readonly string[]) => xmlElement(name, namespaces, ...inner)
  add('[Content_Types].xml', contentTypes)
  add(
    '_rels/.rels',
    relations(
      relation('rId1', `${office}/relationships/officeDocument`, 'word/document.xml'),
      relation('rId2', `${packaged}/relationships/metadata/core-properties`, 'docProps/core.xml'),
    ),
  )
  const core = {
    'xmlns:cp': `${packaged}/metadata/core-properties`,
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  }
  add('docProps/core.xml', xmlElement('cp:coreProperties', core, xmlElement('dc:title', {}, xmlText(title))))
  add('word/document.xml', inWord('w:document', xmlElement('w:body', {}, body, sectionXml(isSealed))))
  add('word/styles.xml', inWord('w:styles', styles))
  add('word/footer1.xml', inWord('w:ftr', footXml(foot)))
  add('word/header1.xml', inWord('w:hdr', isSealed ? sealXml(seal) : xmlElement('w:p', {})))
  add(
    'word/_rels/document.xml.rels',
    relations(
      relation('rId1', `${office}/relationships/styles`, 'styles.xml'),
      relation('rId2', `${office}/relationships/footer`, 'footer1.xml'),
      relation(sealRelation, `${office}/relationships/header`, 'header1.xml'),
      ...[...media.values()].map((one) =>
        relation(one.relation, `${office}/relationships/image`, one.target),
      ),
    ),
  )
  for (const { bytes, target } of media.values()) zip.addBuffer(bytes, `word/${target}`, { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}
