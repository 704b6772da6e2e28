import { wordsOfRich } from '../../../catalogue/kinds/rich-text.ts'

const formulaAt = (node: Node): Element | null => {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest('.katex-display') ?? element?.closest('.katex') ?? null
}

/**
 * Writes the selection to the clipboard with each formula as its source between delimiters, which the editor
 * and other programs read. The browser would write a formula twice, letter by letter. A partly selected
 * formula is taken whole. Without formulas the browser copies alone.
 */
export function copyFormulas(event: ClipboardEvent): void {
  const chosen = getSelection()
  if (
    !event.clipboardData ||
    !chosen ||
    chosen.isCollapsed ||
    (event.target instanceof Element && event.target.closest('[contenteditable="true"]'))
  )
    return
  const range = chosen.getRangeAt(0).cloneRange()
  const [first, last] = [formulaAt(range.startContainer), formulaAt(range.endContainer)]
  if (first) range.setStartBefore(first)
  if (last) range.setEndAfter(last)
  const place = document.createElement('div')
  place.append(range.cloneContents())
  const formulas = place.querySelectorAll('.katex')
  if (formulas.length === 0) return
  for (const formula of formulas) {
    const tex = formula.querySelector('annotation[encoding="application/x-tex"]')?.textContent ?? ''
    const display = formula.closest('.katex-display')
    ;(display ?? formula).replaceWith(display ? `\\[${tex}\\]` : `\\(${tex}\\)`)
  }
  event.clipboardData.setData('text/plain', wordsOfRich(`<p>${place.innerHTML}`))
  event.clipboardData.setData('text/html', place.innerHTML)
  event.preventDefault()
}
