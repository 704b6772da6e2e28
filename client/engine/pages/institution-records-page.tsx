/** Placeholder while the engine is being written. */
export function InstitutionRecordsPage() {
  return null
}
