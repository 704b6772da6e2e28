import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { siteData, type Site } from '../../../catalogue/contract/portal/portal.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'

/** What a public page reads: the answer, or why there is none. */
export interface Read<T> {
  readonly data: T | null
  readonly error: unknown
  readonly retry: () => void
}

/**
 * Asks once per address; what came before stays while the next comes. Visitors are not sent the cache of the
 * workspaces for it. `schema` is a constant of its module. `cached`: the browser may use a copy as long as the server
 * allows.
 */
export function useRead<T>(
  path: string,
  schema: z.ZodType<T>,
  { cached = false }: { readonly cached?: boolean } = {},
): Read<T> {
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

let known: Site | null = null

/** What the portal is called and leads to when the server could not be asked. */
const fallback: Site = {
  plat_name: '教师发展与教研平台',
  name: '杏坛',
  plat_logo: '',
  index_foot_logo: '',
  home_foot_logo: '',
  hotline: '',
  support_mail: '',
  filing_no: '',
  police_filing_no: '',
  government_mark_url: '',
  links: { moe: '', company: '', distance: '' },
  head_list: [],
  hosts: [],
  foot: [],
}

/**
 * The site's configuration, asked once per visit; null until there is an answer, so that nothing is drawn
 * that would move.
 */
export function useSite(): Site | null {
  const [site, setSite] = useState(known)
  useEffect(() => {
    if (known) return
    const stop = new AbortController()
    api
      .get('/api/v1/siteConfig', { schema: siteData, signal: stop.signal, quiet: true })
      .then(({ data }) => {
        known = data
        setSite(data)
      })
      .catch(() => !stop.signal.aborted && setSite(fallback))
    return () => stop.abort()
  }, [])
  return site
}
