/** A place of files that can say which are older than a day. */
interface SweptStore {
  readonly old: () => Promise<readonly string[]>
  readonly remove: (key: string) => Promise<unknown>
}

/**
 * Removes files that a crash left without a row: old ones that nobody names.
 * @param claimed the rows that name some of the keys
 */
export async function removeUnclaimed(
  store: SweptStore,
  claimed: (keys: readonly string[]) => Promise<readonly { readonly storage_key: string }[]>,
): Promise<void> {
  const old = await store.old()
  if (old.length === 0) return
  const kept = new Set((await claimed(old)).map(({ storage_key }) => storage_key))
  for (const key of old) if (!kept.has(key)) await store.remove(key)
}
