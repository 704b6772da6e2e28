import type { Actor } from '../../../catalogue/access/access.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { longest } from '../../../catalogue/contract/watch.ts'
import type { Queryable } from '../../engine/engine.ts'
import { readFilm } from '../../platform/recordings/mp4.ts'
import { storedSource } from '../../platform/recordings/stored-source.ts'
import { sql } from '../../platform/db/sql.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'

export interface AskedMedia {
  readonly fileId: string | null
  readonly captionsId: string | null
  readonly slidesId: string | null
  readonly seconds: number | null
}

interface FileRow {
  readonly id: string
  readonly mime: string
  readonly key: string
  readonly bytes: number
}

const films = ['video/mp4', 'video/webm', 'audio/mpeg']

/**
 * A file that an office of this institution uploaded, of one of these kinds; anything else is refused at its field:
 * files of its teachers are theirs.
 */
async function fileAt(
  db: Queryable,
  actor: Actor,
  id: string,
  {
    field,
    mimes,
    message,
  }: { readonly field: string; readonly mimes: readonly string[]; readonly message: string },
): Promise<FileRow> {
  const row = await db.maybeOne<FileRow>(sql`
    select f.id, f.mime, f.storage_key as key, f.bytes
    from file f join identity a on a.id = f.by_identity
    where f.id = ${id}::uuid and a.institution_id = ${actor.institutionId} and a.role = ${actor.role}`)
  if (!row || !mimes.includes(row.mime)) throw invalid(field, message)
  return row
}

/**
 * Checks the files of a lesson and says how long its recording is: an mp4 says it itself; of other recordings,
 * and of an mp4 in fragments, the browser that uploaded it read it.
 * @returns whole seconds; null where there is no recording
 */
export async function secondsOf(
  { db, store }: { readonly db: Queryable; readonly store: FileStore },
  actor: Actor,
  { fileId, captionsId, slidesId, seconds }: AskedMedia,
): Promise<number | null> {
  if (captionsId !== null)
    await fileAt(db, actor, captionsId, {
      field: 'captionsId',
      mimes: ['text/vtt'],
      message: '字幕请上传本单位的 vtt 文件',
    })
  if (slidesId !== null)
    await fileAt(db, actor, slidesId, {
      field: 'slidesId',
      mimes: ['application/pdf'],
      message: '讲义请上传本单位的 pdf 文件',
    })
  if (fileId === null) return null
  const file = await fileAt(db, actor, fileId, {
    field: 'fileId',
    mimes: films,
    message: '录像请上传本单位的 mp4、webm 或 mp3 文件',
  })
  const told = file.mime === 'video/mp4' ? await filmSeconds(store, file) : null
  const length = Math.floor(told ?? seconds ?? 0)
  if (length < 1) throw invalid('fileId', '读不出录像的长度，请换一个文件，或用 mp4 重新导出')
  if (length > longest) throw invalid('fileId', '录像不能长过一天')
  return length
}

async function filmSeconds(store: FileStore, file: FileRow): Promise<number | null> {
  const film = await readFilm(storedSource(store, file))
  return film === null || film.facts.ms === null ? null : film.facts.ms / 1_000
}
