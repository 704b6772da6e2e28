import { isUtf8 } from 'node:buffer'
import { WorkbookRefusal } from './refusal.ts'

export type WorkbookKind = 'xlsx' | 'csv'

/**
 * Bytes by which the kind of a file is known: the names of an encrypted workbook's streams stand among them.
 */
export const firstBytes = 64 * 1024

const marks = { zip: Buffer.from('PK\u0003\u0004'), compound: Buffer.from('d0cf11e0a1b11ae1', 'hex') }
const begins = (first: Buffer, mark: Buffer) => first.subarray(0, mark.length).equals(mark)
const holds = (first: Buffer, name: string) => first.includes(Buffer.from(name, 'utf16le'))

function judgeCompound(first: Buffer, ending: string): WorkbookRefusal {
  const sealed = holds(first, 'EncryptedPackage') || holds(first, 'EncryptionInfo')
  const old = holds(first, 'Workbook\0') || holds(first, 'Book\0')
  return new WorkbookRefusal(sealed || (!old && ending === 'xlsx') ? 'locked' : 'oldFormat')
}

function judgePackage(ending: string): 'xlsx' | WorkbookRefusal {
  if (/^xl(sm|tm|am)$/.test(ending)) return new WorkbookRefusal('runs')
  return ending === 'xlsb' ? new WorkbookRefusal('binary') : 'xlsx'
}

/** Whether bytes may be text: no zero bytes but those of UTF-16. */
function mayBeText(first: Buffer): boolean {
  const mark = first.toString('hex', 0, 2)
  if (mark === 'fffe' || mark === 'feff') return true
  return !first.includes(0) || isWideText(first)
}

/**
 * Whether bytes look like UTF-16 (little-endian) without a mark: Latin letters and signs have a zero after
 * them.
 */
export function isWideText(first: Buffer): boolean {
  const odd = first.subarray(0, 512).filter((byte, index) => index % 2 === 1 && byte === 0).length
  const even = first.subarray(0, 512).filter((byte, index) => index % 2 === 0 && byte === 0).length
  return even === 0 && odd * 10 > Math.min(first.length, 512)
}

/**
 * What a file is by its first bytes (`firstBytes` of them) and its name, or why it cannot be imported. The
 * content decides; an ending only tells what people meant.
 */
export function workbookKindOf(first: Buffer, name: string): WorkbookKind | WorkbookRefusal {
  const ending = /\.([^.]+)$/.exec(name.trim().toLowerCase())?.[1] ?? ''
  if (first.length === 0) return new WorkbookRefusal('empty')
  if (begins(first, marks.compound)) return judgeCompound(first, ending)
  if (begins(first, marks.zip)) return judgePackage(ending)
  if (/^(xlsx|xlsm|xlsb)$/.test(ending)) return new WorkbookRefusal('broken')
  if (/^\s*<(!doctype|html|\?xml|table|meta)/i.test(first.toString('latin1', isUtf8(first) ? 0 : 2, 200)))
    return new WorkbookRefusal(ending === 'xls' ? 'oldFormat' : 'unknown')
  if (ending === 'xls') return new WorkbookRefusal('oldFormat')
  return mayBeText(first) && !first.toString('latin1', 0, 4).startsWith('%PDF')
    ? 'csv'
    : new WorkbookRefusal('unknown')
}
