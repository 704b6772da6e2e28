import type { SealedTable } from '../../engine/sealing/index.ts'

/** The place to which the key of a copy is bound. */
export const keyPlace = (id: string): string => `personal_copy|key|${id}`

/** The keys of copies, sealed. */
export const copyTable: SealedTable = {
  table: 'personal_copy',
  key: [['id', 'uuid']],
  columns: [['key_sealed', 'text']],
  reseal: ({ id, key_sealed: sealed }, again) => ({
    key_sealed: typeof sealed === 'string' ? again(sealed, keyPlace(String(id))) : null,
  }),
}
