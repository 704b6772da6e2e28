import type { ArchiveFile } from '../../../catalogue/contract/archive/archive.ts'
import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import { serverKind } from '../../engine/kinds/index.ts'
import { prepared } from '../../engine/prepared/index.ts'
import { filesIn, summaryOf, type Values } from '../../engine/records/index.ts'
import type { Facts } from './facts.ts'

interface Holder {
  readonly type: string
  readonly id: string
  readonly values: Values
  readonly attachments: readonly string[]
  readonly proposed: boolean
}

/**
 * Every file of an archive with the record it belongs to; one that is in force already is not told again as
 * proposed.
 */
export function evidenceOf(definitions: readonly AnyRecord[], facts: Facts): ArchiveFile[] {
  const holders: Holder[] = [
    ...facts.effective.map((row) => ({
      type: row.type,
      id: row.id,
      values: row.stored,
      attachments: row.attachments,
      proposed: false,
    })),
    ...facts.open.map((row) => ({
      type: row.type,
      id: row.recordId,
      values: row.value,
      attachments: row.attachments,
      proposed: true,
    })),
  ]
  const told = new Set<string>()
  return definitions.flatMap((definition) =>
    holders
      .filter(({ type }) => type === definition.name)
      .flatMap(({ id: recordId, values, attachments, proposed }) =>
        filesIn(definition, values, attachments).flatMap((id) => {
          const file = facts.files.get(id)
          const use = `${recordId}/${id}`
          if (!file || told.has(use)) return []
          told.add(use)
          const place = prepared(definition).fields.find(({ key, field }) =>
            holdsFile(field, values[key], id),
          )
          const { name: type, title, archive } = definition
          return [
            {
              file,
              type,
              title,
              archive,
              recordId,
              summary: summaryOf(definition, values),
              field: place?.key ?? 'attachments',
              proposed,
            },
          ]
        }),
      ),
  )
}

const holdsFile = (field: Field, value: unknown, id: string): boolean =>
  serverKind(field)
    .filesIn(value, field)
    .some((one) => one.id === id)
