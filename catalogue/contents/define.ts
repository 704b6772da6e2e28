import type { Role } from '../access/roles.ts'
import type { Check, FieldMap, Level, Step } from '../define.ts'
import type { contentNames } from './names.gen.ts'
import type { PublicSide } from './public-side.ts'

/** The name of a type of content; the list is generated from the files in types/. */
export type ContentName = (typeof contentNames)[number]

/**
 * `region`: a content belongs to its writer's institution. `portal`: it belongs to the portal, and only
 * administrators write it.
 */
export type ContentScope = 'region' | 'portal'

/** When something happens. Its phase follows from the clock, in the query. */
export interface EventTimes<K extends string = string> {
  /** Fields of kind `dateTime`. */
  readonly from: K
  readonly to: K
  /** A field with the address of the recording, filled in afterwards. */
  readonly replay?: K
  /**
   * Contents whose field has this code begin and end by a signal that is heard, and not by the clock alone
   * (docs/decisions/0244).
   */
  readonly signalled?: { readonly field: K; readonly code: string }
  /** Words for before (0), during (1), after (2) and to be seen again (3). */
  readonly phases: Readonly<Partial<Record<'0' | '1' | '2' | '3', string>>>
}

/**
 * Fields that say who may read it: `visibility` alone, or together with areas and roles of readers who are
 * signed in.
 */
export interface Audience<K extends string = string> {
  /** A field of dictionary `visibility`. Contents published before the field existed are public. */
  readonly visibility: K
  /** A field of several areas. Only people who work in one of them may read it. */
  readonly areas?: K
  /** A field of several codes of dictionary `userRole`. */
  readonly roles?: K
}

/**
 * `writer`: the name of the writer · `institution`: that of the writer's institution · `ownArea`: its area ·
 * `today` · a value by the level of the writer.
 */
export type Prefill =
  | 'writer'
  | 'institution'
  | 'ownArea'
  | 'today'
  | Readonly<Partial<Record<Level, string>>>

/** Who has to agree before a content is published. */
export interface Approval {
  /** Another person of the writer's institution agrees first; where there is none, the next level. */
  readonly second: boolean
  /**
   * Levels above the writer's that agree too. As with records, offices publish other chains at run time
   * (decision 0008).
   */
  readonly chain: readonly Step[]
  /** What a content is usually returned for; a reviewer chooses among at most nine, by number key (C414). */
  readonly reasons: readonly string[]
}

/** The fields of a content by which a library lists, narrows and finds it. */
export interface ShelfFields<K extends string = string> {
  /** Words for who made it. */
  readonly author: K
  /** What sort of thing it is: a field of a dictionary. */
  readonly form: K
  readonly stage: K
  readonly subject: K
  readonly grade?: K
  readonly semester?: K
  readonly edition?: K
  readonly licence?: K
  /** Its chapters in the curriculum index, and its points of knowledge. */
  readonly nodes?: K
  readonly points?: K
  /** The file whose format and size are listed. */
  readonly file: K
  /** Files that may stand in its place, together: they are listed as one zip. */
  readonly parts?: readonly K[]
}

/** The declaration of a type of content: what it holds, who writes it, how it is listed and published. */
export interface ContentDefinition<
  N extends string = string,
  F extends FieldMap = FieldMap,
  K extends string = keyof F & string,
> {
  readonly name: N
  readonly title: string
  /**
   * Position among the types in tabs, lists and the navigation, ascending; no two types have the same (C410).
   */
  readonly place: number
  readonly fields: F
  /** Roles that write it: an office for its institution, a teacher (role 2) for himself (`byTeachers`). */
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
  /** Further fields of dictionaries by which readers narrow the list. */
  readonly filters?: readonly K[]
  /** Further fields by which those who manage the list narrow it. */
  readonly deskFilters?: readonly K[]
  readonly happens?: EventTimes<K>
  readonly cover?: K
  /**
   * Texts that the search of the portal reads beside the headline. Without it contents of the type are not
   * found: banners and links have no page.
   */
  readonly searched?: readonly K[]
  /** Fields with typed addresses. `safeUrl` checks each when it is saved, published and shown. */
  readonly addresses?: readonly K[]
  /** Without it everybody may read contents of the type. */
  readonly audience?: Audience<K>
  /**
   * A date field. Until that date institutions below the writer's that may read the content are asked to
   * confirm that they read it.
   */
  readonly confirms?: K
  /** A field of dictionary `shareScope`: the school, district, city or province whose people may read it. */
  readonly sharing?: K
  /**
   * Contents of the type stand in a library, by these fields. Each office that agrees raises how far the
   * version is read, before the offices above it agreed (decision 0172). Such a type has `sharing`.
   */
  readonly shelf?: ShelfFields<K>
  /**
   * Codes that only offices from a level upwards may use, by field: a district does not speak as a city.
   * Codes that are not named are open to every writer, and administrators may use all.
   */
  readonly reserved?: Readonly<Partial<Record<K, Readonly<Record<string, Level>>>>>
  /** What stands in the form of a new content beside the defaults of the fields. */
  readonly prefilled?: Readonly<Partial<Record<K, Prefill>>>
  /**
   * Files that the feature of the type looks into, and the fields beside that decide what is asked of them:
   * what it finds is told at each field, and an error keeps the content from being handed in.
   */
  readonly examined?: { readonly files: readonly K[]; readonly beside: readonly K[] }
  /** Whoever writes or reviews one may ask which others are like it, of its feature: `/api/v1/{name}/{id}/near`. */
  readonly compared?: true
  /** What several fields say together, asked before the content goes to readers or reviewers. */
  readonly checks?: readonly Check<NoInfer<F>, K>[]
  /**
   * The last part of the address of the page on which authorities write it, where it is not that of all they
   * publish.
   */
  readonly desk?: string
  /** The last parts of the addresses of pages on which schools and authorities decide about it, and nothing else. */
  readonly reviewDesk?: { readonly school: string; readonly authority: string }
  /** Fields whose values, together, only one live content of the type may have. */
  readonly unique?: readonly K[]
  /** Most contents of the type that readers see at once, of each institution. */
  readonly mostLive?: number
  readonly pinnable?: true
  /** Who has to agree before readers see it. */
  readonly approval?: Approval
  /** There is exactly one content of this type, such as the settings of the site. */
  readonly single?: true
  /** Its list and its pages in the portal. Without it the type has no pages, or those that `readAt` names. */
  readonly public?: PublicSide<K>
  /** The address of one content, for types with hand-written pages. `value` is the published one. */
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

/** State of a content's working copy. The published value is kept apart from it (decision 0016). */
export type ContentState = 'draft' | 'inReview' | 'published' | 'takenDown'

export const contentStates: Readonly<Record<ContentState, string>> = {
  draft: '草稿',
  inReview: '待审核',
  published: '已发布',
  takenDown: '已下架',
}
