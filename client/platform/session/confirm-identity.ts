import { createStore } from '../../ui/feedback/store.ts'

/** The open question for password or code; the dialog in `app` answers it. */
export const identityQuestion = createStore<{ answer: (shown: boolean) => void } | null>(null)

let asking: Promise<boolean> | null = null

/**
 * Asks for password or code again; calls at the same time share one question. Resolves to false when the
 * person cancels.
 */
export function confirmIdentity(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    identityQuestion.set({
      answer(shown) {
        identityQuestion.set(null)
        asking = null
        resolve(shown)
      },
    })
  })
  return asking
}
