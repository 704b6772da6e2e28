import type { AnyRecord } from '../../../catalogue/define.ts'
import { placeOf } from '../../engine/records/index.ts'
import type { SealedTable } from '../../engine/sealing/index.ts'

/** The asked value of a sealed field is sealed, too. */
export function correctionTable(records: Readonly<Record<string, AnyRecord>>): SealedTable {
  return {
    table: 'correction',
    key: [['id', 'uuid']],
    columns: [['fields', 'jsonb']],
    also: ['type', 'record_id'],
    reseal: (row, again) => {
      const type = String(row['type'])
      const fields = row['fields'] as readonly { key: string; should: unknown }[]
      return {
        fields: fields.map(({ key, should }) =>
          records[type]?.fields[key]?.sealed && typeof should === 'string'
            ? { key, should: again(should, placeOf(type, key, String(row['record_id']))) }
            : { key, should },
        ),
      }
    },
  }
}
