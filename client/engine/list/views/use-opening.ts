import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ViewedList } from '../../../../catalogue/contract/archive/saved-views.ts'
import { useViews } from './use-views.ts'
import { isBare, withView } from './view-state.ts'

/**
 * Shows the default view where a list was opened without any condition; once, and never against its reader.
 * Answers whether the list must not be asked for yet: it is known only with its views what it opens with.
 */
export function useOpening(list: ViewedList | undefined, type: string): boolean {
  const { enabled, views, isSettled } = useViews(list, type)
  const [params, setParams] = useSearchParams()
  const [isOpening, setOpening] = useState(() => isBare(params))
  const usual = views?.find(({ isDefault }) => isDefault)
  const comes = usual !== undefined && isBare(params)
  if (isOpening && isSettled && !comes) setOpening(false)
  useEffect(() => {
    if (isOpening && comes) setParams((now) => withView(now, usual.query), { replace: true })
  }, [isOpening, comes, usual, setParams])
  return enabled && isOpening && (!isSettled || comes)
}
