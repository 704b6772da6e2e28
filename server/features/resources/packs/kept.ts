import type { Actor } from '../../../../catalogue/access/access.ts'
import {
  packLimits,
  type ChapterPack,
  type PackAsked,
  type PackOffer,
} from '../../../../catalogue/contract/chapter-packs.ts'
import { AppError, invalid } from '../../../../catalogue/errors.ts'
import { offersChapters } from '../../../engine/curriculum/index.ts'
import { reaches, standing } from '../../../engine/sharing/index.ts'
import { uuidv7 } from '../../../platform/clock/clock.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { FileStore } from '../../../platform/storage/file-store.ts'
import { resourceKind } from '../kind.ts'
import { bytesOf, packContents } from './contents.ts'

/** The state of `chapter_pack k` now: a file whose days are over counts as gone before it is removed. */
const stateNow = sql`case when k.state = 'ready' and k.kept_until < now() then 'expired' else k.state end`
const chapter = sql`(select n.no || ' ' || n.title from curriculum_node n where n.id = k.node_id)`

/** Packs of the actor that meet a condition. */
const packsOf = (db: Queryable, actor: Actor, where: Sql): Promise<ChapterPack[]> =>
  db.query<ChapterPack>(sql`
    select k.id, k.node_id as node, ${chapter} as chapter, k.films, ${stateNow} as state, k.items, k.lost,
      k.bytes::float8 as bytes, encode(k.sha256, 'hex') as sha256, k.kept_until as "keptUntil", k.fault
    from chapter_pack k
    where k.by_identity = ${actor.identityId} and ${where}
    order by k.films`)

/** @throws AppError `missing` where the actor's textbooks do not have the chapter */
async function requireChapter(db: Queryable, actor: Actor, node: number): Promise<void> {
  if (!(await offersChapters(db, actor, [node]))) throw new AppError('missing', { message: '没有该章节' })
}

/** What a pack of the chapter would hold, and those that the actor has of it. */
export async function offerOf(db: Queryable, actor: Actor, node: number): Promise<PackOffer> {
  await requireChapter(db, actor, node)
  const [plain, films, packs] = await Promise.all([
    packContents(db, actor, node, false),
    packContents(db, actor, node, true),
    packsOf(db, actor, sql`k.node_id = ${node}`),
  ])
  return {
    items: plain.length,
    bytes: bytesOf(plain),
    filmItems: films.length,
    filmBytes: bytesOf(films),
    packs,
  }
}

/** @throws AppError where nothing could be packed, or too much */
async function requirePackable(db: Queryable, actor: Actor, { node, films }: PackAsked): Promise<void> {
  const items = await packContents(db, actor, node, films)
  if (items.length === 0)
    throw new AppError('wrongState', {
      message: films ? '该章节暂无可打包的资源' : '该章节暂无可打包的资源（未含视频）',
    })
  if (items.length > packLimits.items)
    throw invalid('node', `该章节的资源超过 ${packLimits.items} 件，请选下一级的章节分别打包`)
  if (bytesOf(items) > packLimits.bytes)
    throw invalid(films ? 'films' : 'node', '该章节的文件超过 2 GB，请不含视频，或选下一级的章节分别打包')
}

/**
 * Asks for a pack. One that is under way is answered as it is; one that is there is made anew.
 * @throws AppError `tooOften` for a person who has as many as he may
 */
export async function askForPack(
  { db, store }: { readonly db: Database; readonly store: FileStore },
  actor: Actor,
  asked: PackAsked,
): Promise<ChapterPack> {
  await requireChapter(db, actor, asked.node)
  await requirePackable(db, actor, asked)
  const same = sql`by_identity = ${actor.identityId} and node_id = ${asked.node} and films = ${asked.films}`
  const old = await db.transaction(async (tx) => {
    // One after the other for one identity, so that parallel requests cannot pass the limit together.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('chapter-pack'), ${actor.identityId})`)
    const { n } = await tx.one<{ n: number }>(sql`
      select count(*)::int as n from chapter_pack k
      where k.by_identity = ${actor.identityId} and not (${same})
        and (k.state in ('queued', 'writing') or (k.state = 'ready' and k.kept_until > now()))`)
    if (n >= packLimits.atOnce)
      throw new AppError('tooOften', {
        message: `同时最多保留 ${packLimits.atOnce} 个离线包，请先删除不用的`,
      })
    const before = await tx.maybeOne<{ state: string; storage_key: string | null }>(
      sql`select state, storage_key from chapter_pack where ${same}`,
    )
    if (before?.state === 'queued' || before?.state === 'writing') return null
    await tx.execute(sql`delete from chapter_pack where ${same}`)
    await tx.execute(sql`
      insert into chapter_pack (id, node_id, by_identity, films)
      values (${uuidv7()}, ${asked.node}, ${actor.identityId}, ${asked.films})`)
    return before?.storage_key ?? null
  })
  if (old !== null) await store.remove(old)
  const [pack] = await packsOf(db, actor, sql`k.node_id = ${asked.node} and k.films = ${asked.films}`)
  if (!pack) throw new AppError('missing')
  return pack
}

/** Takes a pack away, whatever its state. @throws AppError `missing` for somebody else's */
export async function dropPack(
  { db, store }: { readonly db: Database; readonly store: FileStore },
  actor: Actor,
  id: string,
): Promise<void> {
  const [gone] = await db.query<{ storage_key: string | null }>(sql`
    delete from chapter_pack where id = ${id}::uuid and by_identity = ${actor.identityId}
    returning storage_key`)
  if (!gone) throw new AppError('missing')
  if (gone.storage_key !== null) await store.remove(gone.storage_key)
}

/** A pack whose bytes may be sent now. */
export interface ReadyPack {
  readonly name: string
  readonly storageKey: string
  readonly bytes: number
  readonly sha256: string
  readonly items: readonly number[]
}

interface ReadyRow extends Omit<ReadyPack, 'name'> {
  readonly state: ChapterPack['state']
  readonly chapter: string
  readonly unread: number
}

/**
 * The pack, as long as its owner may still read everything in it: what was taken down, or left his reach,
 * leaves the portal in no pack either.
 * @throws AppError `missing`, `wrongState` with what to do
 */
export async function readyPack(db: Queryable, owner: Actor, id: string): Promise<ReadyPack> {
  const row = await db.maybeOne<ReadyRow>(sql`
    select ${stateNow} as state, ${chapter} as chapter, k.storage_key as "storageKey", k.bytes::float8 as bytes,
      encode(k.sha256, 'hex') as sha256,
      array(select p.item_id from chapter_pack_item p where p.pack_id = k.id order by p.item_id) as items,
      (select count(*)::int
        from chapter_pack_item p
        left join shelf s on s.kind = ${resourceKind.kind} and s.item_id = p.item_id
        where p.pack_id = k.id and not coalesce(${standing} and ${reaches(owner)}, false)) as unread
    from chapter_pack k
    where k.id = ${id}::uuid and k.by_identity = ${owner.identityId}`)
  if (!row) throw new AppError('missing')
  if (row.state !== 'ready')
    throw new AppError('wrongState', {
      message: row.state === 'expired' ? '该离线包已过保存期，请重新打包' : '该离线包尚未打好',
    })
  if (row.unread > 0)
    throw new AppError('wrongState', {
      message: `其中有 ${row.unread} 件资源已下架或您不再能用，请重新打包`,
    })
  return { ...row, name: `${row.chapter}-离线包.zip` }
}
