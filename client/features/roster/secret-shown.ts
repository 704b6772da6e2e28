import { createStore } from '../../ui/feedback/store.ts'

/** The secret that was just made, until the page is left: the form is drawn anew with what was saved. */
export const secretShown = createStore<{ readonly app: string; readonly secret: string } | null>(null)
