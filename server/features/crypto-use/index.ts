import { duties } from '../../../catalogue/access/duties.ts'
import { cryptoUse } from '../../../catalogue/contract/administration/crypto-use.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import type { SealedTable } from '../../engine/sealing/index.ts'
import { signaturePurpose } from '../../platform/crypto/keys.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import { storedBySuite } from './counts.ts'

interface Needs extends Pick<Ground, 'db' | 'keys'> {
  /** Every table that holds sealed values. */
  readonly sealedTables: readonly SealedTable[]
}

/** 密码应用: which suite of algorithms writes, and how much is stored under each (docs/decisions/0285). */
export const cryptoInUse: Feature<Needs> = {
  name: 'crypto-use',
  routes: (server, { db, keys, sealedTables }) => {
    register(server, {
      method: 'GET',
      url: '/api/v1/cryptoUse',
      access: [1],
      duties,
      tag: '登录',
      summary: '密码应用：现用算法套件、各套件的存量、签名公钥；不含密钥',
      answer: cryptoUse,
      perMinute: 20,
      handle: async () => {
        const rotation = await db.maybeOne<{ kid: number; startedAt: string; finishedAt: string | null }>(sql`
          select kid, active_at as "startedAt", finished_at as "finishedAt"
          from sealing_key
          order by kid desc
          limit 1`)
        return {
          suite: keys.suite,
          kid: keys.kid(),
          rotation: rotation ?? null,
          stored: await storedBySuite(db, sealedTables),
          publicKey: keys.publicKey(signaturePurpose),
        }
      },
    })
  },
}
