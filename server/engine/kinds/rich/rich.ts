import { escapedText, escapedValue } from '../../../../catalogue/markup/letters.ts'
import sanitize from 'sanitize-html'
import { safeUrl } from '../../../../catalogue/contents/safe-url.ts'
import { asMarkup, richClasses, richElements } from '../../../../catalogue/kinds/rich-text.ts'
import { isTag, isText, parseMarkup, type MarkupNode, type Tag } from '../../../platform/markup/markup.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const span = /^(?:[1-9]|[1-4]\d|50)$/
const empty = new Set(['br', 'hr', 'img'])
const blocks = new Set(['p', 'h2', 'h3', 'h4', 'blockquote', 'ul', 'ol', 'table', 'figure', 'hr', 'pre'])
const classes = [...richClasses]

const options: sanitize.IOptions = {
  allowedTags: [...richElements],
  allowedAttributes: {
    a: ['href', 'data-file'],
    img: ['data-file', 'alt'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedClasses: {
    p: classes,
    h2: classes,
    h3: classes,
    h4: classes,
    td: classes,
    th: classes,
    li: classes,
    figure: classes,
  },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  // The text inside these elements is code, not words for a reader.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'title',
    'xmp',
    'iframe',
    'noembed',
    'noframes',
    'plaintext',
    'svg',
    'math',
    'object',
    'audio',
    'video',
  ],
  nestingLimit: 40,
  parseStyleAttributes: false,
  transformTags: { b: 'strong', i: 'em', strike: 's', del: 's', ins: 'u', h1: 'h2', h5: 'h4', h6: 'h4' },
}

type Attributes = Readonly<Record<string, string | undefined>>

/** Writes the beginning of an element with these attributes. */
export function opened(name: string, attributes: Attributes): string {
  const said = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapedValue(value)}"`],
  )
  return `<${name}${said.join('')}>`
}

/** Writes an element with these attributes and this inner HTML. */
export const written = (name: string, attributes: Attributes, inner: string): string =>
  `${opened(name, attributes)}${empty.has(name) ? '' : `${inner}</${name}>`}`

/**
 * Writes a parsed text. `element` writes each element, given its inner HTML; `words` writes each piece of
 * text.
 */
export function rewritten(
  html: string,
  element: (tag: Tag, inner: string) => string,
  words: (text: string, within: readonly string[]) => string,
): string {
  const write = (node: MarkupNode, within: readonly string[]): string => {
    if (isText(node)) return words(node.data, within)
    if (!isTag(node)) return ''
    const path = [...within, node.name]
    return element(node, node.children.map((child) => write(child, path)).join(''))
  }
  return parseMarkup(html)
    .map((child) => write(child, []))
    .join('')
}

/** Attributes that a cleaned element keeps. Null removes the element but not its content. */
function kept({ name, attribs }: Tag, hosts: readonly string[]): Record<string, string> | null {
  const { href, alt = '', colspan = '', rowspan = '', ['data-file']: file = '', ['class']: given } = attribs
  if (name === 'img') return uuid.test(file) ? { 'data-file': file, alt: alt.slice(0, 200) } : null
  if (name === 'a') {
    if (uuid.test(file)) return { 'data-file': file }
    const verdict = href === undefined ? null : safeUrl(href, hosts)
    return verdict && 'href' in verdict ? { href: verdict.href } : null
  }
  return {
    ...(given && { class: given }),
    ...(span.test(colspan) && { colspan }),
    ...(span.test(rowspan) && { rowspan }),
  }
}

/** Puts text and inline elements outside a block into paragraphs. */
function inParagraphs(html: string): string {
  let loose = ''
  const done: string[] = []
  const end = () => {
    if (loose.trim() !== '') done.push(`<p>${loose.trim()}</p>`)
    loose = ''
  }
  for (const node of parseMarkup(html)) {
    const text = asItIs(node)
    if (isTag(node) && blocks.has(node.name)) {
      end()
      done.push(text)
    } else loose += text
  }
  end()
  return done.join('')
}

const asItIs = (node: MarkupNode): string => {
  if (isText(node)) return escapedText(node.data)
  return isTag(node) ? written(node.name, node.attribs, node.children.map(asItIs).join('')) : ''
}

/**
 * Reduces a rich text to the allowed elements, attributes and classes, and makes paragraphs of a plain text.
 * Other elements are removed; their words stay. A link must pass `safeUrl` or becomes words. Pictures and
 * attachments are named by the id of a file, never by an address.
 */
export function cleanRich(value: string, hosts: readonly string[]): string {
  const safe = sanitize(asMarkup(value), options)
  const judged = rewritten(
    safe,
    (tag, inner) => {
      const attributes = kept(tag, hosts)
      return attributes === null ? inner : written(tag.name, attributes, inner)
    },
    escapedText,
  )
  return inParagraphs(judged)
}

/** Whether a cleaned text shows nothing. */
export const isBlankRich = (html: string): boolean =>
  !/<(?:img|hr)\b/.test(html) && html.replace(/<[^>]*>/g, '').trim() === ''

/** Ids of the files in a cleaned text. */
export function filesInRich(html: string): string[] {
  return [...html.matchAll(/<(?:img|a) data-file="([0-9a-f-]{36})"/g)].flatMap(([, id]) => id ?? [])
}

/** Ids of the files that its pictures show. */
export const picturesInRich = (html: string): string[] =>
  [...html.matchAll(/<img data-file="([0-9a-f-]{36})"/g)].flatMap(([, id]) => id ?? [])
