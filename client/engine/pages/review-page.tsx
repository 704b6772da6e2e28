/** Placeholder while the engine is being written. */
export function ReviewPage() {
  return null
}
