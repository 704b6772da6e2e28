import { escapedText, escapedValue } from '../../../catalogue/markup/letters.ts'
import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import { splitTex } from '../../../catalogue/contents/tex.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { pictureKindOf } from '../../platform/documents/index.ts'
import { isTag, isText, parseMarkup, type MarkupNode, type Tag } from '../../platform/markup/markup.ts'
import { mathmlOfTag } from '../../platform/markup/mathml.ts'
import { ommlOfMathml, texOfOmml } from '../../platform/office-math/index.ts'
import { isNode, lettersIn, type XmlNode } from '../../platform/package/xml-tree.ts'
import type { ReadPicture } from './filed.ts'
import { written } from '../kinds/index.ts'

/** Pictures of a file as questions hold them: each once, under an id of its own. */
export class PictureShelf {
  readonly #byHash = new Map<string, ReadPicture>()

  get pictures(): ReadPicture[] {
    return [...this.#byHash.values()]
  }

  /** The id of a picture; null for bytes that are none, or one that pages do not show. */
  idOf(name: string, bytes: Buffer | undefined): string | null {
    const kind = bytes ? pictureKindOf(bytes) : null
    if (!bytes || kind === null || kind === 'webp') return null
    const hash = sha256(bytes).toString('hex')
    const known = this.#byHash.get(hash)
    if (known) return known.id
    const picture = { id: randomUUID(), name: posix.basename(name), mime: `image/${kind}`, bytes }
    this.#byHash.set(hash, picture)
    return picture.id
  }
}

export interface ForeignWants {
  /** The bytes that the address of a picture names; undefined for none. */
  readonly bytesOf: (address: string) => Buffer | undefined
  readonly shelf: PictureShelf
  /** Told what could not be read. */
  readonly onLost: (what: string) => void
  readonly onFormula: () => void
}

/** An address as it is written; one that is no address stays what it is. */
export function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const dataAddress = /^data:image\/[a-z+]+;base64,([\w+/=\s]+)$/

/**
 * The HTML of another program as a rich text of questions: `\(…\)`, `\[…\]`, `$$…$$` and MathML become `$…$`, a
 * lone `$` is an amount, pictures are named by the id they will have. Looks go when the text is cleaned.
 */
export function richOfForeign(html: string, wants: ForeignWants): string {
  const write = (node: MarkupNode): string => {
    if (isText(node)) return textOf(node.data, wants)
    if (!isTag(node)) return ''
    if (node.name === 'math' || node.name.endsWith(':math')) return mathOf(node, wants)
    if (node.name === 'img') return pictureOf(node.attribs, wants)
    const object = node.name === 'object' ? node.attribs['data'] : undefined
    if (object !== undefined) return pictureOf({ src: object, alt: '' }, wants)
    if (node.name === 'script' || node.name === 'style') return ''
    const source = node.attribs['data-tex']
    if (source !== undefined) return escapedText(`$${source}$`)
    const inner = node.children.map(write).join('')
    return node.name === 'span' ? inner : written(node.name, node.attribs, inner)
  }
  return parseMarkup(html).map(write).join('').trim()
}

/** Words with formulas between other marks than `$`, which is a sign of money elsewhere. */
function textOf(text: string, { onFormula }: ForeignWants): string {
  // A `$` is no mark elsewhere, but two of them are.
  const marked = text.replace(/(?<![\\$])\$(?!\$)/g, '\\$')
  return escapedText(
    splitTex(marked, { dollar: 'always' })
      .map((piece) => {
        if ('text' in piece) return piece.text
        onFormula()
        return `$${piece.tex.trim()}$`
      })
      .join(''),
  )
}

function annotationIn(node: XmlNode): string | undefined {
  if (node.name === 'annotation' && /tex/i.test(node.attributes['encoding'] ?? ''))
    return lettersIn(node).trim()
  for (const child of node.children.filter(isNode)) {
    const found = annotationIn(child)
    if (found !== undefined) return found
  }
  return undefined
}

/** A formula of MathML: by the TeX that stands beside it, else by its elements. */
function mathOf(node: Tag, { onLost, onFormula }: ForeignWants): string {
  onFormula()
  const math = mathmlOfTag(node)
  const source = annotationIn(math)
  if (source !== undefined) return escapedText(`$${source}$`)
  const { omml, failed } = ommlOfMathml(math)
  if (failed.length > 0) onLost(`公式里有读不出的 ${failed.join('、')}`)
  const { tex } = texOfOmml(omml)
  return tex === '' ? '' : escapedText(`$${tex}$`)
}

function pictureOf(attribs: Tag['attribs'], { bytesOf, shelf, onLost }: ForeignWants): string {
  const address = attribs['src'] ?? ''
  const inline = dataAddress.exec(address)?.[1]
  const bytes = inline === undefined ? bytesOf(address) : Buffer.from(inline, 'base64')
  const id = shelf.idOf(inline === undefined ? address : '图', bytes)
  if (id === null) {
    onLost(`图片 ${address.slice(0, 60)} 不在文件里`)
    return '〔缺图〕'
  }
  const alt = (attribs['alt'] ?? '').slice(0, 200)
  return `<img data-file="${id}" alt="${escapedValue(alt)}">`
}

/** The content of an element of XHTML as HTML. Elements within it that are no markup are left out by `skip`. */
export function htmlOfXml(node: XmlNode, skip: (child: XmlNode) => string | null = () => null): string {
  return node.children
    .map((child) => {
      if (!isNode(child)) return escapedText(child)
      return skip(child) ?? written(child.name, child.attributes, htmlOfXml(child, skip))
    })
    .join('')
}
