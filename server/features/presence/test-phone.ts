import type { ScanState } from '../../../catalogue/contract/training/presence.ts'
import type { Answer, Envelope, Person, Region, TestAnswer } from '../../app/testing/test-region.ts'

/** A phone with its cookies: what it scans, and what its page asks; signed in as somebody or as nobody. */
export function phoneIn({ app }: Region) {
  const cookies = new Map<string, string>()
  const take = (set: string | readonly string[] | undefined) => {
    for (const one of [set ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      cookies.set(name, value)
    }
  }
  const send = async (method: 'GET' | 'POST', url: string, who: Person | null, body?: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, ...(who && { token: who.token }) }
    const response = await app.inject({ method, url, headers, ...(body && { payload: body }) })
    take(response.headers['set-cookie'])
    return response
  }
  const call = async <T = TestAnswer>(
    method: 'GET' | 'POST',
    url: string,
    who: Person | null = null,
    body?: object,
  ): Promise<Answer<T>> => {
    const { statusCode, body: text, headers } = await send(method, `/api/v1/presence/${url}`, who, body)
    const { error_code: code, msg, data }: Envelope<T> = JSON.parse(text)
    return { status: statusCode, code, msg, data, headers }
  }
  return {
    /** Opens the address on the screen, and reads what the page is told of it. */
    async scan(session: string, code: string): Promise<ScanState> {
      const { statusCode, headers } = await send('GET', `/q/${session}.${code}`, null)
      if (statusCode !== 303 || !/^\/q(?:\?claim=1)?$/.test(headers.location ?? ''))
        throw new Error(`${statusCode}`)
      return (await call<ScanState>('GET', 'scan')).data
    },
    call,
    cookies,
  }
}
