import type { SealedTable } from '../sealing/index.ts'
import { sealPlace } from './row.ts'

/** Papers under seal, for a change of keys. */
export const sealedPapers: SealedTable = {
  table: 'paper',
  key: [['id', 'integer']],
  columns: [['sealed', 'text']],
  reseal: (row, again) => {
    const { id, sealed } = row
    return { sealed: typeof sealed === 'string' ? again(sealed, sealPlace(Number(id))) : null }
  },
}
