import { createStore } from '../ui/feedback/store.ts'

/**
 * Whether the texts of the first sign-in stand above the page: the tour of the first steps waits for them.
 */
export const readsTexts = createStore(false)
