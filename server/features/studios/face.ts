import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { lightLabels } from '../../../catalogue/teaching/studio-lights.ts'
import { measures } from '../../../catalogue/teaching/studio-measures.ts'
import { actorOfIdentity } from '../../engine/access/index.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import {
  changing,
  create,
  edit,
  hostsOf,
  publish,
  type PublishingNeeds,
} from '../../engine/publishing/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { joined } from '../../platform/db/database.ts'
import { refusedBecause } from '../../platform/db/refused.ts'
import { sql } from '../../platform/db/sql.ts'
import { countedTasks } from './numbers.ts'
import { studioById, yearsOfStudio, type StudioRow } from './studio.ts'
import { yearAt } from '../../../catalogue/teaching/studio-lights.ts'

const definition = contents.studio

/** The content that shows a studio; undefined where it has none. */
export const studioFaceOf = (db: Queryable, id: string) =>
  db.maybeOne<{ contentId: number; state: string; by: number }>(sql`
    select f.content_id as "contentId", c.state, f.by_identity as by
    from studio_face f join content c on c.id = f.content_id
    where f.case_id = ${id}::uuid`)

/** Members who agreed to be named, in the order in which they joined. */
const namedMembers = (db: Queryable, id: string) =>
  db.query<{ line: string }>(sql`
    select t.name || '　' || coalesce(i.name, '') as line
    from ${caseRows} m
      join teacher t on t.id = m.teacher_id
      left join institution i on i.id = t.institution_id
    where m.of_case = ${id}::uuid and m.type = 'membership' and m.state = 'joined'
      and coalesce((m.value ->> 'named')::boolean, true)
    order by m.value ->> 'joinedOn', m.id limit 100`)

/** What the studio did in its year, a line a task with something done. */
async function worksOf(db: Queryable, studio: StudioRow): Promise<string> {
  const year = yearAt(yearsOfStudio(studio), studio.closedOn ?? today())
  if (!year) return ''
  const { of } = await countedTasks(db, [{ studio, year }])
  return of(studio.id)
    .filter(({ done }) => done > 0)
    .map(
      ({ label, done, measure, light }) =>
        `${label}　${done} ${measures[measure].unit}（${lightLabels[light]}）`,
    )
    .join('\n')
}

/** What the portal shows of a studio: taken from it, so that nobody types it twice. */
async function shownOf(
  db: Queryable,
  studio: StudioRow,
  ended: boolean,
): Promise<Readonly<Record<string, unknown>>> {
  const { value } = studio
  const [members, works, place] = await Promise.all([
    namedMembers(db, studio.id),
    worksOf(db, studio),
    db.maybeOne<{ code: string | null }>(
      sql`select area_code as code from institution where id = ${studio.officeId}`,
    ),
  ])
  return {
    name: studio.name,
    studioKind: value['studioKind'],
    studioLevel: value['studioLevel'],
    host: studio.host.slice(0, 30),
    org: studio.institution.slice(0, 100),
    areaCode: place?.code ?? null,
    subject: value['subject'] ?? null,
    schoolStage: value['schoolStage'] ?? null,
    periodStart: studio.periodStart,
    periodEnd: studio.periodEnd,
    hostIntro: value['hostIntro'],
    introduction: value['introduction'],
    plan: value['plan'] ?? null,
    members:
      members
        .map(({ line }) => line)
        .join('\n')
        .slice(0, 2_000) || null,
    works: works || null,
    standing: ended ? '已结束' : '运行中',
  }
}

/** A content of the same office and name that nothing keeps yet: written by hand before there was the studio. */
const writtenBefore = (tx: Tx, studio: StudioRow) =>
  tx.maybeOne<{ id: number }>(sql`
    select c.id from content c
    where c.type = 'studio' and c.institution_id = ${studio.officeId} and c.value ->> 'name' = ${studio.name}
      and not exists (select 1 from studio_face f where f.content_id = c.id)
    order by c.id limit 1`)

interface FaceTask {
  readonly actor: Actor
  readonly studioId: string
  readonly ended: boolean
}

