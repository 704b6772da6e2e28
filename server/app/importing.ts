import { resolve } from 'node:path'
import { areaCodeOf } from '../../catalogue/areas/areas.ts'
import { peopleSubject, recordsSubject, type Importing, type Subject } from '../engine/imports/index.ts'
import { fileStore } from '../features/files/index.ts'
import { institutionSubject } from '../features/institutions/index.ts'
import { outsideSubject } from '../features/outside-sign-in/index.ts'
import type { Shared } from './shared.ts'

/** Where files lie that were brought to be imported: apart from uploads, because nobody reads them back. */
export const importRoom = (dataDir: string) => fileStore(resolve(dataDir, 'imports'))

interface ImportGround extends Pick<Shared, 'db' | 'engine'> {
  readonly config: Pick<Shared['config'], 'dataDir'>
}

/** The imports with everybody whom their rows may be about. */
export function importingOf({ db, engine, config }: ImportGround, accounts: Subject): Importing {
  const records = recordsSubject(engine)
  const room = importRoom(config.dataDir)
  return {
    engine,
    areaOf: areaCodeOf,
    pathOf: room.pathOf,
    removeFile: room.remove,
    subjects: {
      teachers: peopleSubject(engine),
      teacher: records,
      institution: records,
      institutions: institutionSubject({ db, engine }),
      accounts,
      outsideAccounts: outsideSubject(engine.keys),
    },
  }
}
