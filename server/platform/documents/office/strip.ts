import type { Budget } from '../../package/zip.ts'
import { deepest } from '../passage.ts'
import { pictureKindOf, stripPicture } from '../pictures/pictures.ts'
import { cleanPart } from './clean-part.ts'
import {
  isXml,
  officeBudget,
  openParts,
  ownerOfRelations,
  packParts,
  targetOf,
  type OpenPart,
} from './parts.ts'
import { leavesOut } from './removed.ts'
import { relationsOf } from './walk.ts'

/** Drawings that only hold the balloons of comments in sheets: all of VML that is no picture of a head. */
function balloons(parts: readonly OpenPart[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { name, content } of parts.filter((part) => part.name.startsWith('xl/worksheets/_rels/'))) {
    const owner = ownerOfRelations(name)
    const sheet = parts.find((part) => part.name === owner)?.content.toString('utf8') ?? ''
    const id = /<(?:\w+:)?legacyDrawing\s[^>]*\bid\s*=\s*["']([^"']+)/.exec(sheet)?.[1]
    for (const relation of relationsOf(content))
      if (relation.id === id) found.add(targetOf(owner, relation.target))
  }
  return found
}

/** A document of Office without what tells who made it. */
export async function stripOffice(
  content: Buffer,
  budget: Budget = officeBudget(),
  depth = 0,
): Promise<Buffer> {
  const parts = await openParts(content, budget)
  const gone = balloons(parts)
  const leaves = (name: string) => leavesOut(name) || gone.has(name) || gone.has(ownerOfRelations(name))
  const kept: OpenPart[] = []
  for (const part of parts.filter(({ name }) => !leaves(name)))
    kept.push({ name: part.name, content: await cleaned(part, leaves, { budget, depth }) })
  return packParts(kept)
}

async function cleaned(
  { name, content }: OpenPart,
  leaves: (name: string) => boolean,
  { budget, depth }: { budget: Budget; depth: number },
): Promise<Buffer> {
  if (isXml(name) || name === '[Content_Types].xml') {
    const owner = name.endsWith('.rels') ? ownerOfRelations(name) : name
    return cleanPart(name, content, (target) => leaves(targetOf(owner, target)))
  }
  const picture = pictureKindOf(content)
  if (picture !== null) return stripPicture(content, picture)
  return /\.(docx|pptx|xlsx)$/i.test(name) && depth < deepest
    ? stripOffice(content, budget, depth + 1)
    : content
}
