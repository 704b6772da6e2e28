import { areaCodeNear } from '../../catalogue/areas/areas.ts'
import { peopleSubject, recordsSubject, type ImportEngine, type Subject } from '../engine/imports/index.ts'
import { institutionSubject, type FirstAccounts } from '../features/institutions/index.ts'
import { outsideSubject } from '../features/outside-sign-in/index.ts'
import { doubtsOfTrainings, enrolmentSubject } from '../features/training/index.ts'
import { processingOf } from './processing.ts'
import type { SharedParts } from './shared.ts'

interface ImportGround extends Pick<SharedParts, 'db' | 'engine'> {
  /** Where files lie that were brought to be imported: apart from uploads, because nobody reads them back. */
  readonly fileStores: Pick<SharedParts['fileStores'], 'imports'>
}

interface ImportedAccounts {
  readonly subject: Subject
  readonly first: FirstAccounts
}

/** The imports with everybody whom their rows may be about. */
export function importingOf(
  { db, engine, fileStores }: ImportGround,
  accounts: ImportedAccounts,
): ImportEngine {
  const records = recordsSubject(engine, { training: doubtsOfTrainings })
  return {
    engine,
    areaOf: areaCodeNear,
    withFile: fileStores.imports.withFile,
    removeFile: fileStores.imports.remove,
    subjects: {
      teachers: peopleSubject(engine),
      teacher: records,
      institution: records,
      institutions: institutionSubject({ db, engine, accounts: accounts.first }),
      accounts: accounts.subject,
      outsideAccounts: outsideSubject(engine.keys),
      enrolments: enrolmentSubject(engine, processingOf(engine)),
    },
  }
}
