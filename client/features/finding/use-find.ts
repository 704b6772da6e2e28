import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { isPersonalNumber } from '../../../catalogue/contract/archive/by-number.ts'
import { findAnswer } from '../../../catalogue/contract/finding.ts'
import { api } from '../../platform/api/api.ts'

/** Typing pauses this long before the server is asked, in milliseconds. */
const pause = 120

/** The text as it stood when typing paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return useDeferredValue(paused)
}

/**
 * What a text finds. A whole identity or mobile number is not asked for here: it would stand in an address,
 * which servers and proxies write down.
 */
export function useFind(typed: string) {
  const q = usePaused(typed.trim())
  return useQuery({
    queryKey: ['find', q],
    queryFn: ({ signal }) =>
      api.get('/api/v1/find', { schema: findAnswer, query: { q }, quiet: true, signal }),
    enabled: q !== '' && !isPersonalNumber(q),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
}
