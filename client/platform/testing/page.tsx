import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { userInfo } from '../../../catalogue/contract/account/account.ts'
import { forgetSession, signIn } from '../session/session.ts'
import { question } from '../../ui/feedback/confirm.ts'
import { noticeLog, notices } from '../../ui/feedback/notify.ts'

// As long as a journey waits: beside other tests a second is soon over.
configure({ asyncUtilTimeout: 15_000 })

/** What the server answers to a call: the data of a success, or a refusal. */
export type Reply = { readonly data: unknown } | { readonly status: number; readonly body: unknown }

/** A call as it came in at the server. */
export interface Arrival {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly key: string | null
}

type Handler = (arrival: Arrival) => Reply | Promise<Reply>

/** What stands on the other side of the network: answers by method and path, and what was asked. */
export class Wire {
  readonly arrivals: Arrival[] = []
  /** False while the line is cut: nothing arrives. */
  connected = true
  readonly #handlers = new Map<string, Handler>()

  /** `call`: method and path, as `POST /api/v1/upload`; a `*` stands for one part of the path. */
  on(call: string, handler: Handler): this {
    this.#handlers.set(call, handler)
    return this
  }

  asked(call: string): Arrival[] {
    return this.arrivals.filter(({ method, path }) => matches(call, method, path))
  }

  readonly fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const method = init.method ?? 'GET'
    const { pathname: path, searchParams: query } = new URL(input, 'http://portal.test')
    if (!this.connected) throw new TypeError('Failed to fetch')
    const key = new Headers(init.headers).get('Idempotency-Key')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    const arrival = { method, path, query, body, key }
    this.arrivals.push(arrival)
    const handler = [...this.#handlers].find(([call]) => matches(call, method, path))?.[1]
    const reply = handler ? await handler(arrival) : refusal(404, 40400, '没有该接口')
    if ('data' in reply) return Response.json({ error_code: 0, msg: 'ok', data: reply.data })
    return Response.json(reply.body, { status: reply.status })
  }
}

function matches(call: string, method: string, path: string): boolean {
  const [verb, pattern = ''] = call.split(' ')
  const parts = pattern.split('/')
  const given = path.split('/')
  return (
    verb === method &&
    parts.length === given.length &&
    parts.every((part, i) => part === '*' || part === given[i])
  )
}

/** A refusal in the envelope of the portal. */
export const refusal = (
  status: number,
  code: number,
  msg: string,
  errors: readonly { field: string; message: string }[] = [],
): Reply => ({ status, body: { error_code: code, msg, data: errors.length > 0 ? { errors } : null } })

/** Every test of the file begins with an empty page, nobody signed in and a wire that knows no call. */
export function freshPage(): { readonly wire: () => Wire } {
  let wire = new Wire()
  beforeEach(() => {
    wire = new Wire()
    vi.stubGlobal('fetch', wire.fetch)
    localStorage.clear()
    window.history.replaceState(null, '', '/')
    notices.set([])
    noticeLog.set([])
  })
  afterEach(() => {
    cleanup()
    document.body.replaceChildren()
    question.get()?.answer(false)
    forgetSession('nothing')
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return { wire: () => wire }
}

/** Signs somebody in on this page, as the sign-in page does. */
export const signedIn = (role: number, id = 7) =>
  signIn(
    userInfo.parse({
      id,
      truename: '林疏影',
      image: '',
      role,
      token: 'token-of-the-test',
      is_simple: 0,
      is_reset: 0,
      client_id: 1,
      page_id: 1,
      organization: null,
      teacherObj: null,
      last_login_at: null,
    }),
  )

/** A hook in a page with a router and a cache of answers, drawn twice as during development. */
export function inPage<Props, Result>(hook: (props: Props) => Result, initialProps?: NoInfer<Props>) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <QueryClientProvider client={client}>
        <BrowserRouter>{children}</BrowserRouter>
      </QueryClientProvider>
    </StrictMode>
  )
  return renderHook(hook, { wrapper, ...(initialProps !== undefined && { initialProps }) })
}

/** Lets the time of the page pass; the timers of the test are not real. */
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Answers the question that is open. */
export async function answer(yes: boolean): Promise<void> {
  await waitFor(() => expect(question.get()).not.toBeNull())
  await act(async () => question.get()?.answer(yes))
}

export const lastNotice = (): string => noticeLog.get().at(-1)?.text ?? ''
