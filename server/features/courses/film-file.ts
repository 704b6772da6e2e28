import type { Actor } from '../../../catalogue/access/access.ts'
import type { LessonSaved } from '../../../catalogue/contract/courses.ts'
import { longest } from '../../../catalogue/contract/watch.ts'
import { invalid, invalidFields } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../engine/engine.ts'
import { readFilm } from '../../platform/recordings/mp4.ts'
import { storedSource } from '../../platform/recordings/stored-source.ts'
import { sql } from '../../platform/db/sql.ts'
import type { FileStore, KeptFile } from '../../platform/storage/file-store.ts'

/** The files of a lesson, by field: what each may be. */
const accepted = {
  fileId: {
    mimes: ['video/mp4', 'video/webm', 'audio/mpeg'],
    message: '录像请上传本单位的 mp4、webm 或 mp3 文件',
  },
  captionsId: { mimes: ['text/vtt'], message: '字幕请上传本单位的 vtt 文件' },
  slidesId: { mimes: ['application/pdf'], message: '讲义请上传本单位的 pdf 文件' },
} as const
const fields = ['fileId', 'captionsId', 'slidesId'] as const

export type LessonFiles = Pick<LessonSaved, (typeof fields)[number]>
export type AskedMedia = LessonFiles & Pick<LessonSaved, 'seconds'>

interface FileRow extends Pick<KeptFile, 'key' | 'bytes'> {
  readonly id: string
  readonly mime: string
}

/**
 * The files that a lesson gets and does not have yet. Each was uploaded by an office of this institution, since
 * files of its teachers are theirs, and is what its field takes; else it is refused there.
 */
async function newFiles(
  db: Queryable,
  actor: Actor,
  media: LessonFiles,
  before: LessonFiles | null,
): Promise<readonly FileRow[]> {
  const fresh = fields.flatMap((field) => {
    const id = media[field]
    return id === null || id === before?.[field] ? [] : [{ field, id }]
  })
  if (fresh.length === 0) return []
  const rows = await db.query<FileRow>(sql`
    select f.id, f.mime, f.storage_key as key, f.bytes
    from file f join identity a on a.id = f.by_identity
    where f.id = any(${fresh.map(({ id }) => id)}::uuid[]) and a.institution_id = ${actor.institutionId}
      and a.role = ${actor.role}`)
  const faults = fresh.flatMap(({ field, id }) => {
    const { mimes, message } = accepted[field]
    return rows.some((row) => row.id === id && mimes.some((mime) => mime === row.mime))
      ? []
      : [{ field, message }]
  })
  if (faults.length > 0) throw invalidFields(faults)
  return rows
}

/**
 * Checks the new files of a lesson and says how long its recording is: an mp4 says it itself; of other
 * recordings, and of an mp4 in fragments, the browser that uploaded it read it. A recording that is there
 * already is not read again.
 * @param before what the lesson has; null for a new one
 * @returns whole seconds; null where there is no recording
 */
export async function secondsOf(
  { db, store }: { readonly db: Queryable; readonly store: FileStore },
  actor: Actor,
  media: AskedMedia,
  before: AskedMedia | null,
): Promise<number | null> {
  const files = await newFiles(db, actor, media, before)
  if (media.fileId === null) return null
  const film = files.find(({ id }) => id === media.fileId)
  if (!film) return before?.seconds ?? null
  const told = film.mime === 'video/mp4' ? await filmSeconds(store, film) : null
  const length = Math.floor(told ?? media.seconds ?? 0)
  if (length < 1) throw invalid('fileId', '读不出录像的长度，请换一个文件，或用 mp4 重新导出')
  if (length > longest) throw invalid('fileId', '录像不能长过一天')
  return length
}

async function filmSeconds(store: FileStore, file: FileRow): Promise<number | null> {
  const film = await readFilm(storedSource(store, file))
  return film === null || film.facts.ms === null ? null : film.facts.ms / 1_000
}
