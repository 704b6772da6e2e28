import { useEffect, useState } from 'react'
import { z } from 'zod'
import { planBlock, type Plan } from '../../../catalogue/preps/plan.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'

/** A plan as it is typed; the common one has no reflection. */
export interface PlanText {
  readonly blocks: Plan
  readonly reflection: string
}

const copyShape = z.object({ blocks: z.array(planBlock), reflection: z.string() })

/** The copy of an earlier writing on this computer, and the version it was typed over. */
function copyOf(key: string): { readonly text: PlanText; readonly version: number | null } | null {
  const draft = draftOf(key)
  const text = copyShape.safeParse(draft?.values)
  return draft && text.success ? { text: text.data, version: draft.version } : null
}

/**
 * A plan while it is typed, with a copy on this computer until the server has it: a power cut or an expired
 * session would lose it. A copy over the present version comes back by itself; one over an older version is
 * offered, because others wrote since.
 */
export function useTypedPlan(key: string, start: () => PlanText, version: number) {
  const [found] = useState(() => copyOf(key))
  const fits = found !== null && found.version === version
  const [isOffered, setOffered] = useState(found !== null && !fits)
  const [saved, setSaved] = useState(start)
  const [typed, setTyped] = useState(fits ? found.text : saved)
  useEffect(() => {
    // While the copy is offered it must not be overwritten.
    if (isOffered) return
    if (typed === saved) dropDraft(key)
    else keepDraft(key, { ...typed }, version)
  }, [key, typed, saved, version, isOffered])
  return {
    typed,
    change: (part: Partial<PlanText>) => setTyped((now) => ({ ...now, ...part })),
    isDue: typed !== saved,
    /** The server has this text now. */
    settle: (text: PlanText) => setSaved(text),
    isOffered,
    /** Puts the offered copy in place of the text. */
    take: () => {
      if (found) setTyped(found.text)
      setOffered(false)
    },
    /** Throws the offered copy away. */
    drop: () => {
      dropDraft(key)
      setOffered(false)
    },
  }
}
export type TypedPlan = ReturnType<typeof useTypedPlan>