/**
 * Writes what a studio says into the content that shows it, in the transaction of the move that changed it. The
 * content is the office's own, so nobody has to agree to it. One that the office took down stays down.
 */
export async function showStudio(
  publishing: PublishingNeeds,
  tx: Tx,
  { actor, studioId, ended }: FaceTask,
): Promise<void> {
  const studio = await studioById(tx, studioId)
  if (!studio) return
  const within = { ...publishing, db: joined(publishing.db, tx) }
  const face = await studioFaceOf(tx, studioId)
  if (face && face.state !== 'published') return
  const before = face?.contentId ?? (await writtenBefore(tx, studio))?.id ?? null
  const body = { ...(await keptOf(tx, before)), ...(await shownOf(tx, studio, ended)) }
  if (face && (await isShownSo(tx, face.contentId, body))) return
  const id = await written(within, { actor, body, before })
  if (!face)
    await tx.execute(sql`
      insert into studio_face (case_id, content_id, by_identity)
      values (${studioId}::uuid, ${id}, ${actor.identityId})`)
  const hosts = await hostsOf(tx)
  await changing(within, { actor, definition, id, version: null }, (acting) =>
    publish(acting, { publishAt: null, takeDownAt: null, opinion: '' }, hosts),
  )
}

/** Whether readers see these words already: a version more would say nothing. */
const isShownSo = async (
  tx: Tx,
  contentId: number,
  body: Readonly<Record<string, unknown>>,
): Promise<boolean> =>
  (await tx.maybeOne(sql`
    select 1 from content
    where id = ${contentId} and live is not null and jsonb_strip_nulls(live) @> jsonb_strip_nulls(${sql.json(body)})
      and jsonb_strip_nulls(live - ${Object.keys(body)}::text[]) = '{}'`)) !== undefined

interface Words {
  readonly actor: Actor
  readonly body: Readonly<Record<string, unknown>>
  /** The content that is there; null for a new one. */
  readonly before: number | null
}

/** Writes the working copy, of a new content where there is none. Answers its number. */
async function written(within: PublishingNeeds, { actor, body, before }: Words): Promise<number> {
  if (before === null)
    return (await create(within, { actor, definition, body, key: undefined, asked: 'whole' })).id
  await edit(within, { actor, definition, id: before, version: null }, body, 'whole')
  return before
}

/** What the office adds by hand and the studio does not say: picture and address. */
async function keptOf(tx: Tx, contentId: number | null): Promise<Readonly<Record<string, unknown>>> {
  const row = await tx.maybeOne<{ value: Readonly<Record<string, unknown>> }>(
    sql`select value from content where id = ${contentId}`,
  )
  return { cover: row?.value['cover'] ?? null, homeUrl: row?.value['homeUrl'] ?? null }
}

/**
 * Brings the face of a studio up to date after something that its office did not do itself: members come and
 * go, the clock ends it. The account that set it up keeps the content; without one it stays as it is.
 */
export async function refreshFace(
  publishing: PublishingNeeds,
  tx: Tx,
  studioId: string,
  ended: boolean,
): Promise<void> {
  const face = await studioFaceOf(tx, studioId)
  const keeper = face ? await actorOfIdentity(tx, face.by) : null
  if (keeper?.actor) await showStudio(publishing, tx, { actor: keeper.actor, studioId, ended })
}

/** Brings the faces of studios that run up to date: what they did in the year goes on without a move. */
export async function refreshFaces(publishing: PublishingNeeds, stopping: AbortSignal): Promise<boolean> {
  const { db } = publishing
  const shown = await db.query<{ id: string }>(sql`
    select f.case_id as id
    from studio_face f
      join content c on c.id = f.content_id and c.state = 'published'
      join ${caseRows} k on k.id = f.case_id and k.state in ('active', 'annualReview')
    order by f.case_id`)
  for (const { id } of shown) {
    if (stopping.aborted) return false
    try {
      await db.transaction((tx) => refreshFace(publishing, tx, id, false))
    } catch (error) {
      // A face that cannot be written, such as one of a name that another content took, keeps no other one back.
      if (refusedBecause(error) === null) throw error
    }
  }
  return false
}
