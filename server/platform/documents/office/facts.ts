import { packageRefusals } from '../refusal.ts'
import { XmlTokens } from '../../package/xml-tokens.ts'
import { officeBudget, openParts, ownerOfRelations, targetOf, type OpenPart } from './parts.ts'
import { relationsOf } from './walk.ts'

/** What a document of Word, or a presentation, has in it. */
export interface OfficeFacts {
  /** Letters of the text without spaces, comments, and tracked insertions and deletions. */
  readonly text?: { readonly letters: number; readonly comments: number; readonly changes: number }
  /** Slides, and media that they name and that the package does not hold. */
  readonly slides?: { readonly count: number; readonly missing: number }
}

/** Throws a `DocumentRefusal` for what is hostile, locked or broken. */
export async function officeFacts(content: Buffer): Promise<OfficeFacts> {
  const parts = await openParts(content, officeBudget())
  const main = parts.find(({ name }) => /^word\/document\d*\.xml$/i.test(name))
  if (main) return { text: textFacts(main, parts) }
  const slides = parts.filter(({ name }) => /^ppt\/slides\/slide\d+\.xml$/i.test(name))
  return slides.length > 0 ? { slides: { count: slides.length, missing: missingMedia(parts) } } : {}
}

/** How often each element stands in a part, and the letters of its text (w:t). */
function counted({ content }: OpenPart): { readonly letters: number; readonly of: (name: string) => number } {
  const counts = new Map<string, number>()
  let [letters, depth] = [0, 0]
  const reader = new XmlTokens(
    {
      open(name) {
        counts.set(name, (counts.get(name) ?? 0) + 1)
        if (name === 't') depth += 1
      },
      close(name) {
        if (name === 't') depth -= 1
      },
      wantsText: () => depth > 0,
      text: (text) => {
        letters += [...text.replaceAll(/\s/g, '')].length
      },
    },
    packageRefusals,
    { conditions: true },
  )
  reader.write(content)
  reader.close()
  return { letters, of: (name) => counts.get(name) ?? 0 }
}

/** Tracked changes of ECMA-376, 17.13.5: what was put in, taken out, and moved. */
const changes = ['ins', 'del', 'moveFrom', 'moveTo']

function textFacts(main: OpenPart, parts: readonly OpenPart[]): NonNullable<OfficeFacts['text']> {
  const body = counted(main)
  const comments = parts.filter(({ name }) => /^word\/comments\d*\.xml$/i.test(name))
  return {
    letters: body.letters,
    comments: comments.reduce((sum, part) => sum + counted(part).of('comment'), 0),
    changes: changes.reduce((sum, name) => sum + body.of(name), 0),
  }
}

const isMedia = /^(?:image|video|audio|media)$/

function missingMedia(parts: readonly OpenPart[]): number {
  const names = new Set(parts.map(({ name }) => name.toLowerCase()))
  const targets = new Set<string>()
  for (const { name, content } of parts)
    if (/^ppt\/slides\/_rels\/[^/]+\.rels$/i.test(name))
      for (const { type, target, outside } of relationsOf(content))
        if (isMedia.test(type))
          targets.add(outside ? `outside ${target}` : targetOf(ownerOfRelations(name), target))
  return [...targets].filter((target) => !names.has(target.toLowerCase())).length
}
