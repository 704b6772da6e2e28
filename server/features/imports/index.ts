import type { Feature, Ground } from '../../engine/feature.ts'
import { runChecks, runWrites, type ImportEngine } from '../../engine/imports/index.ts'
import type { FileRoom } from './bring.ts'
import { importRoutes } from './routes.ts'

export interface ImportNeeds extends Pick<Ground, 'db' | 'keys' | 'actorOn'> {
  readonly importing: ImportEngine
  /** Store of the imported files until an import can no longer be undone. */
  readonly importFiles: FileRoom
}

/** The gate through which tables come in: bringing a file, its dry run, mending, starting, taking back. */
export const imports: Feature<ImportNeeds> = {
  name: 'imports',
  routes: importRoutes,
  jobs: ({ importing }) => [
    { name: 'imports.check', label: '导入核对', every: 2, run: (stopping) => runChecks(importing, stopping) },
    { name: 'imports.write', label: '导入写入', every: 2, run: (stopping) => runWrites(importing, stopping) },
  ],
}
