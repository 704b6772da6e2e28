import type { ReviewSource } from '../features/expert-review/index.ts'

/** Where items of expert review come from: one line for each source, declared by the feature that owns the cases. */
export const reviewSourcesOf = (): readonly ReviewSource[] => []
