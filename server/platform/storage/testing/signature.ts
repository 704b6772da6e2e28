import { createHash, createHmac } from 'node:crypto'

/**
 * What is signed of a request (AWS Signature Version 4, "Authenticating Requests: Using the Authorization
 * Header").
 */
export interface SignedRequest {
  readonly method: string
  /** As it came over the line. */
  readonly path: string
  readonly query: string
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>
}

interface Scope {
  readonly date: string
  readonly region: string
  readonly service: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Names and values decoded and encoded again, by name: whoever signs has to do the same. */
function canonicalQuery(query: string): string {
  if (query === '') return ''
  return query
    .split('&')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=').map((part) => encoded(decodeURIComponent(part)))
      return `${name}=${value}`
    })
    .toSorted()
    .join('&')
}

/**
 * The signature that this request has with this secret; `signedHeaders` in the order of the Authorization
 * header.
 */
export function signatureOf(
  request: SignedRequest,
  signedHeaders: readonly string[],
  scope: Scope,
  secretKey: string,
): string {
  const { headers } = request
  const canonical = [
    request.method,
    request.path,
    canonicalQuery(request.query),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'] ?? '',
  ].join('\n')
  const within = `${scope.date}/${scope.region}/${scope.service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'] ?? '', within, sha256(canonical)].join('\n')
  const key = hmac(
    hmac(hmac(hmac(`AWS4${secretKey}`, scope.date), scope.region), scope.service),
    'aws4_request',
  )
  return hmac(key, text).toString('hex')
}
