import { escapedText } from '../../markup/letters.ts'

/**
 * A document as the grammar of papers reads it: blocks of text in which each formula, picture or raised letter is
 * one mark of the private use area, looked up in `tokens`.
 */
export interface PaperText {
  readonly blocks: readonly PaperBlock[]
  readonly tokens: readonly PaperToken[]
}

export type PaperBlock =
  | { readonly kind: 'text'; readonly text: string }
  /** Rows of cells; each cell the texts of its blocks. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly string[])[])[] }

/** What stands for a mark. */
export interface PaperToken {
  /** As it is kept in a question. */
  readonly html: string
  readonly kind: 'formula' | 'picture' | 'raised' | 'red'
  /** It could not be read: the question is looked at before it is taken. */
  readonly isLost: boolean
}

const firstMark = 0xe000
const mostMarks = 6_000

/** Collects tokens and answers the mark of each. */
export class Marks {
  readonly tokens: PaperToken[] = []

  /** Null when the document has more than marks can stand for. */
  of(token: PaperToken): string | null {
    if (this.tokens.length >= mostMarks) return null
    this.tokens.push(token)
    return String.fromCharCode(firstMark + this.tokens.length - 1)
  }
}

const anyMark = /[\ue000-\uf8ff]/g
/** A text without letters of the private use area, which would be taken for marks. */
export const withoutMarks = (text: string): string => text.replace(anyMark, '□')

export const tokenOf = (tokens: readonly PaperToken[], mark: string): PaperToken | undefined =>
  tokens[mark.charCodeAt(0) - firstMark]

/** The tokens that a text has. */
export const tokensIn = (text: string, tokens: readonly PaperToken[]): PaperToken[] =>
  (text.match(anyMark) ?? []).flatMap((mark) => tokenOf(tokens, mark) ?? [])

const escaped = (text: string): string => escapedText(text).replaceAll('$', '\\$')

/** A text as markup, a line a paragraph. Signs of dollars in the text of a paper are amounts. */
export function htmlOf(text: string, tokens: readonly PaperToken[]): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map(
      (line) =>
        `<p>${line
          .split(/([\ue000-\uf8ff])/)
          .map((piece, i) => (i % 2 === 1 ? (tokenOf(tokens, piece)?.html ?? '') : escaped(piece)))
          .join('')}</p>`,
    )
    .join('')
}

/** How many letters a text has without white space; a mark is one. What conservation counts. */
export const lettersOf = (text: string): number => text.replace(/\s/g, '').length
