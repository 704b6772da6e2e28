import { resolve } from 'node:path'
import type { Feature, Ground } from '../../engine/feature.ts'
import { auditMonths } from './retention.ts'
import { logRoutes } from './routes.ts'
import { startSealer } from './sealer.ts'

export { integrityOf } from './integrity.ts'
export { sentenceOfFault, verifyAudit, type Verdict } from './verify.ts'

export const auditLog: Feature<Pick<Ground, 'engine' | 'config' | 'db' | 'keys' | 'log' | 'actorOn'>> = {
  name: 'audit-log',
  routes: (server, { engine, config, actorOn }) =>
    logRoutes(server, engine, resolve(config.dataDir), actorOn),
  jobs: (needs) => [auditMonths(needs)],
  repeats: [
    {
      where: 'withJobs',
      start: ({ db, keys, config, log }) => startSealer(db, keys, resolve(config.dataDir), log),
    },
  ],
}
