import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { sha256 } from '../../server/platform/crypto/keys.ts'
import { copyItems, type TableOf } from '../../server/platform/db/copy.ts'
import type { Moment } from '../../server/engine/bulk/index.ts'
import type { Random } from '../writing/random.ts'
import { drawReport, drawSamples, drawSheet, type DrawnFile, type EvidenceKind } from './pictures.ts'
import type { Content, SheetKind } from './wording.ts'

interface EvidenceFile extends DrawnFile {
  readonly key: string
  readonly sha: Buffer
}

interface FileRow {
  readonly id: string
  readonly kind: EvidenceKind
  readonly by: number
  readonly at: Moment
  /** Null until a sheet of its own is drawn. */
  file: EvidenceFile | null
}

interface SheetOrder {
  readonly row: FileRow
  readonly key: string
  readonly kind: SheetKind
  readonly content: Content
}

/** Evidence at hand: every call is an upload of its own, several uploads may share the stored bytes. */
export interface Evidence {
  /**
   * Uploads a file of a kind for an identity; answers its id. With `content` it is drawn for this one record,
   * else it is a sample.
   */
  upload(kind: EvidenceKind, by: number, at: Moment, content?: Content): string
  /** Puts the bytes where the portal looks for them. */
  store(folder: string): Promise<void>
  /** Writes the rows of what was uploaded since the last call. */
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
  appointment: '聘任通知',
  title: '职称证书',
  qualification: '教师资格证书',
  register: '教师资格注册页',
  training: '培训结业证书',
  honour: '荣誉证书',
  paper: '论文首页',
  contract: '聘用合同',
  putonghua: '普通话等级证书',
  foreign: '外语成绩单',
  project: '立项通知书',
  notice: '佐证材料',
  resource: '资源文件',
  patent: '专利（登记）证书',
  book: '版权页',
  skill: '技能证书',
  artwork: '作品照片',
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
async function keep(folder: string, { key, content }: EvidenceFile): Promise<void> {
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

/** Draws the samples and hands evidence out. */
export async function openEvidence(random: Random, newId: (moment: Moment) => string): Promise<Evidence> {
  const drawn = [...(await drawSamples()), ...Array.from({ length: REPORTS }, (_, i) => drawReport(i + 1))]
  const keptOf = (file: DrawnFile, key: string): EvidenceFile => ({ ...file, key, sha: sha256(file.content) })
  const kept = drawn.map((file) => keptOf(file, storageKey(random)))
  const byKind = Map.groupBy(kept, (file) => file.kind)
  const rows: FileRow[] = []
  const ordered: SheetOrder[] = []
  let drawnSheets = 0
  return {
    upload(kind, by, at, content) {
      const id = newId(at)
      const own = content && kind !== 'report' && kind !== 'portrait1' && kind !== 'portrait2'
      const row: FileRow = { id, kind, by, at, file: own ? null : random.pick(byKind.get(kind) ?? []) }
      rows.push(row)
      if (own) ordered.push({ row, key: storageKey(random), kind, content })
      return id
    },
    store: async (folder) => {
      await Promise.all(kept.map((file) => keep(folder, file)))
    },
    async write(client, time) {
      // Taken at once: more may be uploaded while these are drawn and written.
      const mine = rows.splice(0)
      const before = drawnSheets
      const sheets = ordered.splice(0)
      drawnSheets += sheets.length
      const own = sheets.map(async ({ row, key, kind, content }, nth) => {
        const file = keptOf(await drawSheet(kind, content, before + nth), key)
        row.file = file
        kept.push(file)
      })
      await Promise.all(own)
      const fileOf = (row: FileRow): EvidenceFile => {
        if (!row.file) throw new Error('demo: a sheet was not drawn')
        return row.file
      }
      const table: TableOf<FileRow> = {
        id: (r) => r.id,
        sha256: (r) => fileOf(r).sha,
        bytes: (r) => fileOf(r).content.length,
        mime: (r) => fileOf(r).mime,
        name: (r) => `${nameOf[r.kind]}.${extension[fileOf(r).mime]}`,
        storage_key: (r) => fileOf(r).key,
        by_identity: (r) => r.by,
        created_at: (r) => time(r.at),
      }
      await copyItems(client, 'file', table, mine)
    },
  }
}
