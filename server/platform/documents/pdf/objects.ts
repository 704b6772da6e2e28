import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib'
import { DocumentRefusal } from '../refusal.ts'

export const named = (name: string): PDFName => PDFName.of(name)

/** Opens a PDF with all its objects. Throws a refusal for what is broken or wants a password. */
export async function openPdf(content: Buffer): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(content, { password: '', updateMetadata: false })
  } catch (error) {
    const locked = error instanceof Error && /encrypt|password/i.test(error.message)
    throw new DocumentRefusal(locked ? 'locked' : 'broken')
  }
}

/** The dictionary of an object that has one. */
export function dictOf(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFDict) return object
  return object instanceof PDFStream ? object.dict : undefined
}

/** Direct members of an object, without references. */
export function heldBy(object: PDFObject): PDFObject[] {
  if (object instanceof PDFArray) return object.asArray()
  const dict = dictOf(object)
  return dict ? dict.entries().flatMap(([key, value]) => [key, value]) : []
}

/** Every string within an object, not following what it refers to. */
export function* stringsOf(object: PDFObject, key = ''): Generator<readonly [key: string, text: string]> {
  if (object instanceof PDFString || object instanceof PDFHexString) yield [key, textOf(object)]
  else if (object instanceof PDFArray) for (const one of object.asArray()) yield* stringsOf(one, key)
  else for (const [name, value] of dictOf(object)?.entries() ?? []) yield* stringsOf(value, name.decodeText())
}

/** A string as a reader shows it; as bytes where its encoding is broken. */
export function textOf(string: PDFString | PDFHexString): string {
  try {
    return string.decodeText()
  } catch {
    return Buffer.from(string.asBytes()).toString('latin1')
  }
}

/** Numbers of every object that can be reached from the root. */
export function reached(context: PDFContext): ReadonlySet<PDFRef> {
  const seen = new Set<PDFRef>()
  const open: PDFObject[] = context.trailerInfo.Root ? [context.trailerInfo.Root] : []
  for (let object = open.pop(); object; object = open.pop()) {
    if (!(object instanceof PDFRef)) {
      open.push(...heldBy(object))
      continue
    }
    if (seen.has(object)) continue
    seen.add(object)
    const value = context.lookup(object)
    if (value) open.push(value)
  }
  return seen
}

/** The names of a stream's filters. */
export function filtersOf(stream: PDFRawStream): string[] {
  const given = stream.dict.lookup(named('Filter'))
  const all = given instanceof PDFArray ? given.asArray() : given ? [given] : []
  return all.flatMap((one) => (one instanceof PDFName ? [one.decodeText()] : []))
}
