import type { SealedTable } from '../../engine/sealing/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'

const placeOf = (app: string): string => `roster_hook|secret|${app}`

/** A secret as it is kept. */
export const sealSecret = (keys: Keys, app: string, secret: string): string => keys.seal(secret, placeOf(app))

interface KeptSecrets {
  readonly secret_sealed: string
  readonly old_secret_sealed: string | null
}

/** The secrets that sign now: the newest, and for a day the one before. */
export const secretsOf = (keys: Keys, app: string, kept: KeptSecrets): string[] =>
  [kept.secret_sealed, kept.old_secret_sealed]
    .filter((sealed) => sealed !== null)
    .map((sealed) => keys.open(sealed, placeOf(app)))

/** Secrets of the systems that hear of changes, sealed. */
export const rosterSecrets: SealedTable = {
  table: 'roster_hook',
  key: [['app_id', 'text']],
  columns: [
    ['secret_sealed', 'text'],
    ['old_secret_sealed', 'text'],
  ],
  reseal: (row, again) => {
    const one = (sealed: unknown) =>
      typeof sealed === 'string' ? again(sealed, placeOf(String(row['app_id']))) : null
    return { secret_sealed: one(row['secret_sealed']), old_secret_sealed: one(row['old_secret_sealed']) }
  },
}
