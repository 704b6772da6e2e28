import { useEffect, useId, useSyncExternalStore } from 'react'

/** Fields on the page that take recordings, in the order in which they appeared, and those that send one. */
const fields = new Set<string>()
const sending = new Set<string>()
const followers = new Set<() => void>()

function change(set: Set<string>, id: string, isIn: boolean) {
  if (isIn) set.add(id)
  else set.delete(id)
  for (const follower of followers) follower()
}

function follow(follower: () => void) {
  followers.add(follower)
  return () => void followers.delete(follower)
}

/** The field that tells of uploads that stopped: the first one, and none while a file is on its way. */
const teller = (): string | null => (sending.size > 0 ? null : ([...fields][0] ?? null))

function useMember(set: Set<string>, id: string, isIn: boolean) {
  useEffect(() => {
    if (!isIn) return
    change(set, id, true)
    return () => change(set, id, false)
  }, [set, id, isIn])
}

/**
 * Whether this field tells which uploads stopped before their end. They belong to the person and not to a
 * field, so that a form with several fields for recordings tells of them once.
 */
export function useTellsUnfinished(takesRecordings: boolean, isSending: boolean): boolean {
  const id = useId()
  useMember(fields, id, takesRecordings)
  useMember(sending, id, isSending)
  return useSyncExternalStore(follow, teller) === id
}
