import type { ArchiveComparison } from '../../../catalogue/contract/archive/archive.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { archiveAt } from '../../engine/history/index.ts'
import { prepared } from '../../engine/prepared/index.ts'
import { type Effective, forReader, fromStored, summaryOf } from '../../engine/records/index.ts'
import type { ArchiveReader } from './facts.ts'

type Section = ArchiveComparison['sections'][number]

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Records that were added, changed and ended between the ends of two days. */
export async function compareOf(
  reading: ArchiveReader,
  from: string,
  to: string,
): Promise<ArchiveComparison> {
  const { engine, owner, definitions } = reading
  const [before, after] = await Promise.all(
    [from, to].map((day) => archiveAt(engine, definitions, owner.id, day)),
  )
  const sections = definitions.map((definition) => {
    const of = (rows: readonly Effective[] = []) => rows.filter(({ type }) => type === definition.name)
    return sectionOf(reading, definition, of(before), of(after))
  })
  return {
    from,
    to,
    sections: sections.filter((s) => s.added.length + s.changed.length + s.ended.length > 0),
  }
}

function sectionOf(
  { engine, actor, owner }: ArchiveReader,
  definition: AnyRecord,
  before: readonly Effective[],
  after: readonly Effective[],
): Section {
  const shown = (row: Effective) =>
    forReader(engine.keys, definition, actor, {
      recordId: row.id,
      institutionId: owner.institutionId,
      stored: row.stored,
    })
  const line = (row: Effective) => ({
    id: row.id,
    summary: summaryOf(definition, row.stored),
    values: shown(row),
  })
  // Compared in plain, because a mask may hide a difference and a seal differs each time; told as the reader
  // may see it.
  const plain = (row: Effective) => fromStored(engine.keys, definition, row.id, row.stored)
  const changed = after.flatMap((now) => {
    const then = before.find(({ id }) => id === now.id)
    if (!then) return []
    const [a, b] = [plain(then), plain(now)]
    const [shownThen, shownNow] = [shown(then), shown(now)]
    const keys = prepared(definition).keys.filter((key) => !same(a[key], b[key]))
    const files = same(then.attachments, now.attachments)
      ? null
      : { from: then.attachments.length, to: now.attachments.length }
    if (keys.length === 0 && files === null) return []
    const fields = keys.map((key) => ({ key, from: shownThen[key] ?? null, to: shownNow[key] ?? null }))
    return [{ id: now.id, summary: summaryOf(definition, now.stored), fields, files }]
  })
  const without = (rows: readonly Effective[], others: readonly Effective[]) =>
    rows.filter(({ id }) => !others.some((other) => other.id === id)).map(line)
  return {
    type: definition.name,
    title: definition.title,
    archive: definition.archive,
    added: without(after, before),
    changed,
    ended: without(before, after),
  }
}
