import { callOutside, RefusedAddress, UnknownName } from './outgoing.ts'

/** Answer of an address: status, and milliseconds until its headers arrived. */
export interface AddressAnswer {
  readonly status: number
  readonly ms: number
}

/**
 * Asks an address that an administrator typed whether it answers; follows nothing, sends nothing of anybody's, reads no body.
 * @returns `refused` where its name leads into a network that is not allowed; `silent` where nothing came in
 *   time; `unknown` where its name is not known here
 */
export function askOutside(
  address: string,
  { timeout, mayReach }: { readonly timeout: number; readonly mayReach: (address: string) => boolean },
): Promise<AddressAnswer | 'refused' | 'silent' | 'unknown'> {
  const url = URL.parse(address)
  if (url === null) return Promise.resolve('refused')
  const begun = performance.now()
  return new Promise<AddressAnswer>((resolve, reject) => {
    const asked = callOutside(url, mayReach, {
      method: 'GET',
      signal: AbortSignal.timeout(timeout),
      headers: { accept: '*/*' },
    })
    asked.once('response', (answer) => {
      resolve({ status: answer.statusCode ?? 0, ms: Math.round(performance.now() - begun) })
      asked.destroy()
    })
    asked.on('error', reject)
    asked.end()
  }).catch(failureOf)
}

function failureOf(error: unknown): 'refused' | 'silent' | 'unknown' {
  if (error instanceof RefusedAddress) return 'refused'
  return error instanceof UnknownName ? 'unknown' : 'silent'
}
