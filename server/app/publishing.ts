import type { Engine } from '../engine/engine.ts'
import type { PublishingNeeds } from '../engine/publishing/index.ts'
import { filmAddress, publicAddress } from '../features/files/index.ts'
import type { Config } from '../platform/config/config.ts'
import { againstWithdrawn } from '../features/legal/index.ts'
import { notify } from '../features/messages/index.ts'
import {
  againstCoauthors,
  againstOrigin,
  againstSameFile,
  followInArchive,
  staleTrace,
} from '../features/resources/index.ts'

/** What contents are published with: addresses of files, messages, and the archive that follows them. */
export const publishingOf = (
  engine: Engine,
  {
    mediaUrl,
    ...given
  }: Pick<PublishingNeeds, 'types' | 'examine' | 'onChanged'> & Partial<Pick<Config, 'mediaUrl'>>,
): PublishingNeeds => ({
  ...given,
  db: engine.db,
  keys: engine.keys,
  fileAddress: (id, mode) => publicAddress(engine.keys, id, mode),
  filmAddress: (id) => filmAddress(engine.keys, mediaUrl, id),
  notify,
  against: async (db, { id, type }, value) => {
    if (type !== 'resource') return againstWithdrawn(db, type, value)
    return [
      ...(await againstOrigin(db, id, value)),
      ...(await againstCoauthors(db, id)),
      ...(await againstSameFile(db, id, value)),
    ]
  },
  onReach: async (acting) => {
    await followInArchive(engine, acting)
    if (acting.definition.name === 'resource') await staleTrace(acting.tx, acting.row.id)
  },
})
