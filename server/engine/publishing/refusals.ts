import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { Place } from '../../../catalogue/access/access.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { isReach, isWithin, narrowestAt, type Reach } from '../../../catalogue/flows/reach.ts'
import { safeUrl } from '../../../catalogue/contents/safe-url.ts'
import { refuse } from './value.ts'
import type { ContentAct, ContentRow } from './row.ts'

/** When readers see the content: `publishAt` null is now, `takeDownAt` null is without end. */
export interface Times {
  readonly publishAt: string | null
  readonly takeDownAt: string | null
}

export const millis = (time: string | null) => (time === null ? null : Date.parse(time))

/**
 * Refuses a take-down before the publication or before now, and a later date for a change of what readers see
 * already.
 */
export function refuseTimes(row: ContentRow, times: Times): void {
  const [from, until] = [millis(times.publishAt), millis(times.takeDownAt)]
  refuse(
    until !== null && until <= Math.max(from ?? 0, Date.now())
      ? [{ field: 'takeDownAt', message: '下架时间应在发布时间和现在之后' }]
      : [],
  )
  if (row.shown === 'now' && from !== null && from > Date.now()) {
    refuse([{ field: 'publishAt', message: '读者正看着这一篇，改动只能立即发布；要定时，请先下架' }])
  }
}

/** Refuses addresses on hosts that left the list after the content was saved. */
export function refuseAddresses({ definition, row }: ContentAct, hosts: readonly string[]): void {
  const addresses = definition.addresses ?? []
  refuse(
    addresses.flatMap((key) => {
      const verdict = typeof row.value[key] === 'string' ? safeUrl(row.value[key], hosts) : null
      return verdict && 'fault' in verdict ? [{ field: key, message: verdict.fault }] : []
    }),
  )
}

/** Refuses a reach that does not exist above the author: a school directly under a city has no district. */
export function refuseReach({
  definition: { sharing, shelf, fields },
  row: { author_person, place, value, reach: live },
}: ContentAct): void {
  if (sharing === undefined) return
  if (shelf) return refuse(faultsOfReach(sharing, { asked: value[sharing], place, live }))
  if (author_person === null) return
  const above: Readonly<Record<string, number | null>> = {
    2: place.districtId,
    3: place.cityId,
    4: place.provinceId,
  }
  const field = fields[sharing]
  const reach = String(value[sharing])
  refuse(
    above[reach] === null && field?.dict
      ? [{ field: sharing, message: `您的单位不属于任何县区，不能选“${labelOf(field.dict, reach)}”` }]
      : [],
  )
}

/**
 * What stands on the shelf has a reach wherever its institution is, because a missing level is the next one
 * up. An authority shares with its region at least, and what others read goes back to the school at most.
 */
function faultsOfReach(
  field: string,
  { asked, place, live }: { readonly asked: unknown; readonly place: Place; readonly live: Reach | null },
): FieldFault[] {
  const narrowest = narrowestAt(place)
  const words = (reach: Reach) => labelOf('shareScope', reach)
  if (!isReach(asked)) return []
  if (asked === '0')
    return live === null || live === '0'
      ? []
      : [{ field, message: '他人已经在用，不能改为“仅本人”；不再共享的，请下架' }]
  return isWithin(narrowest, asked) ? [] : [{ field, message: `本单位的内容至少共享到“${words(narrowest)}”` }]
}
