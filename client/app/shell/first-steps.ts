import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { tourAnswer } from '../../../catalogue/contract/account/tour.ts'
import type { PageName } from '../../../catalogue/pages/entry.ts'
import { api } from '../../platform/api/api.ts'
import { readsTexts } from '../reads-texts.ts'
import { session } from '../../platform/session/session.ts'

/** First screens with a tour of their own. */
const homes: readonly (PageName | null)[] = ['workspace-home', 'overview']

/** Accounts of which this page knows already whether the tour is due. */
const asked = new Set<number>()

/**
 * Whether something on the page has the person's hands: a dialog, or a field that is being filled. The texts of
 * the first sign-in do not count: the tour comes after them, whichever of the two answers was first.
 */
const isBusy = (): boolean =>
  !readsTexts.get() &&
  (document.querySelector('dialog[open]') !== null ||
    (document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') ?? false))

/**
 * Whether the tour of the first steps is open: by itself for whoever has not seen it, when the first screen
 * is opened and nothing is being done there; and wherever the address asks for it (`?tour=1`).
 */
export function useFirstSteps(page: PageName | null): { open: boolean; close: () => void } {
  const [search, setSearch] = useSearchParams()
  const [due, setDue] = useState(false)
  const onHome = homes.includes(page)
  const wanted = onHome && search.get('tour') === '1'
  useEffect(() => {
    const id = session()?.id
    if (!onHome || id === undefined || asked.has(id)) return
    const stop = new AbortController()
    api
      .get('/api/v1/account/tour', { schema: tourAnswer, background: true, quiet: true, signal: stop.signal })
      .then((answer) => {
        asked.add(id)
        if (answer.due && !isBusy()) setDue(true)
      })
      // Without an answer there is no tour; help has it.
      .catch(() => undefined)
    return () => stop.abort()
  }, [onHome])
  const close = useCallback(() => {
    setDue(false)
    setSearch(
      (now) => {
        now.delete('tour')
        return now
      },
      { replace: true },
    )
  }, [setSearch])
  const isReading = readsTexts.use()
  return { open: onHome && (due || wanted) && !isReading, close }
}
