import { ZipFile } from 'yazl'
import { partsOf, type Budget } from '../../package/zip.ts'
import { DocumentRefusal, packageRefusals } from '../refusal.ts'

/** A part of a package, by its name as written. */
export interface OpenPart {
  readonly name: string
  readonly content: Buffer
}

/** Most bytes and parts of a document when unpacked, with what is embedded in it. */
export const officeBudget = (): Budget => ({ bytes: 200 * 1024 * 1024, parts: 2000 })

/** A main part where Office puts it. */
const usual = /^(word\/document\d*|ppt\/presentation\d*|xl\/workbook\d*)\.xml$/i

/**
 * Every part of a package, in the order of its directory. Throws a refusal for what is hostile or cut off.
 */
export async function openParts(content: Buffer, budget: Budget): Promise<OpenPart[]> {
  const parts: OpenPart[] = []
  for await (const { name, pieces } of partsOf(content, budget, packageRefusals)) {
    const all: Buffer[] = []
    for await (const piece of pieces()) all.push(piece)
    parts.push({ name, content: Buffer.concat(all) })
  }
  // Parts that name authors have fixed names in Office packages.
  if (parts.some(({ name }) => name.includes('\\')) || !parts.some(({ name }) => usual.test(name)))
    throw new DocumentRefusal('unusual')
  return parts
}

/** The time of every entry: a package says when each part was written. */
const noTime = new Date(1980, 0, 1)

/** Packs parts anew, without the times, comments and fields of the former archive. */
export async function packParts(parts: readonly OpenPart[]): Promise<Buffer> {
  const zip = new ZipFile()
  // Readers know a document by the first part of its package.
  const first = (name: string) => (name.toLowerCase() === '[content_types].xml' ? 0 : 1)
  for (const { name, content } of parts.toSorted((a, b) => first(a.name) - first(b.name)))
    zip.addBuffer(content, name, { mtime: noTime, forceDosTimestamp: true, mode: 0o100644 })
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

/** Whether a part is XML by its name. */
export const isXml = (name: string): boolean => /\.(xml|rels|vml)$/i.test(name)

/** The part that a relation of `from` names. */
export function targetOf(from: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const steps = from.split('/').slice(0, -1)
  for (const step of target.split('/'))
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  return steps.join('/')
}

/** The part whose relations a list of relations holds: word/_rels/document.xml.rels → word/document.xml. */
export const ownerOfRelations = (name: string): string => name.replace(/_rels\/([^/]*)\.rels$/, '$1')
