const centrePages: Readonly<Record<string, string>> = { simple: 'simple', setUp: 'setUp', ranks: 'ranks' }

/** Where the page of a centre is read: that of its area, whichever areas have a centre. */
export function centrePath(id: number, { areaCode, centerKind }: Readonly<Record<string, unknown>>): string {
  const page = centrePages[String(centerKind)] ?? 'simple'
  return `/home/cloudCenter/${page}?area=${String(areaCode)}&name=centre${id}`
}
