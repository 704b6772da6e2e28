import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { SentBody } from '../../engine/form/saver.ts'
import { differing, isSame, type Values } from '../../engine/values.ts'

/** What the form of a notice holds. */
export interface CampaignDraft {
  readonly title: string
  readonly collects: string
  readonly value: Values
}

export interface CampaignBody extends CampaignDraft {
  readonly nothing: boolean
}

type StoredNotice = Pick<CampaignView, 'title' | 'value'>

/** The fields that were typed over the notice as it was opened; the title stands under its own name. */
const typedKeys = (start: CampaignDraft, typed: CampaignDraft): string[] => [
  ...differing(
    [...new Set([...Object.keys(start.value), ...Object.keys(typed.value)])],
    start.value,
    typed.value,
  ),
  ...(start.title === typed.title ? [] : ['title']),
]

/** What a copy on this computer keeps: only what was typed, so that it fits a newer version, too. */
export const ownOf = (start: CampaignDraft, typed: CampaignDraft): Values => ({
  ...(typed.title !== start.title && { title: typed.title }),
  ...(typed.collects !== start.collects && { collects: typed.collects }),
  value: Object.fromEntries(
    typedKeys(start, typed).flatMap((key) => (key === 'title' ? [] : [[key, typed.value[key] ?? null]])),
  ),
})

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The form as it opens with such a copy. */
export const overStart = (start: CampaignDraft, { title, collects, value }: Values): CampaignDraft => ({
  title: typeof title === 'string' ? title : start.title,
  collects: typeof collects === 'string' ? collects : start.collects,
  value: isValues(value) ? { ...start.value, ...value } : start.value,
})

/**
 * What is sent: the notice as it is stored, with what was typed here over it. What somebody else changed
 * meanwhile in other fields stays.
 * @param start the notice as the form opened it
 */
export function bodyOver(
  stored: StoredNotice | null,
  start: CampaignDraft,
  typed: CampaignDraft,
): CampaignBody {
  const keys = typedKeys(start, typed)
  const own = Object.fromEntries(
    keys.filter((key) => key !== 'title').map((key) => [key, typed.value[key] ?? null]),
  )
  return {
    title: keys.includes('title') || stored === null ? typed.title : stored.title,
    collects: typed.collects,
    value: { ...(stored ?? typed).value, ...own },
    nothing: keys.length === 0,
  }
}

/** What was typed here and changed to something else by somebody else meanwhile. */
export const conflictsWith = (start: CampaignDraft, typed: CampaignDraft, theirs: StoredNotice): string[] =>
  typedKeys(start, typed).filter((key) =>
    key === 'title'
      ? theirs.title !== start.title && theirs.title !== typed.title
      : !isSame(theirs.value[key], start.value[key]) && !isSame(theirs.value[key], typed.value[key]),
  )

/** Whether a notice became newer by just this save, whose answer was lost. */
export const isOwnNotice = (
  found: StoredNotice & { readonly version: number },
  { body, version }: SentBody<CampaignBody>,
): boolean =>
  found.version === version + 1 &&
  found.title === body.title &&
  Object.entries(body.value).every(([key, value]) => isSame(value, found.value[key]))
