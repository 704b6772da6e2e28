import { SaxesParser } from 'saxes'
import type { Element } from '../../../platform/package/office.ts'
import { refusals } from './refusals.ts'

/** Reads one XML part, piece by piece. `write` returns whether it wants more. */
export interface XmlReader {
  write(piece: Buffer): boolean
  close(): void
}

/** Most letters before the first element, and of a list that is read whole. */
const longest = { head: 256 * 1024, list: 2 * 1024 * 1024 }

/**
 * A reader of XML that refuses document type definitions (entities that read files or multiply) and any
 * encoding but UTF-8, in which it would read differently here than in Office. It reads up to the first
 * element, behind which no definition may stand; with `each` it reads all of it and tells of elements in the
 * namespace of the first one. Throws a refusal for what is
 * not well-formed.
 */
export function xmlReader(each?: (element: Element) => void): XmlReader {
  const parser = new SaxesParser({ xmlns: true })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let left = each ? longest.list : longest.head
  let begun = false
  const refuse = () => {
    // Behind its first element a part may be something else than XML: a page of a mail within a document.
    if (each || !begun) throw refusals.broken()
  }
  parser.on('doctype', refuse)
  parser.on('error', refuse)
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding)) throw refusals.broken()
  })
  let own: string | undefined
  parser.on('opentag', ({ local, uri, attributes }) => {
    begun = true
    own ??= uri
    if (uri !== own) return
    const plain = Object.values(attributes).filter(({ prefix }) => prefix === '')
    each?.({ name: local, attributes: Object.fromEntries(plain.map((one) => [one.local, one.value])) })
  })
  const read = (text: string) => {
    left -= text.length
    if (left < 0 && !(begun && !each)) throw refusals.broken()
    parser.write(text)
  }
  return {
    write(piece) {
      if (begun && !each) return false
      // A head is short: what follows it in the same piece may be large and is not looked at.
      for (let at = 0; at < piece.length && (each || !begun); at += 4096)
        read(decoder.decode(piece.subarray(at, at + 4096), { stream: true }))
      return each !== undefined || !begun
    },
    close() {
      if (each) parser.write(decoder.decode()).close()
      if (!begun) throw refusals.broken()
    },
  }
}
