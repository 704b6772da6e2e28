import type { PackageRefusals } from '../package/refuse.ts'
import { partsOf } from '../package/zip.ts'
import { xmlTree, type XmlNode } from '../package/xml-tree.ts'
import type { WordDocument } from './blocks.ts'
import { blocksOf } from './body.ts'
import { ListLabels } from './list-labels.ts'
import { spaces } from './spaces.ts'
import { nodesOf } from '../package/xml-tree.ts'

const mebibyte = 1024 * 1024
/** What a document of questions may unpack to: the limits that uploads have (decision 0031). */
const budget = () => ({ bytes: 256 * mebibyte, parts: 5_000, ratio: 200 })

/** Parts that are read; nothing else of the package is touched, above all nothing that could run. */
const wanted = /^word\/(?:document\.xml|numbering\.xml|_rels\/document\.xml\.rels|media\/[^/]+)$/i

/**
 * Reads a document of Word: paragraphs with the labels of their lists, formulas as TeX, pictures in their
 * places, tables. Text boxes come once, deletions not at all, insertions as text. Throws a refusal for a
 * package that is broken, encrypted or too large.
 */
export async function readDocx(bytes: Buffer, refuse: PackageRefusals): Promise<WordDocument> {
  const parts = new Map<string, Buffer>()
  for await (const part of partsOf(bytes, budget(), refuse)) {
    if (!wanted.test(part.name)) continue
    const pieces: Buffer[] = []
    for await (const piece of part.pieces()) pieces.push(piece)
    parts.set(part.name.toLowerCase(), Buffer.concat(pieces))
  }
  const tree = (name: string): XmlNode | undefined => {
    const content = parts.get(name)
    return content && xmlTree(content, spaces, refuse)
  }
  const document = tree('word/document.xml')
  if (!document) throw refuse.broken()
  const blocks = blocksOf(document, {
    labels: new ListLabels(tree('word/numbering.xml')),
    partOf: relationsOf(tree('word/_rels/document.xml.rels')),
  })
  const pictures = new Map([...parts].filter(([name]) => name.startsWith('word/media/')))
  return { blocks, pictures }
}

/** Finds the part that a relation of the document names; null for what lies elsewhere. */
function relationsOf(root: XmlNode | undefined): (id: string | undefined) => string | null {
  const targets = new Map(
    nodesOf(root, 'Relationship')
      .filter(({ attributes }) => attributes['TargetMode']?.toLowerCase() !== 'external')
      .map(({ attributes }) => [attributes['Id'], attributes['Target'] ?? ''] as const),
  )
  return (id) => {
    const target = targets.get(id)
    if (target === undefined) return null
    return (target.startsWith('/') ? target.slice(1) : `word/${target}`).toLowerCase()
  }
}
