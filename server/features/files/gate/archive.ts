import { fileTypeFromBuffer } from 'file-type'
import type { FileMime } from '../../../../catalogue/kinds/file-types.ts'
import {
  documentOf,
  packageOf,
  readRelation,
  readType,
  slashed,
  typesName,
  type Package,
} from '../../../platform/package/office.ts'
import { partsOf, type Budget, type Part } from '../../../platform/package/zip.ts'
import { isOldOffice, refuseActive } from './old-office.ts'
import { judgePdf } from './pdf.ts'
import { refusals } from './refusals.ts'
import { xmlReader, type XmlReader } from './xml.ts'

/**
 * How deep archives may stand within each other: a document with a chart's table, in a zip file, in a zip
 * file.
 */
const deepest = 3
/** Bytes by which the kind of a part is known. */
const headBytes = 33 * 1024

/**
 * What a zip file that people read may not bring, by its ending. Windows leaves dots and spaces behind an
 * ending aside.
 */
const programEndings = [
  'exe|com|scr|pif|cpl|bat|cmd|ps1|msi|msp|dll|lnk|url|hta|chm|reg|vbs|vbe|js|jse|wsf|wsh|jar|apk',
  'iso|img|vhd|vhdx|vmdk|dmg|udf|wim|msix|msixbundle|appx|appxbundle|appinstaller|xll|inf|scf|sct|wsc',
  'settingcontent-ms|library-ms|search-ms|jnlp|pkg|deb|rpm|diagcab',
  'docm|xlsm|pptm|xlsb|dotm|xltm|xlam|ppam',
].join('|')
const programs = new RegExp(`\\.(${programEndings})[. ]*$`, 'i')
/**
 * Disk images by their marks: Windows opens them as a drive, and what is in them has no mark of the internet.
 */
const images: readonly (readonly [at: number, mark: string])[] = [
  [32_769, 'CD001'],
  [0, 'conectix'],
  [0, 'vhdxfile'],
  [0, 'KDMV'],
  [0, 'MSWIM\0\0\0'],
]
const isImage = (head: Buffer): boolean =>
  images.some(([at, mark]) => head.toString('latin1', at, at + mark.length) === mark)
/** The same by its first bytes. */
const programTypes =
  /^application\/(x-msdownload|x-elf|x-mach-binary|x\.ms\.shortcut|java-vm|wasm|x-deb|x-rpm|x\.apple\.alias)$/
const closed = [
  'x-rar-compressed|x-7z-compressed|gzip|x-bzip2|x-xz|x-tar|vnd\\.ms-cab-compressed|zstd',
  'x-lzip|x-lzma|x-compress|x-ace|x-arj|x-lzh-compressed|x-lz4',
].join('|')
const closedTypes = new RegExp(`^application/(${closed})$`)

const zipMark = Buffer.from('PK\u0003\u0004')
const pdfMark = Buffer.from('%PDF-')
const beginsWith = (content: Buffer, mark: Buffer) => content.subarray(0, mark.length).equals(mark)

/** Whether bytes are a zip file. */
export const isZip = (content: Buffer): boolean => beginsWith(content, zipMark)

/**
 * How a part of XML is read: lists to their end, everything else up to its first element; undefined for what
 * is no XML.
 */
function readerOf(name: string, head: Buffer, found: Package): XmlReader | undefined {
  const lower = slashed(name).toLowerCase()
  if (lower === typesName) return xmlReader((element) => readType(found, element))
  if (lower.endsWith('.rels')) return xmlReader((element) => readRelation(found, name, element, refusals))
  const said = /\.(xml|vml)$/.test(lower)
  return said ||
    /^(?:\u00ef\u00bb\u00bf)?\s*<|^(?:\u00ff\u00fe<\0|\u00fe\u00ff\0<)/.test(head.toString('latin1', 0, 200))
    ? xmlReader()
    : undefined
}

async function judgeHead(head: Buffer, inPackage: boolean): Promise<void> {
  if (isImage(head)) throw refusals.programs()
  const type = await fileTypeFromBuffer(head)
  if (type && programTypes.test(type.mime)) throw inPackage ? refusals.runs() : refusals.programs()
  if (type && closedTypes.test(type.mime)) throw refusals.closed()
}

/** The first bytes of a part, at least `headBytes` where it has as many. */
async function headFrom(next: () => Promise<Buffer | undefined>): Promise<Buffer> {
  const start: Buffer[] = []
  for (let length = 0; length < headBytes;) {
    const piece = await next()
    if (!piece) break
    start.push(piece)
    length += piece.length
  }
  return Buffer.concat(start)
}

/** Judges what itself holds something, like an upload. */
async function judgeHolder(content: Buffer, budget: Budget, depth: number): Promise<void> {
  if (isZip(content)) await judgeZip(content, budget, depth + 1)
  else if (isOldOffice(content)) refuseActive(content)
  else await judgePdf(content)
}

/** Reads a part to its end; what itself holds something is judged like an upload. */
async function judgePart(part: Part, found: Package, budget: Budget, depth: number): Promise<void> {
  const pieces = part.pieces()[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await pieces.next()
    return done === true ? undefined : value
  }
  const inPackage = found.listed
  const head = await headFrom(next)
  const holder = isZip(head) || beginsWith(head, pdfMark) || isOldOffice(head)
  if (!holder) await judgeHead(head.subarray(0, headBytes), inPackage)
  const reader = inPackage && !holder && head.length > 0 ? readerOf(part.name, head, found) : undefined
  reader?.write(head)
  const kept: Buffer[] = holder ? [head] : []
  for (let piece = await next(); piece; piece = await next()) {
    reader?.write(piece)
    if (holder) kept.push(piece)
  }
  reader?.close()
  if (holder) await judgeHolder(Buffer.concat(kept), budget, depth)
}

/**
 * What a zip file is: a document of Office, by what it says of itself, or a zip file of other things. Reads
 * all of it, what is packed within included, and throws a refusal when something of it would run, fetch, land
 * elsewhere or grow without end.
 */
export async function judgeZip(content: Buffer, budget: Budget, depth = 0): Promise<FileMime> {
  if (depth > deepest) throw refusals.tooMuch()
  const names: string[] = []
  // The directory is read first: the list of types decides how the other parts are read, wherever it stands.
  for await (const { name } of partsOf(content, { ...budget }, refusals)) names.push(name)
  const found = packageOf(names)
  if (!found.listed && found.names.some((name) => programs.test(name))) throw refusals.programs()
  for await (const part of partsOf(content, budget, refusals)) await judgePart(part, found, budget, depth)
  if (names.some((name) => /^ofd\.xml$/i.test(name))) throw refusals.ofd()
  return documentOf(found, refusals) ?? 'application/zip'
}
