import { useCallback, useState } from 'react'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { useKeptReasons } from './kept-reasons.ts'

export interface PinnedReason {
  readonly key: string
  readonly reason: string
}

const same = (a: PinnedReason, b: PinnedReason) => a.key === b.key && a.reason === b.reason

/** The reasons of the declaration that are not switched off. */
export const declaredReasons = ({ review }: AnyRecord, off: readonly PinnedReason[]): PinnedReason[] =>
  (review?.reasons ?? [])
    .map(({ field, text }): PinnedReason => ({ key: field, reason: text }))
    .filter((one) => !off.some((other) => same(other, one)))

/** The chosen reasons of a return, each pinned to a field; every record starts with none. */
export function useReasons(definition: AnyRecord) {
  const [picked, setPicked] = useState<readonly PinnedReason[]>([])
  const toggle = useCallback((one: PinnedReason) => {
    setPicked((all) =>
      all.some((other) => same(other, one)) ? all.filter((other) => !same(other, one)) : [...all, one],
    )
  }, [])
  const { kept, library, off, keep, drop } = useKeptReasons(definition.name)
  const declared = declaredReasons(definition, off)
  return {
    /**
     * The reasons to choose from, each once: those of the declaration, then the library’s, then the
     * reviewer’s own.
     */
    library: [...declared, ...library, ...kept].filter(
      (one, place, all) => all.findIndex((other) => same(other, one)) === place,
    ),
    isKept: (one: PinnedReason) => kept.some((other) => same(other, one)),
    keep,
    drop,
    picked,
    toggle,
    clear: useCallback(() => setPicked([]), []),
    isPicked: (one: PinnedReason) => picked.some((other) => same(other, one)),
    /** The reasons pinned to one field. */
    of: (key: string) => picked.filter((one) => one.key === key).map((one) => one.reason),
  }
}

export type Reasons = ReturnType<typeof useReasons>

/** The key of a reason that concerns the record as a whole. */
export const wholeRecord = ''

/** The body of a return: reasons by field; those about the whole record joined into one sentence. */
export function asBody(picked: readonly PinnedReason[]): {
  reason?: string
  fields?: { key: string; reason: string }[]
} {
  const whole = picked.filter((one) => one.key === wholeRecord).map((one) => one.reason)
  const fields = picked.filter((one) => one.key !== wholeRecord).map(({ key, reason }) => ({ key, reason }))
  return { ...(whole.length > 0 && { reason: whole.join('；') }), ...(fields.length > 0 && { fields }) }
}
