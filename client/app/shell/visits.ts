import { useEffect } from 'react'
import { noteVisit } from '../../platform/storage/visits.ts'

/** Counts the pages of the menus that are opened: the shortcuts of the home follow them. */
export function useVisits(account: number, path: string | undefined): void {
  useEffect(() => {
    if (path !== undefined) noteVisit(account, path)
  }, [account, path])
}
