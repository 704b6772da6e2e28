import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'

/** What a public page reads: the answer, or why there is none. */
export interface PublicAnswer<T> {
  readonly data: T | null
  readonly error: unknown
  readonly retry: () => void
}

/**
 * Asks once per address; what came before stays while the next comes. Visitors are not sent the cache of the
 * workspaces for it. `schema` is a constant of its module. `cached`: the browser may use a copy as long as
 * the server allows.
 */
export function useRead<T>(
  path: string,
  schema: z.ZodType<T>,
  { cached = false }: { readonly cached?: boolean } = {},
): PublicAnswer<T> {
  const [state, setState] = useState<{ data: T | null; error: unknown }>({ data: null, error: null })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    const ask = async () => {
      try {
        const data = await api.get(path, { schema, signal: stop.signal, quiet: true, cached })
        if (!stop.signal.aborted) setState({ data, error: null })
      } catch (error) {
        if (!stop.signal.aborted) setState({ data: null, error })
      }
    }
    void ask()
    return () => stop.abort()
  }, [path, schema, cached, tries])
  const retry = useCallback(() => setTries((n) => n + 1), [])
  return { ...state, retry }
}

export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404
