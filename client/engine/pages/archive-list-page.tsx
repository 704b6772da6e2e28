/** Placeholder while the engine is being written. */
export function ArchiveListPage() {
  return null
}
