import { Readable } from 'node:stream'
import { z } from 'zod'
import { bundleParts, fineLessons, isBundle } from '../../../../catalogue/bundles/rules.ts'
import { contentId } from '../../../../catalogue/contract/portal/portal.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { sameSecret, type Keys } from '../../../platform/crypto/keys.ts'
import type { Database } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Server } from '../../../platform/http/server.ts'
import { writeZip } from '../../../platform/package/write-zip.ts'
import type { FileStore } from '../../../platform/storage/file-store.ts'
import { attached } from '../../../platform/http/attached.ts'

interface BundleNeeds {
  readonly db: Database
  readonly keys: Keys
  readonly store: FileStore
}

/** Seconds an address of a bundle works. */
const seconds = 300

const signatureOf = (keys: Keys, id: number, until: number): string =>
  keys.mac('bundle', `${id}|${until}`).toString('base64url')

/** Where a bundle can be fetched for the next minutes. */
export function bundleAddress(keys: Keys, id: number): string {
  const until = Math.floor(Date.now() / 1000) + seconds
  return `/files/resource/${id}?until=${until}&sign=${signatureOf(keys, id, until)}`
}

type LiveValue = Readonly<Record<string, unknown>>

interface StoredPart {
  readonly id: string
  readonly name: string
  readonly storage_key: string
}

const textOf = (value: LiveValue, key: string) => (typeof value[key] === 'string' ? value[key] : '')

/** What goes along with the files: whose they are, and what may be done with them. */
function noteOf(value: LiveValue): string {
  const licence = textOf(value, 'licence')
  return [
    textOf(value, 'title'),
    `作者：${[textOf(value, 'author'), textOf(value, 'org')].filter(Boolean).join('　')}`,
    licence === '' ? '' : `许可：${labelOf('resourceLicence', licence)}`,
    textOf(value, 'sourceNote') === '' ? '' : `来源：${textOf(value, 'sourceNote')}`,
  ]
    .filter(Boolean)
    .join('\r\n')
}

/** The name of a part in the archive: its place, what it is, and its ending. */
const nameOf = (place: number, label: string, file: string): string =>
  `${place} ${label}.${file.split('.').at(-1) ?? ''}`

/** A zip of the parts, written while it is sent; films are packed already, so nothing is packed again. */
async function zipOf({ db, store }: BundleNeeds, value: LiveValue): Promise<Readable> {
  const ids = bundleParts.flatMap((part) => (typeof value[part] === 'string' ? [value[part]] : []))
  const files = await db.query<StoredPart>(
    sql`select id, name, storage_key from file where id = any(${ids}::uuid[])`,
  )
  const zip = writeZip()
  zip.add('说明.txt', () => Promise.resolve(Readable.from([Buffer.from(`\ufeff${noteOf(value)}`)])))
  for (const [at, part] of bundleParts.entries()) {
    const file = files.find(({ id }) => id === value[part])
    if (!file) continue
    zip.add(nameOf(at + 1, fineLessons.parts[part].label, file.name), () => store.read(file.storage_key))
  }
  return zip.end()
}

/** The parts of a bundle that readers see as one zip, for whoever holds a signed address. */
export function bundleRoute(server: Server, needs: BundleNeeds): void {
  server.route({
    method: 'GET',
    url: '/files/resource/:id',
    config: { access: 'public' },
    schema: {
      summary: '课包各件打成的 zip，凭签名的短时地址',
      tags: ['文件'],
      params: z.object({ id: contentId }),
      querystring: z.strictObject({ until: z.coerce.number().int(), sign: z.string().max(60) }),
    },
    handler: async (request, reply) => {
      const { id } = request.params as { id: number }
      const { until, sign } = request.query as { until: number; sign: string }
      const right = sameSecret(Buffer.from(signatureOf(needs.keys, id, until)), Buffer.from(sign))
      if (!right || until * 1000 < Date.now()) throw new AppError('missing')
      const row = await needs.db.maybeOne<{ live: LiveValue }>(
        sql`select live from content where id = ${id} and type = 'resource' and live is not null`,
      )
      if (!row || !isBundle(row.live)) throw new AppError('missing')
      const name = `${textOf(row.live, 'title')}.zip`
      return attached(reply, name, 'application/zip').send(await zipOf(needs, row.live))
    },
  })
}
