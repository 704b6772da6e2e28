/** Elements with this local name, in the order of the document; prefixes of namespaces are the writer's affair. */
export const byName = (within: Document | Element | null | undefined, name: string): Element[] => [...(within?.getElementsByTagNameNS('*', name) ?? [])]
export const children = (of: Element | undefined): Element[] => [...(of?.children ?? [])]
export const child = (of: Element | undefined, name: string): Element | undefined => children(of).find(({ localName }) => localName === name)
/** An attribute as a number; 0 where there is none. */
export const numberOf = (of: Element | undefined, name: string): number => Number(of?.getAttribute(name) ?? 0) || 0
