import type { AnyRecord } from '../../catalogue/define.ts'
import { sealedPapers } from '../engine/papers/index.ts'
import { importRowTable } from '../engine/imports/index.ts'
import {
  engineTables,
  objectionTable,
  outsideTable,
  personTable,
  type SealedTable,
} from '../engine/sealing/index.ts'
import { packageTable } from '../features/archive-transfer/index.ts'
import { blindFindings } from '../features/blind/index.ts'
import { complaintTable } from '../features/complaints/index.ts'
import { correctionTable } from '../features/corrections/index.ts'
import { credentialKeys } from '../features/credentials/index.ts'
import { exportTable } from '../features/exports/index.ts'
import { paperTable } from '../features/forms/index.ts'
import { copyTable } from '../features/personal-copy/index.ts'
import { rosterSecrets } from '../features/roster/index.ts'
import { signOnItems, signOnKeys, signOnTickets } from '../features/sign-on/index.ts'

/**
 * Every table that holds sealed values. A rotation that misses one is found by its test, which reads all
 * tables.
 */
export function sealedTables(records: Readonly<Record<string, AnyRecord>>): SealedTable[] {
  return [
    ...engineTables(records),
    personTable(['id_no', 'mobile', 'email', 'totp'], ['id_no', 'mobile']),
    complaintTable,
    copyTable,
    correctionTable(records),
    credentialKeys,
    exportTable,
    importRowTable,
    paperTable,
    signOnItems,
    signOnKeys,
    signOnTickets,
    outsideTable,
    packageTable,
    objectionTable,
    blindFindings,
    rosterSecrets,
    sealedPapers,
  ]
}
