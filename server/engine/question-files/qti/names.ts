import { isNode, type XmlNode } from '../../../platform/package/xml-tree.ts'

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * An item under the names of QTI 3.0 without their prefix, whichever version it is written in: assessmentItem of
 * 2.1 and qti-assessment-item of 3.0 are `assessment-item`, responseIdentifier is `response-identifier`.
 */
export function underOneName(node: XmlNode): XmlNode {
  const isMath = node.name === 'math'
  return {
    space: node.space,
    name: isMath ? 'math' : kebab(node.name).replace(/^qti-/, ''),
    attributes: Object.fromEntries(
      Object.entries(node.attributes).map(([key, value]) => [kebab(key), value]),
    ),
    // Elements of formulas keep their names: maligngroup and its like have no others.
    children: isMath
      ? node.children
      : node.children.map((child) => (isNode(child) ? underOneName(child) : child)),
  }
}

/** All elements below one, in their order; those that `into` refuses are given and not gone into. */
export function within(node: XmlNode, into: (child: XmlNode) => boolean = () => true): XmlNode[] {
  return node.children.filter(isNode).flatMap((child) => [child, ...(into(child) ? within(child, into) : [])])
}

export const named = (node: XmlNode, name: string): XmlNode[] =>
  within(node).filter((one) => one.name === name)
