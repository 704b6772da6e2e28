import type { ArchiveDocument, ArchiveOverview } from '../../../catalogue/contract/archive/archive.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { LinkOf } from './document.ts'

/** The document without its values: how full each section is, what waits or came back, what runs out. */
export function overviewOf(
  document: ArchiveDocument,
  records: Readonly<Record<string, AnyRecord>>,
  linkOf: LinkOf,
): ArchiveOverview {
  const { head, percent, sections } = document
  const lines = sections.flatMap(({ type, title, records: rows }) =>
    rows.map((record) => ({ type, title, record })),
  )
  const label = (type: string, key: string) => records[type]?.fields[key]?.label ?? '佐证材料'
  return {
    head,
    completeness: percent,
    // The contract strips the records on the way out.
    items: sections.map((section) => ({ ...section, link: linkOf(section.type, null) })),
    underWay: lines.flatMap(({ type, title, record: { id, summary, pending, link } }) =>
      pending
        ? [
            {
              type,
              title,
              recordId: id,
              summary,
              state: pending.state,
              level: pending.level,
              holder: pending.holder,
              waitingDays: pending.waitingDays,
              reason:
                pending.reasons
                  .map((one) => `${label(type, one.key)}：${one.reason || '请核对'}`)
                  .join('；') ||
                (pending.reason ?? ''),
              link,
            },
          ]
        : [],
    ),
    expiring: lines.flatMap(({ type, title, record }) =>
      record.expiring.map((one) => ({
        ...one,
        type,
        title,
        label: label(type, one.key),
        recordId: record.id,
        summary: record.summary,
        link: record.link,
      })),
    ),
  }
}
