import { escapedValue } from '../../../catalogue/markup/letters.ts'
import { isTag, isText, parseMarkup, type MarkupNode, type Tag } from '../../platform/markup/markup.ts'

/** An element as it begins, its attributes escaped. */
export const openTag = ({ name, attribs }: Pick<Tag, 'name' | 'attribs'>): string =>
  `<${name}${Object.entries(attribs)
    .map(([key, value]) => ` ${key}="${escapedValue(value)}"`)
    .join('')}>`

/** Elements without an end. */
export const isVoid = (name: string): boolean => name === 'br' || name === 'hr' || name === 'img'

/** How the letters and elements of a rich text are rewritten. Unchanged elements come out as they went in. */
export interface MarkupChange {
  readonly text: (text: string) => string
  /** The element with what stands in it; null leaves it as it is. */
  readonly element?: (tag: Tag, inner: string) => string | null
}

/** A rich text rewritten; its letters are handed over without entities, and come back as markup. */
export function changedMarkup(html: string, change: MarkupChange): string {
  const write = (node: MarkupNode): string => {
    if (isText(node)) return change.text(node.data)
    if (!isTag(node)) return ''
    const inner = node.children.map(write).join('')
    const changed = change.element?.(node, inner) ?? null
    if (changed !== null) return changed
    return isVoid(node.name) ? openTag(node) : `${openTag(node)}${inner}</${node.name}>`
  }
  return parseMarkup(html).map(write).join('')
}
