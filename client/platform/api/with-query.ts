type Scalar = string | number | boolean | null | undefined

export type Query = Readonly<Record<string, Scalar | readonly Scalar[]>>

/** Path with its query: empty values left out, arrays repeated. */
export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== '') search.append(key, String(one))
    }
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
