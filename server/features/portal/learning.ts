import type { AnyContent, ShelfFields } from '../../../catalogue/contents/define.ts'
import { licenceAddress } from '../../../catalogue/contents/licences.ts'
import type { PublicContent } from '../../../catalogue/contract/portal/portal.ts'

/**
 * A learning resource in the terms of LRMI, which schema.org took up (`LearningResource`): words as readers
 * see them.
 */
export interface LearningResource {
  readonly learningResourceType: string | null
  /** School stage and grade. */
  readonly educationalLevel: string | null
  /** The subject. */
  readonly about: string | null
  readonly author: string | null
  /** Names of those who made it too, each of whom agreed. */
  readonly coauthors: readonly string[]
  /** Address of a Creative Commons licence, else the licence in words. */
  readonly license: string | null
}

/** The fields of the shelf that hold words. */
type WordKey = Exclude<keyof ShelfFields, 'file' | 'parts'>

/** What a content of the shelf says of itself; null for other types. */
export function learningOf(
  { shelf }: AnyContent,
  content: PublicContent,
  coauthors: readonly string[],
): LearningResource | null {
  if (!shelf) return null
  const held = (key: WordKey): string | null => {
    const one = content[shelf[key] ?? '']
    return typeof one === 'string' && one !== '' ? one : null
  }
  const word = (key: WordKey): string | null => content.words[shelf[key] ?? ''] ?? null
  const level = [word('stage'), word('grade')].filter((one) => one !== null).join(' ')
  return {
    learningResourceType: word('form'),
    educationalLevel: level || null,
    about: word('subject'),
    author: held('author'),
    coauthors,
    license: licenceAddress(held('licence')) ?? word('licence'),
  }
}
