import type { SealedTable } from '../../engine/sealing/index.ts'
import { filePlace } from './issue.ts'

/** The files of papers, as long as they are kept. */
export const paperTable: SealedTable = {
  table: 'issued_form',
  key: [['id', 'uuid']],
  columns: [['file', 'text']],
  reseal: ({ id, file }, again) => ({
    file: typeof file === 'string' ? again(file, filePlace(String(id))) : null,
  }),
}
