import { escapedValue } from '../../../../catalogue/markup/letters.ts'

export const heading = (text: string): string => `<h2>${escapedValue(text)}</h2>`
export const paragraph = (text: string): string => `<p>${escapedValue(text)}</p>`
export const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${escapedValue(item)}</li>`).join('')}</ul>`

/** A table with one row of heads. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapedValue(cell)}</${tag}>`).join('')}</tr>`
  return `<table><thead>${row('th', heads)}</thead><tbody>${rows.map((cells) => row('td', cells)).join('')}</tbody></table>`
}
