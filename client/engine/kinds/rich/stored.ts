import { splitTex } from '../../../../catalogue/contents/tex.ts'

const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html')
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function textsOf(document: Document): Text[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text || node.nodeType === Node.TEXT_NODE) texts.push(node as Text)
  return texts
}

/**
 * Turns a stored text into what the editor opens: a formula, stored as its source, becomes an element that
 * the editor draws.
 */
export function fromStored(html: string): string {
  const document = parsed(html)
  for (const text of textsOf(document)) {
    if (text.parentElement?.closest('code, pre')) continue
    const parts = splitTex(text.data)
    if (!parts.some((part) => 'tex' in part)) continue
    const made = parts.map((part) => {
      if ('text' in part) return part.text
      const element = document.createElement('span')
      element.setAttribute('data-tex', part.tex)
      if (part.display) element.setAttribute('data-display', '')
      return element
    })
    text.replaceWith(...made)
  }
  return document.body.innerHTML
}

/**
 * Turns the editor’s text into what is stored: formulas as their source, pictures by the id of their file.
 * Pictures that are still being uploaded are left out; an empty text is ''.
 */
export function toStored(html: string): string {
  const document = parsed(html)
  for (const one of document.querySelectorAll('span[data-tex]')) {
    const tex = one.getAttribute('data-tex') ?? ''
    one.replaceWith(one.hasAttribute('data-display') ? `\\[${tex}\\]` : `\\(${tex}\\)`)
  }
  for (const image of document.querySelectorAll('img')) {
    if (uuid.test(image.getAttribute('data-file') ?? '')) image.removeAttribute('src')
    else (image.closest('figure') ?? image).remove()
  }
  for (const one of document.querySelectorAll('colgroup')) one.remove()
  for (const one of document.querySelectorAll('[style]')) one.removeAttribute('style')
  const { body } = document
  while (body.lastElementChild?.tagName === 'P' && body.lastElementChild.childNodes.length === 0)
    body.lastElementChild.remove()
  return body.innerHTML
}
