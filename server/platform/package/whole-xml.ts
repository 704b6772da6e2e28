import { SaxesParser } from 'saxes'
import type { XmlNode } from './xml-tree.ts'

interface OpenNode extends XmlNode {
  readonly children: (XmlNode | string)[]
}

const deepest = 256

/** Why a file of XML is not read. */
export class XmlFault extends Error {}

/**
 * A whole file of XML as a tree, for files of other programs whose texts may be long (pictures in base64).
 * Document types are refused: their entities read files or multiply. Elements and attributes go by their local
 * name; those of a namespace in `spaces` have its short name, others none.
 * @param spaces short names by the address of the namespace
 * @throws XmlFault with the line where the file breaks off
 */
export function wholeXml(text: string, spaces: Readonly<Record<string, string>> = {}): XmlNode {
  const top: OpenNode = { space: '', name: '', attributes: {}, children: [] }
  const open: OpenNode[] = [top]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('doctype', () => {
    throw new XmlFault('文件里有 DOCTYPE 声明')
  })
  parser.on('error', () => {
    throw new XmlFault(`第 ${parser.line} 行不是完整的 XML`)
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (open.length > deepest) throw new XmlFault(`第 ${parser.line} 行嵌套太深`)
    const node: OpenNode = {
      space: spaces[uri] ?? '',
      name: local,
      attributes: Object.fromEntries(
        Object.values(attributes)
          .filter(({ prefix, local: name }) => prefix !== 'xmlns' && name !== 'xmlns')
          .map((one) => [one.local, one.value]),
      ),
      children: [],
    }
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('closetag', () => void open.pop())
  const letters = (piece: string) => void open.at(-1)?.children.push(piece)
  parser.on('text', letters)
  parser.on('cdata', letters)
  parser.write(text.replace(/^\ufeff/, '')).close()
  const root = top.children.find((one) => typeof one !== 'string')
  if (!root) throw new XmlFault('文件是空的')
  return root
}
