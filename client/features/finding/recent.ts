import { z } from 'zod'
import { readItem, writeItem } from '../../platform/storage/storage.ts'

/** What was opened from the search: title and path, the latest first. */
const kept = z.array(z.object({ title: z.string(), link: z.string() }))
export type Recent = z.infer<typeof kept>[number]

const mostKept = 6
/** Signing out clears local storage, so nobody else at this machine sees whom the person looked for. */
const keyOf = (identity: number) => `find-recent:${identity}`

/** What this identity opened lately on this device. */
export function recentOf(identity: number): readonly Recent[] {
  try {
    return kept.parse(JSON.parse(readItem(keyOf(identity)) ?? '[]'))
  } catch {
    return []
  }
}

/** Puts what is opened now before the others. */
export function rememberOpened(identity: number, { title, link }: Recent): void {
  const others = recentOf(identity).filter((one) => one.link !== link)
  writeItem(keyOf(identity), JSON.stringify([{ title, link }, ...others].slice(0, mostKept)))
}
