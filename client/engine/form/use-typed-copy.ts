import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import { isSame } from '../values.ts'

interface TypedPlace<Value extends Readonly<Record<string, unknown>>> {
  /** The place of the copy on this computer. */
  readonly key: string
  readonly schema: z.ZodType<Value>
  /** What the form opens with: what the server has. */
  readonly start: () => Value
  /** The version that is typed over. */
  readonly version: number
}

/** The copy of an earlier writing on this computer, and the version it was typed over. */
export function copyOf<Value>(
  schema: z.ZodType<Value>,
  key: string,
): { readonly value: Value; readonly version: number | null } | null {
  const draft = draftOf(key)
  const read = schema.safeParse(draft?.values)
  return draft && read.success ? { value: read.data, version: draft.version } : null
}

/**
 * A value that is typed as a whole, with a copy on this computer until the server has it: a power cut or an
 * expired session would lose it. A copy over the present version comes back by itself; one over an older
 * version is offered, because others wrote since.
 */
export function useTypedCopy<Value extends Readonly<Record<string, unknown>>>({
  key,
  schema,
  start,
  version,
}: TypedPlace<Value>) {
  const [found] = useState(() => copyOf(schema, key))
  const fits = found !== null && found.version === version
  const [isOffered, setOffered] = useState(found !== null && !fits)
  const [saved, setSaved] = useState(start)
  const [typed, setTyped] = useState(fits ? found.value : saved)
  const isDue = !isSame(typed, saved)
  useEffect(() => {
    // While the copy is offered it must not be overwritten.
    if (isOffered) return
    if (isDue) keepDraft(key, typed, version)
    else dropDraft(key)
  }, [key, typed, version, isDue, isOffered])
  return {
    typed,
    change: (part: Partial<Value>) => setTyped((now) => ({ ...now, ...part })),
    isDue,
    /** The server has this now. */
    settle: setSaved,
    isOffered,
    /** Puts the offered copy in place of what is typed. */
    take: () => {
      if (found) setTyped(found.value)
      setOffered(false)
    },
    /** Throws the copy away. */
    drop: () => {
      dropDraft(key)
      setOffered(false)
    },
  }
}
