/** Plain text of a page, which is read while its scripts are still coming. Nothing of an answer is read as markup. */
export function made(tag: string, ...within: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement(tag)
  element.append(...within)
  return element
}

export function linkTo(address: string, text: string): HTMLElement {
  const link = document.createElement('a')
  link.href = address
  link.append(text)
  return link
}

/**
 * Puts plain text into the page until the page itself is drawn.
 * @param after milliseconds from the beginning of the page
 */
export function standPlain(main: HTMLElement, after: number): void {
  const root = document.getElementById('root')
  if (root?.querySelector('.first') == null) return
  const plain = made('div', made('header', '杏坛'), main)
  plain.className = 'plain'
  plain.style.animationDelay = `${Math.max(0, after - performance.now())}ms`
  root.append(plain)
}
