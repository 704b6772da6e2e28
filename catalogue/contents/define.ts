import type { Role } from '../access/roles.ts'
import type { FieldMap, Step } from '../define.ts'
import type { contentNames } from './names.gen.ts'
import type { PublicSide } from './public-side.ts'

/** The name of a type of content; the list is generated from the files in types/. */
export type ContentName = (typeof contentNames)[number]

/**
 * Whose page it is: the institution of whoever writes, with those above it, or the portal itself, which only
 * its administrators write.
 */
export type ContentScope = 'region' | 'portal'

/** When something happens. Its phase follows from the clock, in the query. */
export interface Happening<K extends string = string> {
  /** Fields of kind `dateTime`. */
  readonly from: K
  readonly to: K
  /** An address that is there once it can be seen again. */
  readonly replay?: K
  /** Words for before (0), during (1), after (2) and to be seen again (3). */
  readonly phases: Readonly<Partial<Record<'0' | '1' | '2' | '3', string>>>
}

/** For whom it is: `visibility` alone, or together with the regions and roles of those signed in. */
export interface Audience<K extends string = string> {
  /** A field of dictionary `visibility`; what was published before there was one is everybody's. */
  readonly visibility: K
  /** Several areas: who works in one of them. */
  readonly areas?: K
  /** Several of dictionary `userRole`. */
  readonly roles?: K
}

/** Who agrees before a content is published, up the tree from its writer. */
export interface Approval {
  /**
   * Nobody publishes alone: first another person of the same institution agrees, or, where there is none, the
   * next level.
   */
  readonly second: boolean
  /**
   * Levels above the writer's that agree too. People change it without a release, as they do those of
   * records.
   */
  readonly chain: readonly Step[]
}

/** The declaration of a type of content: what it holds, who writes it, how it is listed and published. */
export interface ContentDefinition<
  N extends string = string,
  F extends FieldMap = FieldMap,
  K extends string = keyof F & string,
> {
  readonly name: N
  readonly title: string
  /** Where it stands among the types in tabs, lists and the navigation: smaller numbers first. */
  readonly place: number
  readonly fields: F
  readonly writers: readonly Role[]
  readonly scope: ContentScope
  /** The field that names one in lists. */
  readonly headline: K
  /** What a list of them shows beside the headline. */
  readonly columns: readonly K[]
  /** `newest` · `happening`: running, then upcoming, then past · a field name: ascending by that number. */
  readonly order: 'newest' | 'happening' | K
  /** A field of a dictionary by which readers narrow the list. */
  readonly category?: K
  /** Further fields of dictionaries by which they do. */
  readonly filters?: readonly K[]
  readonly happens?: Happening<K>
  readonly cover?: K
  /**
   * Readers find it by its headline and these texts; without it, it is a signpost (banner, link) and not
   * found.
   */
  readonly searched?: readonly K[]
  /** Fields with typed addresses. `safeUrl` checks each when it is saved, published and shown. */
  readonly addresses?: readonly K[]
  /** Without one everybody reads it. */
  readonly audience?: Audience<K>
  /**
   * A date until which institutions below the writer's, of those who may read it, are asked to confirm that
   * they did.
   */
  readonly confirms?: K
  /** A field of dictionary `shareScope`: how far around the institution it comes from it is read. */
  readonly sharing?: K
  /** Fields whose values, together, only one live content of the type may have. */
  readonly unique?: readonly K[]
  readonly pinnable?: true
  /** Who has to agree before readers see it. */
  readonly approval?: Approval
  /** There is one of it. */
  readonly single?: true
  /** Its list and its pages in the portal. Without it, it has none, or pages of its own (`readAt`). */
  readonly public?: PublicSide<K>
  /** Where one is read, for a type with pages of its own; `value` is what readers see. */
  readonly readAt?: (id: number, value: Readonly<Record<string, unknown>>) => string
}

/** Declares a type of content; wrong field names do not compile. */
export function defineContent<const N extends ContentName, F extends FieldMap>(
  definition: ContentDefinition<N, F>,
): ContentDefinition<N, F> {
  return definition
}

/** A declaration whatever its fields. */
export type AnyContent = ContentDefinition<ContentName>

/** The life of a content's working copy; what readers see stands beside it. */
export type ContentState = 'draft' | 'inReview' | 'published' | 'takenDown'

export const contentStates: Readonly<Record<ContentState, string>> = {
  draft: '草稿',
  inReview: '待审核',
  published: '已发布',
  takenDown: '已下架',
}
