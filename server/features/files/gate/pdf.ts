import { constants, inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFObjectParser,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFRef,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib'
import { refusals } from './refusals.ts'

/**
 * Names by which a PDF runs something, starts a program, carries files or holds a form with scripts (ISO
 * 32000-2, 12.6, 7.11.4, 12.7.8).
 */
const active = new Set(
  (
    'JavaScript JS Launch EmbeddedFile EmbeddedFiles RichMedia XFA ImportData ' +
    'SubmitForm GoToE FileAttachment'
  ).split(' '),
)
/**
 * Keys whose text names a file or an address (7.11.3, 12.6.4.8), and texts among them that reach another
 * machine.
 */
const addresses = new Set(['F', 'UF', 'DOS', 'Unix', 'Mac', 'URI'])
const reachesOut = /^\s*([\\/]{2}|file:|smb:)/i
/** The long ones of them are looked for in all bytes as well, where no object begins. */
const activeText = /\/(JavaScript|Launch|EmbeddedFile|RichMedia|ImportData)(?![A-Za-z0-9])/

/** Most bytes of packed objects when inflated. */
const mostPacked = 64 * 1024 * 1024

/** Where a reader may be told that an object begins; comments count as white space. */
const gap = '(?:[\\0\\t\\n\\f\\r ]|%[^\\r\\n]{0,200}[\\r\\n])+'
const beginning = new RegExp(`\\d${gap}\\d+${gap}obj(?![A-Za-z0-9])`, 'g')

function judgeName(name: PDFName): void {
  if (active.has(name.decodeText())) throw refusals.activePdf()
}

/** Whether a dictionary has actions that run by themselves: of a page, a field, a document (12.6.3). */
function actsByItself(dict: PDFDict): boolean {
  const actions = dict.get(PDFName.of('AA'))
  if (actions instanceof PDFDict) return actions.keys().length > 0
  // A list of fonts may name one AA.
  const isActor = ['Type', 'Subtype', 'FT', 'T', 'Parent'].some((key) => dict.has(PDFName.of(key)))
  return actions instanceof PDFRef && isActor
}

function judgeAddress(key: PDFName, value: PDFObject): void {
  if (!addresses.has(key.decodeText())) return
  const text = value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : ''
  if (reachesOut.test(text)) throw refusals.activePdf()
}

/** Walks an object with all it holds directly; what it refers to is an object of its own. */
function judgeObject(object: PDFObject): void {
  if (object instanceof PDFName) judgeName(object)
  else if (object instanceof PDFArray) object.asArray().forEach(judgeObject)
  else if (object instanceof PDFRawStream) judgeObject(object.dict)
  else if (object instanceof PDFDict) {
    if (actsByItself(object)) throw refusals.activePdf()
    for (const [key, value] of object.entries()) {
      judgeName(key)
      judgeAddress(key, value)
      judgeObject(value)
    }
  }
}

/** Readers take any stream with these two for packed objects, whatever type it says. */
const packsObjects = ({ dict }: PDFRawStream): boolean =>
  dict.has(PDFName.of('First')) && dict.has(PDFName.of('N'))

/**
 * The objects of a stream of packed ones. One wrapping, as all writers do: more would hide how much there is
 * within.
 */
async function unpacked(stream: PDFRawStream): Promise<PDFObject[]> {
  const given = stream.dict.get(PDFName.of('Filter'))
  const filter = given instanceof PDFArray && given.size() === 1 ? given.get(0) : given
  const plain = filter === undefined
  if (!plain && !(filter instanceof PDFName && ['FlateDecode', 'Fl'].includes(filter.decodeText())))
    throw refusals.brokenPdf()
  // The library's own inflating knows no limit.
  if (!plain)
    inflateSync(stream.contents, { maxOutputLength: mostPacked, finishFlush: constants.Z_SYNC_FLUSH })
  const context = PDFContext.create()
  await PDFObjectStreamParser.forStream(
    PDFRawStream.of(stream.dict.clone(context), stream.contents),
  ).parseIntoContext()
  return context.enumerateIndirectObjects().map(([, object]) => object)
}

/** Opens an encrypted document that needs no password to be read; undefined for one that does. */
async function decrypted(content: Buffer): Promise<PDFObject[] | undefined> {
  try {
    const document = await PDFDocument.load(content, { password: '', updateMetadata: false })
    return document.context.enumerateIndirectObjects().map(([, object]) => object)
  } catch {
    return undefined
  }
}

/**
 * Reads every object of a PDF wherever one may begin, not only those its table names: readers repair tables,
 * and a table may point into a stream or behind a comment. Throws a refusal for what runs, starts or carries
 * something, and for packed objects that cannot be read.
 */
export async function judgePdf(content: Buffer): Promise<void> {
  const text = content.toString('latin1')
  if (!text.includes('%%EOF')) throw refusals.brokenPdf()
  if (
    activeText.test(
      text.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    )
  )
    throw refusals.activePdf()
  const packed: PDFRawStream[] = []
  let encrypted = /\/Encrypt(?![A-Za-z0-9])/.test(text)
  let count = 0
  for (const { 0: mark, index } of text.matchAll(beginning)) {
    count += 1
    const object = parsed(content.subarray(index + mark.length))
    if (object === undefined) continue
    judgeObject(object)
    if (object instanceof PDFRawStream && packsObjects(object)) packed.push(object)
    if (object instanceof PDFRawStream && object.dict.has(PDFName.of('Encrypt'))) encrypted = true
  }
  if (count === 0) throw refusals.brokenPdf()
  await judgePacked(content, packed, encrypted)
}

async function judgePacked(
  content: Buffer,
  packed: readonly PDFRawStream[],
  encrypted: boolean,
): Promise<void> {
  let unread = 0
  for (const stream of packed) {
    const objects = await unpacked(stream).catch(() => undefined)
    if (objects) objects.forEach(judgeObject)
    else unread += 1
  }
  if (unread === 0 && !encrypted) return
  if (!encrypted) throw refusals.brokenPdf()
  // Texts of an encrypted document are read only when it is opened.
  const objects = await decrypted(content)
  if (!objects && unread === 0) return
  if (!objects) throw refusals.locked()
  objects.forEach(judgeObject)
}

/**
 * The object that begins here; undefined for one that is written badly. One that packs or carries bytes must
 * be readable.
 */
function parsed(content: Buffer): PDFObject | undefined {
  try {
    return PDFObjectParser.forBytes(content, PDFContext.create()).parseObject()
  } catch {
    const end = content.indexOf('endobj')
    if (content.subarray(0, end < 0 ? content.length : end).includes('stream')) throw refusals.brokenPdf()
    return undefined
  }
}
