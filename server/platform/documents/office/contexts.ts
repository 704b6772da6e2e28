import type { Place } from '../../../../catalogue/contract/research/blind.ts'
import { attributesOf } from '../../package/xml-tokens.ts'
import { ownerOfRelations, targetOf, type OpenPart } from './parts.ts'
import type { PartContext } from './read-part.ts'
import { leavesOut } from './removed.ts'
import { relationsOf, walk } from './walk.ts'

/** Places of whole parts, by their names. */
const placesOfParts: readonly (readonly [part: RegExp, place: Place])[] = [
  [/^(docProps|customXml|docMetadata|package\/services\/metadata)\//, 'properties'],
  [/^word\/document\.xml$/, 'body'],
  [/^word\/header\d*\.xml$/, 'header'],
  [/^word\/footer\d*\.xml$/, 'footer'],
  [/^word\/footnotes\.xml$/, 'footnote'],
  [/^word\/endnotes\.xml$/, 'endnote'],
  [/^(word|xl|ppt)\/(threadedC|c)omments?[^/]*\.xml$|\/(threadedC|c)omments\//, 'comment'],
  [/(^|\/)(people|persons\/[^/]*|commentAuthors|authors)\.xml$/, 'comment'],
  [/^ppt\/notesSlides\//, 'notes'],
  [/^ppt\/slides\//, 'body'],
  [/^ppt\/(slideMasters|slideLayouts|notesMasters|handoutMasters)\//, 'master'],
  [/\/charts\//, 'chart'],
  [/\/diagrams\/|^xl\/drawings\//, 'textBox'],
  [/^xl\/worksheets\/|^xl\/sharedStrings\.xml$/, 'sheet'],
]

const placeOfPart = (name: string): Place =>
  name.endsWith('.rels') ? 'link' : (placesOfParts.find(([part]) => part.test(name))?.[1] ?? 'other')

/** The ids of slides or sheets in their order, with the names of sheets. */
function listed(content: Buffer, element: string): { id: string; name: string }[] {
  const found: { id: string; name: string }[] = []
  walk(content, () => ({
    open(name, raw) {
      if (name !== element) return
      // `id` alone is a number of the presentation; the relation's is the one with a prefix.
      const relation = /\w:id\s*=\s*["']([^"']*)/.exec(raw)?.[1] ?? ''
      found.push({ id: relation, name: attributesOf(raw)['name'] ?? '' })
    },
    close: () => undefined,
  }))
  return found
}

const find = (parts: readonly OpenPart[], name: string) => parts.find((part) => part.name === name)

/** Number of each slide or sheet by the name of its part. */
export function positionsOf(parts: readonly OpenPart[]): ReadonlyMap<string, string> {
  const at = new Map<string, string>()
  for (const [main, element] of [
    ['ppt/presentation.xml', 'sldId'],
    ['xl/workbook.xml', 'sheet'],
  ] as const) {
    const part = find(parts, main)
    const list = find(parts, main.replace(/([^/]*)$/, '_rels/$1.rels'))
    if (!part || !list) continue
    const relations = new Map(relationsOf(list.content).map(({ id, target }) => [id, targetOf(main, target)]))
    listed(part.content, element).forEach(({ id, name }, i) =>
      at.set(relations.get(id) ?? '', element === 'sldId' ? `第 ${i + 1} 张幻灯片` : `工作表“${name}”`),
    )
  }
  for (const { name, content } of parts.filter((part) => part.name.endsWith('.rels')))
    for (const { target, outside } of relationsOf(content)) inherit(at, name, outside ? '' : target)
  return at
}

/**
 * Notes, charts, drawings and comments stand where the slide or sheet stands that has them, or that they
 * have.
 */
function inherit(at: Map<string, string>, list: string, target: string): void {
  const owner = ownerOfRelations(list)
  const other = targetOf(owner, target)
  const position = at.get(owner)
  if (position !== undefined) {
    at.set(list, position)
    if (target !== '' && !at.has(other)) at.set(other, position)
  } else if (at.has(other) && owner.includes('notesSlides')) at.set(owner, at.get(other) ?? '')
}

/** Facts about a part from the package, before it is read. */
export function contextOf(name: string, positions: ReadonlyMap<string, string>): PartContext {
  return {
    place: placeOfPart(name),
    at: positions.get(name) ?? null,
    removed: leavesOut(name),
    counts: name === 'word/document.xml',
  }
}
