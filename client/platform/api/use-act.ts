import { useState } from 'react'
import { ApiError, sentenceOf } from './api-error.ts'

/** Faults by field; `form` holds the fault that concerns no field of the form. */
export type Faults = Readonly<Record<string, string | undefined>>

/**
 * One act of a small form: busy while it runs, afterwards the faults by field. `fields` names those the form
 * shows; a fault of any other, or of none, stands under `form`.
 */
export function useAct(fields: readonly string[]) {
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  async function run(act: () => Promise<void>): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    setFaults({})
    try {
      await act()
      return true
    } catch (error) {
      const named =
        error instanceof ApiError ? error.errors.filter(({ field }) => fields.includes(field)) : []
      setFaults(
        named.length > 0
          ? Object.fromEntries(named.map(({ field, message }) => [field, message]))
          : { form: sentenceOf(error) },
      )
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, faults, setFaults, run }
}
