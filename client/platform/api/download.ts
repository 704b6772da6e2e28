import { failure } from '../../../catalogue/contract/envelope.ts'
import { errors } from '../../../catalogue/errors.ts'
import { ApiError, silent } from './api-error.ts'
import { isDead, signedInAgain } from './dead-session.ts'
import { confirmIdentity } from '../session/confirm-identity.ts'
import { session } from '../session/session.ts'
import { withQuery, type Query } from './with-query.ts'

/** Milliseconds until a download counts as failed: a table of 50 000 lines takes longer than a call. */
const patience = 120_000

/** Recovery steps that an earlier attempt has used. */
const noneTried = { confirmed: false, again: false }

/**
 * Fetches a file that the server makes for this account, and saves it through the browser. Throws ApiError as
 * `api` does.
 */
export async function download(path: string, query: Query, name: string, tried = noneTried): Promise<void> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), patience)
  try {
    const response = await fetch(withQuery(path, query), {
      headers: { token: session()?.token ?? '' },
      signal: limit.signal,
      cache: 'no-store',
    })
    if (!response.ok) throw await failureOf(response)
    save(await response.blob(), name)
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null
    if (code === errors.confirmFirst.code && !tried.confirmed && (await confirmIdentity()))
      return download(path, query, name, { ...tried, confirmed: true })
    if (isDead(error) && !tried.again && (await signedInAgain(error, { writes: false })))
      return download(path, query, name, { ...tried, again: true })
    throw error instanceof ApiError ? error : new ApiError(0, 0, silent)
  } finally {
    clearTimeout(timer)
  }
}

async function failureOf(response: Response): Promise<ApiError> {
  const told = failure.safeParse(await response.json().catch(() => null))
  if (!told.success) return new ApiError(response.status, 0, silent, [])
  const { error_code, msg, data } = told.data
  return new ApiError(response.status, error_code, msg, data?.errors ?? [])
}

/** Saves a text through the browser. It begins with the mark (BOM) by which spreadsheets recognise UTF-8. */
export function saveText(name: string, text: string): void {
  save(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }), name)
}

/** Saves a blob as a file. */
export function save(content: Blob, name: string) {
  const address = URL.createObjectURL(content)
  saveFrom({ url: address, name })
  // The browser may still read the address when the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Saves the file at an address. */
export function saveFrom({ url, name }: { readonly url: string; readonly name: string }): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
