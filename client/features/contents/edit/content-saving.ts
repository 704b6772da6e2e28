import type { ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import type { SentBody } from '../../../engine/form/saver.ts'
import { isSame, type Values } from '../../../engine/values.ts'

/** What of a content is sent: every field of its working copy. */
export interface ContentBody {
  readonly values: Values
  readonly nothing: boolean
}

/** A content as it was stored, with its number as the saver has numbers. */
export interface SavedContent {
  readonly id: string
  readonly version: number
  readonly view: ContentView
}

export const savedOf = (view: ContentView): SavedContent => ({
  id: String(view.id),
  version: view.version,
  view,
})

/** Whether a content became newer by just this save, whose answer was lost. */
export const isOwnContent = (
  { version: now, view }: Pick<SavedContent, 'version'> & { readonly view: Pick<ContentView, 'value'> },
  { body, version }: SentBody<ContentBody>,
): boolean =>
  now === version + 1 && Object.entries(body.values).every(([key, value]) => isSame(value, view.value[key]))
