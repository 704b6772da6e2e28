import type { Actor } from '../../../../catalogue/access/access.ts'
import { bundleParts } from '../../../../catalogue/bundles/rules.ts'
import { contents } from '../../../../catalogue/contents/contents.ts'
import type { NearContent, NearContents } from '../../../../catalogue/contract/near-contents.ts'
import type { ContentFinding } from '../../../../catalogue/contract/portal/contents.ts'
import { actorOfIdentity } from '../../../engine/access/index.ts'
import { rowOf, type PublishingNeeds, type Value } from '../../../engine/publishing/index.ts'
import { reaches, standing } from '../../../engine/sharing/index.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import {
  bandsOf,
  compared,
  isNear,
  nearFrom,
  prepared,
  type Likeness,
  type Work,
} from '../../../platform/similarity/index.ts'
import type { DocumentWords, StoredFile } from './words.ts'

/** Resources that share keys with one and are compared letter by letter, and most that are told. */
const most = { compared: 100, shown: 10 }

const fileKeys = ['file', ...bundleParts] as const

/** The files that readers take away of a value: not its cover, and not the pictures in its words. */
const fileIdsOf = (value: Value): string[] =>
  fileKeys.flatMap((key) => (typeof value[key] === 'string' ? [value[key]] : []))

/** Condition that a live value of `content c` holds `file f` for its readers to take away. */
const takenAway: Sql = sql`(${sql.join(
  fileKeys.map((key) => sql`c.live ->> ${sql.lit(key)} = f.id::text`),
  ' or ',
)})`

/** What a resource is compared by: its title and the first letters of its documents. */
export interface ComparedValue extends Work {
  readonly unread: number
}

/** Reads what a value is compared by from its files. */
export async function comparedBy(db: Queryable, words: DocumentWords, value: Value): Promise<ComparedValue> {
  const files = await db.query<StoredFile>(sql`
    select id, name, mime, bytes, storage_key as key from file
    where id = any(${fileIdsOf(value)}::uuid[])
    order by id`)
  const texts = []
  for (const file of files) texts.push(await words(file))
  return {
    title: typeof value['title'] === 'string' ? value['title'] : '',
    abstract: texts.filter((one) => one !== null).join('\n'),
    unread: texts.filter((one) => one === null).length,
  }
}

interface Candidate {
  readonly id: number
  readonly title: string
  readonly plain: string
  readonly author: string
  readonly org: string
  readonly own: boolean
  readonly sameFile: boolean
  readonly isReadable: boolean
}

/** Live resources that have a file of these bytes. */
const withSameFile = (value: Value): Sql => sql`
  select cf.content_id
  from file own
  join file f on f.sha256 = own.sha256
  join content_file cf on cf.file_id = f.id
  join content c on c.id = cf.content_id
  where own.id = any(${fileIdsOf(value)}::uuid[]) and c.type = 'resource' and ${takenAway}`

/** Resources on the shelf that share a key or a file with a value, as the reader may know them. */
const candidatesFor = (
  db: Queryable,
  reader: Actor,
  { id, value, bands }: { readonly id: number; readonly value: Value; readonly bands: readonly number[] },
): Promise<Candidate[]> =>
  db.query<Candidate>(sql`
    with same as materialized (${withSameFile(value)})
    select s.item_id as id, s.title, coalesce(t.plain, '') as plain, s.author, i.name as org,
      coalesce(a.person_id = ${reader.personId},
        s.institution_id = ${reader.institutionId} and ${reader.role !== 2}) as own,
      s.item_id in (select content_id from same) as "sameFile", ${reaches(reader)} as "isReadable"
    from shelf s
    join institution i on i.id = s.institution_id
    left join identity a on a.id = s.author_identity
    left join resource_trace t on t.content_id = s.item_id
    where s.kind = 'resource' and s.item_id <> ${id} and ${standing}
      and (s.item_id in (select content_id from same)
        or s.item_id in (select content_id from resource_trace where bands && ${[...bands]}::int[]))
    order by s.item_id desc
    limit ${most.compared}`)

/**
 * What is like a resource that the actor writes or decides about: by its files byte for byte, by its title, by
 * the letters of its documents. Of what a reader cannot open an office is told that there is one, and an
 * author nothing (decision 0236).
 */
export async function nearFor(
  { db }: PublishingNeeds,
  words: DocumentWords,
  actor: Actor,
  id: number,
): Promise<NearContents> {
  const { value } = await rowOf(db, actor, contents.resource, id)
  const work = await comparedBy(db, words, value)
  const found = await candidatesFor(db, actor, { id, value, bands: [...new Set(bandsOf(work))] })
  const mine = prepared(work)
  const list = found
    .filter(({ isReadable }) => isReadable || actor.role !== 2)
    .map((one) => ({ one, likeness: compared(mine, prepared({ title: one.title, abstract: one.plain })) }))
    .filter(({ one, likeness }) => one.sameFile || isNear(likeness))
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, most.shown)
    .map(({ one, likeness }) => told(one, likeness))
  return { list, unread: work.unread }
}

/** A file says more than any text, and a text more than a title: many titles are alike. */
const weight = ({ one, likeness }: { readonly one: Candidate; readonly likeness: Likeness }): number =>
  (one.sameFile ? 10_000 : 0) + (likeness.text >= nearFrom.text ? 1000 + likeness.text : likeness.title)

const told = (one: Candidate, { title, text }: Likeness): NearContent => {
  const { id, title: name, author, org } = one
  const named = one.isReadable
    ? { id, title: name, author, org }
    : { id: null, title: null, author: null, org: null }
  return { ...named, own: one.own, sameFile: one.sameFile, titleLikeness: title, textLikeness: text }
}

/**
 * A file of somebody else's resource that the writer can read keeps a resource from being handed in: whoever
 * wants to use it adapts it. Of what he cannot read he is told nothing.
 */
export async function againstSameFile(db: Queryable, id: number, value: Value): Promise<ContentFinding[]> {
  const writer = await db.maybeOne<{ identity: number }>(
    sql`select coalesce(author_identity, by_identity) as identity from content where id = ${id}`,
  )
  const reader = writer && (await actorOfIdentity(db, writer.identity))?.actor
  if (!reader || fileIdsOf(value).length === 0) return []
  const found = await candidatesFor(db, reader, { id, value, bands: [] })
  const other = found.find(({ isReadable, own, sameFile }) => isReadable && !own && sameFile)
  if (!other) return []
  const field = fileKeys.find((key) => typeof value[key] === 'string') ?? 'file'
  const message = `与“${other.title}”（${other.author}，${other.org}）的文件相同：在资源库打开它，选“改编为我的”，再换上自己改过的文件`
  return [{ field, level: 'error', message }]
}
