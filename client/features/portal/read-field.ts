import type { PublicContent } from '../../../catalogue/contract/portal/portal.ts'

export { textOf } from '../../../catalogue/contents/facts.ts'

interface ShownFile {
  readonly id: string
  readonly url: string
  readonly download: string
  readonly name: string
  readonly mime: string
  readonly bytes: number
}

const isFile = (held: unknown): held is ShownFile =>
  typeof held === 'object' &&
  held !== null &&
  'url' in held &&
  typeof held.url === 'string' &&
  'name' in held &&
  typeof held.name === 'string'

/** The file of a field, with its addresses. */
export function fileOf(one: PublicContent, key: string): ShownFile | null {
  const held = one[key]
  return isFile(held) ? held : null
}

/** The files of a field that holds several. */
export function filesOf(one: PublicContent, key: string): ShownFile[] {
  const held = one[key]
  return Array.isArray(held) ? held.filter(isFile) : []
}
