import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
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
  definition: { sharing, fields },
  row: { author_person, place, value },
}: ContentAct): void {
  if (author_person === null || sharing === undefined) return
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
