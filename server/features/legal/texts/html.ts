const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text of an installation or a declaration within HTML. */
export const plain = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter)

export const heading = (text: string): string => `<h2>${plain(text)}</h2>`
export const paragraph = (text: string): string => `<p>${plain(text)}</p>`
export const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${plain(item)}</li>`).join('')}</ul>`

/** A table with one row of heads. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${plain(cell)}</${tag}>`).join('')}</tr>`
  return `<table><thead>${row('th', heads)}</thead><tbody>${rows.map((cells) => row('td', cells)).join('')}</tbody></table>`
}
