import sharp from 'sharp'
import { encode } from 'uqr'
import { xmlElement, xmlText } from '../../../../catalogue/markup/letters.ts'
import { shapeXml } from '../write-body.ts'
import { partText, relationsName, type TemplatePackage } from './open.ts'
import type { OpenPart } from '../../documents/office/parts.ts'

/** What is added below a filled document: small lines, and where it can be verified. */
export interface DocumentMark {
  readonly lines: readonly string[]
  /** The address behind the QR code; null where the portal names none. */
  readonly address: string | null
}

const relation = 'rIdVerify'
const pictureName = 'word/media/verify.png'
const spaces = {
  'xmlns:w': 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'xmlns:r': 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'xmlns:wp': 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  'xmlns:a': 'http://schemas.openxmlformats.org/drawingml/2006/main',
  'xmlns:pic': 'http://schemas.openxmlformats.org/drawingml/2006/picture',
}
/** Twenty-two millimetres, in English metric units. */
const side = 792_000

/** A QR code as a PNG, four pixels a module with a quiet zone of four modules. */
async function qrPicture(address: string): Promise<Buffer> {
  const { data, size } = encode(address, { ecc: 'M', border: 4 })
  const pixels = Buffer.from(data.flat().map((dark) => (dark ? 0 : 255)))
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * 4, size * 4, { kernel: 'nearest' })
    .png()
    .toBuffer()
}

const run = (inner: string): string =>
  xmlElement('w:r', {}, xmlElement('w:rPr', {}, '<w:sz w:val="18"/>'), inner)

function pictureXml(): string {
  const size = { cx: side, cy: side }
  const named = { id: 9001, name: '查验码' }
  const shape = shapeXml(relation, named, size)
  const inline = xmlElement(
    'wp:inline',
    { distT: 0, distB: 0, distL: 0, distR: 0 },
    xmlElement('wp:extent', size),
    xmlElement('wp:docPr', { ...named, descr: '扫码查验' }),
    xmlElement('a:graphic', {}, xmlElement('a:graphicData', { uri: spaces['xmlns:pic'] }, shape)),
  )
  return run(xmlElement('w:drawing', {}, inline))
}

/** Paragraphs that bring the namespaces they use along: a document of another program may name others. */
const linesXml = ({ lines, address }: DocumentMark): string =>
  [
    ...(address === null ? [] : [pictureXml()]),
    ...lines.map((line) => run(xmlElement('w:t', { 'xml:space': 'preserve' }, xmlText(line)))),
  ]
    .map((inner) => xmlElement('w:p', spaces, inner))
    .join('')

/** The document with a mark at `end`, and the parts that the mark needs. */
export async function marked(
  template: TemplatePackage,
  { document, end }: { readonly document: string; readonly end: number },
  mark: DocumentMark,
): Promise<{ readonly document: string; readonly parts: readonly OpenPart[] }> {
  const text = document.slice(0, end) + linesXml(mark) + document.slice(end)
  if (mark.address === null) return { document: text, parts: [] }
  const wanted = xmlElement('Relationship', {
    xmlns: 'http://schemas.openxmlformats.org/package/2006/relationships',
    Id: relation,
    Type: `${spaces['xmlns:r']}/image`,
    Target: 'media/verify.png',
  })
  const relations = partText(template, relationsName)
  const types = template.parts.find(({ name }) => name.toLowerCase() === '[content_types].xml')
  const listed = types?.content.toString('utf8') ?? ''
  const png =
    '<Default xmlns="http://schemas.openxmlformats.org/package/2006/content-types" Extension="png" ContentType="image/png"/>'
  return {
    document: text,
    parts: [
      { name: pictureName, content: await qrPicture(mark.address) },
      {
        name: relationsName,
        content: Buffer.from(
          relations === ''
            ? `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${wanted}</Relationships>`
            : relations.replace(/<\/([\w:]*)Relationships>\s*$/, (close) => `${wanted}${close}`),
        ),
      },
      {
        name: types?.name ?? '[Content_Types].xml',
        content: Buffer.from(
          /Extension="png"/i.test(listed) ? listed : listed.replace(/<Types([^>]*)>/, `<Types$1>${png}`),
        ),
      },
    ],
  }
}
