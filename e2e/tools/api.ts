import { patient } from './patient.ts'
import { password, portalUrl } from './browser.ts'

/** An answer as it came over the wire, to be compared byte by byte, and read. */
export interface Answer<T> {
  readonly status: number
  readonly text: string
  readonly data: T
}

/** The portal as another program sees it, with the token of an account. */
export interface Caller {
  readonly get: <T = unknown>(path: string) => Promise<Answer<T>>
  readonly post: <T = unknown>(path: string, body: unknown) => Promise<Answer<T>>
  readonly put: <T = unknown>(path: string, body: unknown) => Promise<Answer<T>>
  readonly del: <T = unknown>(path: string) => Promise<Answer<T>>
  readonly upload: (name: string, mime: string, content: Uint8Array<ArrayBuffer>) => Promise<string>
}

async function ask<T>(method: string, path: string, token: string, body?: unknown): Promise<Answer<T>> {
  const form = body instanceof FormData
  const send = () =>
    fetch(portalUrl() + path, {
      method,
      headers: {
        ...(body !== undefined && !form && { 'content-type': 'application/json' }),
        ...(token && { token }),
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(120_000),
    })
  // Without a token somebody signs in.
  const response = token === '' ? await patient(send) : await send()
  const text = await response.text()
  const json = JSON.parse(text) as { data: T }
  return { status: response.status, text, data: json.data }
}

/** Signs in without a browser; with the password of the demo unless another is given. */
export async function callerOf(account: string, own = password): Promise<Caller> {
  const { data, text } = await ask<{ token: string } | null>('POST', '/api/v1/login', '', {
    account,
    password: own,
  })
  if (data === null) throw new Error(`${account} was not let in: ${text}`)
  const { token } = data
  return {
    get: (path) => ask('GET', path, token),
    post: (path, body) => ask('POST', path, token, body),
    put: (path, body) => ask('PUT', path, token, body),
    del: (path) => ask('DELETE', path, token),
    async upload(name, mime, content) {
      const form = new FormData()
      form.append('file', new Blob([content], { type: mime }), name)
      return (await ask<{ id: string }>('POST', '/api/v1/upload/object', token, form)).data.id
    },
  }
}
