/** Letters of the routes of a district's centre. */
const centres: Readonly<Record<string, string>> = {
  '441702': 'jc',
  '441781': 'yc',
  '441704': 'yd',
  '441721': 'yx',
}
const centrePages: Readonly<Record<string, string>> = { simple: 'simple', setUp: 'setUp', ranks: 'ranks' }

/** Where the page of a centre is read. Districts have routes of their own for two of the three kinds. */
export function centrePath(id: number, { areaCode, centerKind }: Readonly<Record<string, unknown>>): string {
  const page = centrePages[String(centerKind)] ?? 'simple'
  const district = centres[String(areaCode)]
  const own = district !== undefined && page !== 'ranks' ? `yangjiang/${district}/` : ''
  return `/home/cloudCenter/${own}${page}?name=centre${id}`
}
