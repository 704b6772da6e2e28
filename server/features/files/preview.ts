import { z } from 'zod'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { filePreview } from '../../../catalogue/contract/portal/file-preview.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { isConverted, viewOf } from '../../../catalogue/kinds/file-types.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { addressOf, filmAddress, publicAddress } from './addresses.ts'
import { isFilm } from './film-line.ts'
import type { FilesOptions } from './routes.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { noteReading, readableFile, type FileRow } from './store.ts'

/**
 * The file, if this reader may have it: everybody where a page they may see shows it, else by the records
 * that use it. Foreign is missing.
 */
async function fileFor(
  o: FilesOptions,
  reader: Actor | null,
  id: string,
): Promise<{ file: FileRow; open: boolean }> {
  if (await o.heldPublicly(reader, id)) {
    return {
      file: await o.db.one<FileRow>(
        sql`select id, name, mime, bytes, storage_key, by_identity from file where id = ${id}`,
      ),
      open: true,
    }
  }
  const file = reader && (await readableFile(o.db, o.records, reader, id))
  if (!reader || !file) throw new AppError('missing')
  await noteReading(o.db, reader, file)
  return { file, open: false }
}

/** The fixed calls by which pages show a file and hand it out. */
export function previewRoutes(server: Server, o: FilesOptions): void {
  const params = z.object({ key: uuid })
  register(server, {
    method: 'GET',
    url: '/api/v1/file/:key/preview',
    access: 'anyone',
    tag: '文件',
    summary: '怎样显示一个文件，和它的地址',
    params,
    answer: filePreview,
    handle: async ({ params: { key } }, { actor }) => {
      const { file, open } = await fileFor(o, actor, key)
      const address = (how: 'preview' | 'download' | 'pdf') =>
        (open ? publicAddress : addressOf)(o.keys, file.id, how)
      const captions =
        open && ['video', 'audio'].includes(viewOf(file.mime)) ? await o.captionsOf(actor, file.id) : null
      const converted = o.pdf !== null && isConverted(file.mime)
      return {
        type: converted ? ('pdf' as const) : viewOf(file.mime),
        url:
          open && isFilm(file.mime)
            ? filmAddress(o.keys, o.cache, file.id)
            : address(converted ? 'pdf' : 'preview'),
        download: address('download'),
        name: file.name,
        mime: file.mime,
        bytes: file.bytes,
        converted,
        captions: captions === null ? null : publicAddress(o.keys, captions, 'preview'),
      }
    },
  })
  server.route({
    method: 'GET',
    url: '/api/v1/file/:key',
    config: { access: 'anyone' },
    schema: { summary: '下载一个文件', tags: ['文件'], params },
    handler: async (request, reply) => {
      const { file } = await fileFor(o, request.actor, params.parse(request.params).key)
      return sendFile(
        reply,
        { ...file, read: (part) => o.store.read(file.storage_key, part), caching: 'no-store' },
        'attachment',
        request.headers.range,
      )
    },
  })
}
