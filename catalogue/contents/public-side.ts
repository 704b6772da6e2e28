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

/** A button on the page of a content: opens an address or downloads a file. */
export interface Opening<K extends string = string> {
  readonly field: K
  readonly label: string
  /** Shown only during this phase of `happens.phases`. */
  readonly phase?: '0' | '1' | '2' | '3'
}

/** The pages of a type in the portal: its list, and the page of one content. */
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
  /** A text field whose words lead to a search each. */
  readonly tags?: K
  readonly opens?: readonly Opening<K>[]
  /** The sentence in place of buttons when the event is over and there is no recording. */
  readonly over?: string
  /** Listed in the portal's navigation as long as administrators have not made their own. */
  readonly navigation?: true
  /** Has a feed at /feed/<name>.xml. */
  readonly feed?: true
}

/** A fact with its label, for the pages of visitors. */
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
  /** Narrowed by the chapters of the curriculum index. */
  readonly chapters?: true
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
