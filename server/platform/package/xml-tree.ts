import type { PackageRefusals } from './refuse.ts'
import { attributesOf, XmlTokens } from './xml-tokens.ts'

/** An element with its content; texts stand among its elements in their order. */
export interface XmlNode {
  /** Short name of its namespace; '' for one that the reader does not know. */
  readonly space: string
  readonly name: string
  /** By name without prefix. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlNode | string)[]
}

interface OpenNode extends XmlNode {
  readonly children: (XmlNode | string)[]
}

/**
 * Reads a part of a package as a tree. It is for parts that are small enough to be held: a document, its
 * numbering, its relations.
 * @param spaces short names by the address of the namespace
 */
export function xmlTree(
  bytes: Buffer,
  spaces: Readonly<Record<string, string>>,
  refuse: PackageRefusals,
): XmlNode {
  const top: OpenNode = { space: '', name: '', attributes: {}, children: [] }
  const open: OpenNode[] = [top]
  const tokens: XmlTokens = new XmlTokens(
    {
      open: (name, attributes) => {
        const space = spaces[tokens.namespace() ?? ''] ?? ''
        const node = { space, name, attributes: attributesOf(attributes), children: [] }
        open.at(-1)?.children.push(node)
        open.push(node)
      },
      close: () => void open.pop(),
      text: (text) => void open.at(-1)?.children.push(text),
      wantsText: () => true,
    },
    refuse,
  )
  tokens.write(bytes)
  tokens.close()
  const root = top.children.find((one) => typeof one !== 'string')
  if (!root) throw refuse.broken()
  return root
}

export const isNode = (child: XmlNode | string): child is XmlNode => typeof child !== 'string'

/** The elements of a node, with a name where one is given. */
export const nodesOf = (node: XmlNode | undefined, name?: string): XmlNode[] =>
  (node?.children ?? []).filter(
    (child) => isNode(child) && (name === undefined || child.name === name),
  ) as XmlNode[]

export const nodeOf = (node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined =>
  path.reduce<XmlNode | undefined>((at, name) => nodesOf(at, name)[0], node)

/** All letters within a node. */
export const lettersIn = (node: XmlNode): string =>
  node.children.map((child) => (isNode(child) ? lettersIn(child) : child)).join('')
