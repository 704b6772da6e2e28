import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { sha256 } from '../../server/platform/crypto/keys.ts'
import { copyItems, type TableOf } from '../writing/copy.ts'
import type { Moment } from '../writing/moment.ts'
import type { Random } from '../writing/random.ts'
import { drawPictures, drawReport, type Drawn, type EvidenceKind } from './pictures.ts'

interface Kept extends Drawn {
  readonly key: string
  readonly sha: Buffer
}

interface FileRow {
  readonly id: string
  readonly file: Kept
  readonly name: string
  readonly by: number
  readonly at: Moment
}

/** Evidence at hand: every call is an upload of its own, several uploads may share the stored bytes. */
export interface Evidence {
  /** Uploads a file of a kind for an identity; answers its id. */
  upload(kind: EvidenceKind, by: number, at: Moment): string
  /** Puts the bytes where the portal looks for them. */
  store(folder: string): Promise<void>
  write(client: pg.ClientBase, time: (moment: Moment) => string): Promise<void>
}

const REPORTS = 28

const nameOf: Readonly<Record<EvidenceKind, string>> = {
  diploma: '毕业证书',
  completion: '结业证书',
  degree: '学位证书',
  portrait1: '免冠照片',
  portrait2: '免冠照片',
  report: '学历证书电子注册备案表',
}
const extension = { 'image/jpeg': 'jpg', 'image/png': 'png', 'application/pdf': 'pdf' } as const

/** A storage key as the file store draws it, a UUIDv4, but from the seed. */
function storageKey(random: Random): string {
  const hex = Array.from({ length: 4 }, () => random.bits().toString(16).padStart(8, '0')).join('')
  const variant = '89ab'[random.int(0, 3)]
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ]
  return parts.join('-')
}

/** The same layout and the same care as the portal's file store: written beside, synced, renamed. */
async function keep(folder: string, { key, content }: Kept): Promise<void> {
  const path = join(folder, key.slice(0, 2), key)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(`${path}.part`, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${path}.part`, path)
}

/** Draws all evidence and hands it out. */
export async function openEvidence(random: Random, newId: (moment: Moment) => string): Promise<Evidence> {
  const drawn = [...(await drawPictures()), ...Array.from({ length: REPORTS }, (_, i) => drawReport(i + 1))]
  const kept = drawn.map((file): Kept => ({ ...file, key: storageKey(random), sha: sha256(file.content) }))
  const rows: FileRow[] = []
  return {
    upload(kind, by, at) {
      const file = random.pick(kept.filter((k) => k.kind === kind))
      const id = newId(at)
      rows.push({ id, file, name: `${nameOf[kind]}.${extension[file.mime]}`, by, at })
      return id
    },
    store: async (folder) => void (await Promise.all(kept.map((file) => keep(folder, file)))),
    async write(client, time) {
      const table: TableOf<FileRow> = {
        id: (r) => r.id,
        sha256: (r) => r.file.sha,
        bytes: (r) => r.file.content.length,
        mime: (r) => r.file.mime,
        name: (r) => r.name,
        storage_key: (r) => r.file.key,
        by_identity: (r) => r.by,
        created_at: (r) => time(r.at),
      }
      await copyItems(client, 'file', table, rows)
    },
  }
}
