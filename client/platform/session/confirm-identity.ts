import { createStore } from '../../ui/feedback/store.ts'

/** Somebody is asked to show once more who they are; the dialog of `app` answers. */
export const identityQuestion = createStore<{ answer: (shown: boolean) => void } | null>(null)

let asking: Promise<boolean> | null = null

/**
 * Asks for password or code again. Several calls that need it at once ask once. False: they would rather not.
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
