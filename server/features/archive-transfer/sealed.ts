import type { SealedTable } from '../../engine/sealing/index.ts'

/** The place to which the key of a package is bound. */
export const keyPlace = (id: number): string => `archive_package|key|${id}`

/** The keys of packages, sealed. */
export const packageTable: SealedTable = {
  table: 'archive_package',
  key: [['id', 'integer']],
  columns: [['key_sealed', 'text']],
  reseal: ({ id, key_sealed: sealed }, again) => ({
    key_sealed: typeof sealed === 'string' ? again(sealed, keyPlace(Number(id))) : null,
  }),
}
