import type { FileMime } from '../../../catalogue/kinds/file-types.ts'
import type { ByteSource } from '../../platform/recordings/boxes.ts'
import { readFilm, type Film } from '../../platform/recordings/mp4.ts'
import { storedSource } from '../../platform/recordings/stored-source.ts'
import type { FileStore, KeptFile } from '../../platform/storage/file-store.ts'
import type { Pieces } from '../../platform/storage/pieces.ts'
import { refusals } from './gate/refusals.ts'

/** Pictures that browsers play from an mp4. */
const played = new Set(['avc1', 'avc3', 'av01', 'vp09'])
const hevc = new Set(['hvc1', 'hev1', 'dvh1', 'dvhe'])

/** The film that an mp4 is. Throws `fileType` with what to do where browsers cannot play it. */
async function requireFilm(source: ByteSource): Promise<Film> {
  const film = await readFilm(source)
  if (!film) throw refusals.brokenFilm()
  const { video } = film.facts
  if (video !== null && hevc.has(video)) throw refusals.hevc()
  if (video !== null && !played.has(video)) throw refusals.otherCodec(video)
  return film
}

/**
 * Stores a recording. An mp4 is examined by ranges, and one whose index stands at its end is stored with the
 * index in front: a player can begin, and move, before all of it came.
 * @param source the same bytes by ranges, where they lie somewhere already
 */
export async function keepRecording(
  store: FileStore,
  mime: FileMime,
  coming: Pieces,
  source: ByteSource | undefined,
): Promise<KeptFile> {
  if (mime !== 'video/mp4') return store.write(coming)
  if (source) return store.write((await requireFilm(source)).pieces())
  const kept = await store.write(coming)
  try {
    const film = await requireFilm(storedSource(store, kept))
    if (!film.isIndexLate) return kept
    const moved = await store.write(film.pieces())
    await store.remove(kept.key)
    return moved
  } catch (error) {
    await store.remove(kept.key)
    throw error
  }
}
