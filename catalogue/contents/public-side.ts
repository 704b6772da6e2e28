/** A field as a fact for readers: its value or its words, with the field's label unless another is given. */
export type Fact<K extends string = string> =
  | K
  | {
      readonly field: K
      readonly label?: string
      /** Stands behind a number. */
      readonly unit?: string
      /** A field with the end of what begins in `field`. */
      readonly until?: K
    }

/** A button of one content: it leads to an address, or fetches a file. */
export interface Opening<K extends string = string> {
  readonly field: K
  readonly label: string
  /** Only while what the content tells of stands at this code of `happens.phases`. */
  readonly phase?: '0' | '1' | '2' | '3'
}

/** How readers meet contents of a type: a list, and one by its number. */
export interface PublicSide<K extends string = string> {
  /** What the list is called, where that differs from the type. */
  readonly title?: string
  /** Address of the list, below /home/; the route follows from it. */
  readonly path: string
  /** Address of one, to which its number is added as `id`; without it, that of the list. */
  readonly one?: string
  readonly look: 'list' | 'cards'
  /** Lines below the headline in the list; the facts of a line stand side by side. */
  readonly lines: readonly (readonly Fact<K>[])[]
  /** The field that says who issued it, in place of the publisher's name. */
  readonly by?: K
  /** Facts above the texts of one. */
  readonly facts: readonly Fact<K>[]
  /** Rich texts of one; the first is its summary for search engines and feeds. */
  readonly texts: readonly K[]
  /** Long texts with one item a line, shown as numbered lists. */
  readonly listed?: readonly K[]
  /** A field of words that each lead to what is found by them. */
  readonly tags?: K
  readonly opens?: readonly Opening<K>[]
  /** What is said once it is over and nothing is left to open. */
  readonly over?: string
  /** In the portal's navigation, while the site has none of its own. */
  readonly navigation?: true
  /** Followed as /feed/<name>.xml. */
  readonly feed?: true
}

/** A fact with its label, as the pages of visitors are given it. */
export interface ShownFact {
  readonly key: string
  readonly label: string
  readonly unit?: string
  readonly until?: string
}

/** What the router, the navigation and the front page know of a type with a list (public.gen.ts). */
export interface PublicRoute {
  readonly title: string
  readonly path: string
  readonly one?: string
  readonly look: 'list' | 'cards'
  readonly filters: readonly string[]
  readonly navigation?: true
  readonly feed?: true
}

/**
 * What the pages of a type with a list show (public-entries.gen.ts). Visitors load it in place of the
 * declarations with their dictionaries, and only with such a page.
 */
export interface PublicEntry {
  readonly headline: string
  /** Label of the field by which readers narrow the list. */
  readonly category?: string
  readonly happens?: { readonly from: string; readonly to: string }
  readonly cover?: string
  readonly lines: readonly (readonly ShownFact[])[]
  readonly by?: string
  readonly facts: readonly ShownFact[]
  readonly texts: readonly ShownFact[]
  readonly listed: readonly ShownFact[]
  readonly tags?: string
  readonly opens: readonly (Opening & { readonly file?: true })[]
  readonly over?: string
  readonly confirms?: true
}
