import type { Parts } from '../zip.ts'

/**
 * Elements with this local name, in the order of the document; prefixes of namespaces are the writer's
 * affair.
 */
export const byName = (within: Document | Element | null | undefined, name: string): Element[] => [
  ...(within?.getElementsByTagNameNS('*', name) ?? []),
]
export const children = (of: Element | undefined): Element[] => [...(of?.children ?? [])]
export const child = (of: Element | undefined, name: string): Element | undefined =>
  children(of).find(({ localName }) => localName === name)
/** An attribute as a number; 0 where there is none. */
export const numberOf = (of: Element | undefined, name: string): number =>
  Number(of?.getAttribute(name) ?? 0) || 0

/** The relations of a part: id → the part it means. Those that lead outside are left out. */
export async function relationsOf(
  parts: Parts,
  part: string,
): Promise<Map<string, { part: string; type: string }>> {
  const folder = part.slice(0, part.lastIndexOf('/'))
  const xml = await parts.xmlOf(`${folder}/_rels/${part.slice(folder.length + 1)}.rels`)
  const found = byName(xml, 'Relationship').filter((one) => one.getAttribute('TargetMode') !== 'External')
  return new Map(
    found.map((one) => {
      const target = one.getAttribute('Target') ?? ''
      const path: string[] = target.startsWith('/') ? [] : folder.split('/')
      for (const step of target.split('/')) {
        if (step === '..') path.pop()
        else if (step !== '' && step !== '.') path.push(step)
      }
      return [
        one.getAttribute('Id') ?? '',
        { part: path.join('/'), type: one.getAttribute('Type')?.split('/').at(-1) ?? '' },
      ]
    }),
  )
}
