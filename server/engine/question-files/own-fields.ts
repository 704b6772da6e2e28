import { escapedText } from '../../../catalogue/markup/letters.ts'
import { wordsOfRich } from '../../../catalogue/kinds/rich-text.ts'
import { rewritten, written } from '../kinds/index.ts'

/** Whether a stretch is plain words and no markup: a way of filling a blank. */
export const isPlainField = (field: string): boolean => /answer\.\d+\.\d+$/.test(field)

/**
 * The stretches that this portal named within a text of another program (`data-field`), and what is left of the
 * text without them.
 */
export function fieldsIn(html: string): { readonly fields: Map<string, string>; readonly rest: string } {
  const fields = new Map<string, string>()
  if (!html.includes('data-field')) return { fields, rest: html }
  const rest = rewritten(
    html,
    ({ name, attribs }, inner) => {
      const field = attribs['data-field']
      if (field === undefined) return written(name, attribs, inner)
      // Parts carry the place of their question before their own.
      const bare = field.replace(/^parts\.\d+\./, '')
      fields.set(bare, isPlainField(bare) ? wordsOfRich(`<p>${inner}</p>`) : inner)
      return ''
    },
    escapedText,
  )
  return { fields, rest }
}
