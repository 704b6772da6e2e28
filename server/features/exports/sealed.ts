import type { SealedTable } from '../../engine/sealing/index.ts'

/** The place to which the key of a file is bound. */
export const keyPlace = (id: number): string => `export|key|${id}`

/** The keys of files, sealed. */
export const exportTable: SealedTable = {
  table: 'export',
  key: [['id', 'integer']],
  columns: [['key_sealed', 'text']],
  reseal: (row, again) => {
    const sealed = row['key_sealed']
    return {
      key_sealed: typeof sealed === 'string' ? again(sealed, keyPlace(Number(row['id']))) : null,
    }
  },
}
