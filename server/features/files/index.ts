import type { Actor } from '../../../catalogue/access/access.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { captionsOf, heldByLive, type PublishingNeeds } from '../../engine/publishing/index.ts'
import { clamdScanner } from '../../platform/virus-scan/clamd.ts'
import type { FileStores } from '../../platform/storage/file-stores.ts'
import { findLibreOffice } from './libre-office.ts'
import { expireUploads } from './resumable/uploads.ts'
import { openFilmLine } from './film-line.ts'
import { fileRoutes } from './routes.ts'

export { filmAddress, photoAddress, publicAddress } from './addresses.ts'
export { fileFor, keepFilm, type KeptFilm } from './keep-film.ts'
export { deleteFile, recordFile } from './store.ts'

interface Needs extends Pick<Ground, 'config' | 'db' | 'keys' | 'engine' | 'actorOn'> {
  readonly publishing: PublishingNeeds
  readonly fileStores: FileStores
}

/** Who publishes has recordings to show. */
const mayRecord = ({ types }: PublishingNeeds, { role }: Actor): boolean =>
  Object.values(types).some(({ writers }) => writers.includes(role))

export const files: Feature<Needs> = {
  name: 'files',
  routes: (server, { config, db, keys, engine, actorOn, publishing, fileStores }) =>
    fileRoutes(server, {
      db,
      keys,
      records: engine.records,
      store: fileStores.files,
      parts: fileStores.parts,
      actorOn,
      heldPublicly: (reader, id) => heldByLive(publishing, reader, id),
      captionsOf: (reader, id) => captionsOf(publishing, reader, id),
      scanner: config.clamdAddress === undefined ? null : clamdScanner(config.clamdAddress),
      pdf: findLibreOffice(config.officeProgram),
      largestVideo: config.largestVideo,
      largestAudio: config.largestAudio,
      origin: config.publicOrigin ?? '',
      mayRecord: (actor) => mayRecord(publishing, actor),
      cache: config.mediaUrl,
      line: openFilmLine(config.mediaMbit),
    }),
  jobs: ({ db, fileStores }) => [
    {
      name: 'files.expire',
      label: '未传完文件到期清理',
      every: 1800,
      run: () => expireUploads(db, fileStores.parts),
    },
  ],
}
