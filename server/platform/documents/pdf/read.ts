import { inflateSync } from 'node:zlib'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDFRawStream, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Place } from '../../../../catalogue/contract/research/blind.ts'
import { line, type Passage, type FileReading } from '../passage.ts'
import { readPicture } from '../pictures/pictures.ts'
import { DocumentRefusal } from '../refusal.ts'
import { dictOf, filtersOf, named, openPdf, reached, stringsOf } from './objects.ts'

const library = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
/** Most bytes of one inflated stream that is looked through. */
const mostInflated = 64 * 1024 * 1024
/** Fewest letters by which a page counts as readable, and the share of them that must be letters. */
const readable = { letters: 8, share: 0.5 }
const mostPages = 1000

async function openReader(content: Buffer): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      data: new Uint8Array(content),
      cMapUrl: join(library, 'cmaps/'),
      cMapPacked: true,
      standardFontDataUrl: join(library, 'standard_fonts/'),
      useSystemFonts: false,
      verbosity: 0,
    }).promise
  } catch (error) {
    throw new DocumentRefusal(
      error instanceof Error && error.name === 'PasswordException' ? 'locked' : 'broken',
    )
  }
}

/** Characters a font without a ToUnicode table yields: private use and control codes. */
const isLetter = (text: string) => /[\p{L}\p{N}\p{P}]/u.test(text)

function canBeRead(text: string): boolean {
  const letters = [...text.replaceAll(/\s/g, '')]
  const known = letters.filter(isLetter).length
  return known >= readable.letters && known >= letters.length * readable.share
}

/** 第 2–4、7 页 */
export function pagesInWords(pages: readonly number[]): string {
  const spans: [number, number][] = []
  for (const page of pages) {
    const last = spans.at(-1)
    if (last && last[1] === page - 1) last[1] = page
    else spans.push([page, page])
  }
  return `第 ${spans.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join('、')} 页`
}

/** The text of each page as it is drawn, whatever its runs. */
async function readPages(content: Buffer, reading: FileReading): Promise<void> {
  const document = await openReader(content)
  try {
    if (document.numPages > mostPages) throw new DocumentRefusal('tooMuch')
    const without: number[] = []
    for (let no = 1; no <= document.numPages; no += 1) {
      const page = await document.getPage(no)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? item.str : '')).join('')
      reading.passages.push(line('body', text, `第 ${no} 页`))
      if (!canBeRead(text)) without.push(no)
      page.cleanup()
    }
    if (without.length > 0) reading.unread.push(`${pagesInWords(without)}看不出文字，请人工检查`)
  } finally {
    await document.loadingTask.destroy()
  }
}

/** Entries of objects with a place of their own, by key. */
const placesOfKeys: Readonly<Record<string, Place>> = {
  URI: 'link',
  Alt: 'alternative',
  ActualText: 'alternative',
  E: 'alternative',
  Contents: 'comment',
  RC: 'comment',
  V: 'form',
  DV: 'form',
  TU: 'form',
  F: 'embedded',
  UF: 'embedded',
}
const properties = [
  'Title',
  'Author',
  'Subject',
  'Keywords',
  'Creator',
  'Producer',
  'CreationDate',
  'ModDate',
]

function placeOf(key: string, object: PDFObject): Place {
  if (properties.includes(key) && !dictOf(object)?.has(named('Dest'))) {
    const isOutline = dictOf(object)?.has(named('Parent')) === true
    return isOutline ? 'outline' : 'properties'
  }
  if (key === 'Title') return 'outline'
  if (key === 'T') return dictOf(object)?.has(named('FT')) === true ? 'form' : 'comment'
  return placesOfKeys[key] ?? 'other'
}

/** The pages on which annotations stand. */
function pagesOf(document: PDFDocument): ReadonlyMap<PDFObject, string> {
  const at = new Map<PDFObject, string>()
  document.getPages().forEach((page, i) => {
    const list = page.node.Annots()
    for (let n = 0; n < (list?.size() ?? 0); n += 1) {
      const one = list?.lookup(n)
      if (one) at.set(one, `第 ${i + 1} 页`)
    }
  })
  return at
}

/** A stream as it was before it was packed; null for pixels, fonts and what is packed otherwise. */
function inflated(stream: PDFRawStream): Buffer | null {
  const filters = filtersOf(stream)
  const content = Buffer.from(stream.contents)
  if (filters.length === 0) return content
  if (filters.length > 1 || filters[0] !== 'FlateDecode') return null
  try {
    return inflateSync(content, { maxOutputLength: mostInflated })
  } catch {
    return null
  }
}

/** Texts that stand in for what is drawn, within the instructions of a page: /ActualText <FEFF…>. */
function replacing(content: Buffer): string[] {
  const text = content.toString('latin1')
  return [...text.matchAll(/\/(?:ActualText|Alt|E)\s*<([0-9A-Fa-f\s]*)>/g)].map(([, hex = '']) => {
    const bytes = Buffer.from(hex.replaceAll(/\s/g, ''), 'hex')
    const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
    return bytes[0] === 0xfe ? Buffer.from(even).swap16().toString('utf16le') : bytes.toString('latin1')
  })
}

function readStream(stream: PDFRawStream): Passage[] {
  const isMetadata = stream.dict.get(named('Type')) === named('Metadata')
  const kept = stream.dict.get(named('Type')) === named('EmbeddedFile')
  if (filtersOf(stream)[0] === 'DCTDecode') {
    const [content] = [Buffer.from(stream.contents)]
    return filtersOf(stream).length === 1 ? readPicture(content, 'jpeg') : []
  }
  const content = inflated(stream)
  if (!content) return []
  if (isMetadata) return [line('properties', content.toString('utf8'), null, true)]
  if (kept) return [line('embedded', content.toString('utf8'), null, true)]
  return replacing(content).map((text) => line('alternative', text))
}

/** Every string of every object, also of those that no page refers to any more. */
function readObjects(document: PDFDocument, reading: FileReading): void {
  const { context } = document
  const needed = reached(context)
  const at = pagesOf(document)
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const earlier = !needed.has(ref) && ref !== context.trailerInfo.Info
    for (const [key, text] of stringsOf(object)) {
      const place = earlier ? 'earlier' : placeOf(key, object)
      if (text.length > 1)
        reading.passages.push(line(place, text, at.get(object) ?? null, earlier || leaves(place)))
    }
    if (object instanceof PDFRawStream) reading.passages.push(...readStream(object))
  }
}

const leaves = (place: Place) => ['properties', 'comment', 'embedded', 'form'].includes(place)

/** Reads a PDF: its pages as they are drawn, and everything that stands beside them. */
export async function readPdf(content: Buffer): Promise<FileReading> {
  const reading: FileReading = { passages: [], unread: [] }
  const document = await openPdf(content)
  await readPages(content, reading)
  readObjects(document, reading)
  reading.passages.push(...(await earlierVersions(content)))
  return reading
}

/** Text of pages as earlier versions of the file had them: a program that changes a file may append to it. */
async function earlierVersions(content: Buffer): Promise<Passage[]> {
  const found: Passage[] = []
  const mark = Buffer.from('%%EOF')
  const ends: number[] = []
  for (let at = content.indexOf(mark); at >= 0 && ends.length < 20; at = content.indexOf(mark, at + 1))
    ends.push(at + 5)
  for (const end of ends.slice(0, -1)) {
    const reading: FileReading = { passages: [], unread: [] }
    await readPages(content.subarray(0, end), reading).catch(() => undefined)
    found.push(...reading.passages.map((one) => ({ ...one, place: 'earlier' as const, removed: true })))
  }
  return found
}
