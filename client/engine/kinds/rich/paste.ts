/**
 * Content of the clipboard: the cleaned markup, the pictures to upload by their placeholder, and the number
 * of pictures that are lost.
 */
export interface PastedMarkup {
  readonly html: string
  readonly pictures: ReadonlyMap<string, string>
  readonly lost: number
}

const listed = /mso-list:[^;"']*level(\d)/i
const numbered = /^\s*[（(]?(?:\d+|[a-z]{1,4}|[一二三四五六七八九十]+)[.、．)）]/i

/** Replaces an element by its children. */
function unwrap(element: Element) {
  element.replaceWith(...element.childNodes)
}

function renamed(element: Element, name: string) {
  const other = element.ownerDocument.createElement(name)
  for (const { name: key, value } of element.attributes)
    if (/^(?:style|class)$/.test(key)) other.setAttribute(key, value)
  other.append(...element.childNodes)
  element.replaceWith(other)
}

/**
 * Removes the marker that Word writes before an item as text, and returns it: it tells whether the list is
 * numbered.
 */
function takeMarker(item: Element): string {
  const marker = [...item.querySelectorAll('span')].find((one) =>
    /mso-list:\s*ignore/i.test(one.getAttribute('style') ?? ''),
  )
  const text = marker?.textContent ?? ''
  marker?.remove()
  return text
}

interface OpenList {
  readonly list: Element
  readonly level: number
}

/** The list that takes an item of this level: the innermost open one, or a new one within it. */
function listFor(item: Element, level: number, open: OpenList[]): Element {
  const name = numbered.test(takeMarker(item)) ? 'ol' : 'ul'
  const innermost = open.at(-1)
  if (innermost && innermost.level >= level) return innermost.list
  const list = item.ownerDocument.createElement(name)
  if (innermost) (innermost.list.lastElementChild ?? innermost.list).append(list)
  else item.before(list)
  open.push({ list, level })
  return list
}

/** Makes a paragraph an item of a list. */
function becomeItem(paragraph: Element, list: Element): void {
  const line = paragraph.ownerDocument.createElement('li')
  const words = paragraph.ownerDocument.createElement('p')
  words.append(...paragraph.childNodes)
  line.append(words)
  list.append(line)
  paragraph.remove()
}

/**
 * Word and WPS write the items of a list as paragraphs with their level in a style. These become lists, one
 * within the other; a paragraph without a level ends all of them.
 */
function lists(body: HTMLElement) {
  let open: OpenList[] = []
  for (const item of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const level = Number(listed.exec(item.getAttribute('style') ?? '')?.[1] ?? 0)
    if (level === 0 || item.closest('li')) continue
    const outermost = open[0]?.list
    const goesOn = outermost !== undefined && item.previousElementSibling === outermost
    open = goesOn ? open.filter((one) => one.level <= level) : []
    becomeItem(item, listFor(item, level, open))
  }
}

/**
 * Markup from the clipboard without what office programs add: conditional comments, elements of theirs
 * (`o:p`, `v:shape`), fonts, colours, styles. Headings, bold, tables and lists stay. Pictures that came along
 * as data get a place each; those that are only named by a path of the other program's computer, or stand at
 * another site, cannot come along.
 */
export function cleanPaste(html: string): PastedMarkup {
  // The page's content security policy reports style elements even in a document that is never shown.
  const document = new DOMParser().parseFromString(
    html.replace(/<style\b[\s\S]*?(?:<\/style\s*>|$)/gi, ''),
    'text/html',
  )
  const { body } = document
  const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const gone: Node[] = []
  while (comments.nextNode()) gone.push(comments.currentNode)
  for (const one of gone) one.parentNode?.removeChild(one)
  for (const one of body.querySelectorAll('script, meta, link, title, xml')) one.remove()
  for (const one of [...body.querySelectorAll('*')].toReversed()) {
    if (!one.localName.includes(':')) continue
    if (one.textContent?.trim()) unwrap(one)
    else if (one.querySelector('img')) unwrap(one)
    else one.remove()
  }
  lists(body)
  for (const one of body.querySelectorAll('h1')) renamed(one, 'h2')
  for (const one of body.querySelectorAll('h5, h6')) renamed(one, 'h4')
  for (const one of body.querySelectorAll('p[class*="MsoTitle"]')) renamed(one, 'h2')
  const { pictures, lost } = takePictures(body)
  for (const one of body.querySelectorAll(
    'font, o\\:p, span:not([data-tex]):not([style*="bold"]):not([style*="italic"]):not([style*="underline"])',
  ))
    unwrap(one)
  keepKnownStyles(body)
  return { html: body.innerHTML, pictures, lost }
}

/**
 * Gives each picture that came as data a placeholder, under which it is uploaded; removes and counts all
 * others.
 */
function takePictures(body: HTMLElement): Pick<PastedMarkup, 'pictures' | 'lost'> {
  const pictures = new Map<string, string>()
  let lost = 0
  for (const image of body.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? ''
    if (image.hasAttribute('data-file')) continue
    if (/^data:image\/(?:png|jpe?g);base64,/i.test(src)) {
      const place = `pending-${crypto.getRandomValues(new Uint32Array(2)).join('')}`
      pictures.set(place, src)
      image.setAttribute('data-file', place)
      image.removeAttribute('src')
    } else {
      lost += 1
      image.remove()
    }
  }
  return { pictures, lost }
}

/** Removes all styles except those that the editor knows. */
function keepKnownStyles(body: HTMLElement): void {
  for (const one of body.querySelectorAll('[style]')) {
    const { textAlign, textIndent, fontWeight, fontStyle, textDecoration } = (one as HTMLElement).style
    one.removeAttribute('style')
    Object.assign((one as HTMLElement).style, {
      textAlign,
      textIndent,
      fontWeight,
      fontStyle,
      textDecoration,
    })
  }
}

/** Turns a picture in a data: address into a file to upload. */
export function fileOfData(data: string): File {
  const [head = '', base64 = ''] = data.split(',', 2)
  const mime = /^data:(image\/[a-z]+)/i.exec(head)?.[1]?.toLowerCase() ?? 'image/png'
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return new File([bytes], `粘贴的图片.${mime === 'image/png' ? 'png' : 'jpg'}`, { type: mime })
}
