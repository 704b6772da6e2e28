import pLimit from 'p-limit'
import type { Actor } from '../../../catalogue/access/access.ts'
import { mostInBundle, type Bundle, type BundleAsked } from '../../../catalogue/contract/forms.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { formOf } from '../../../catalogue/forms/forms.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import { actorOfIdentity, scopeCondition } from '../../engine/access/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { errorFacts } from '../../platform/log/log.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Desk } from './desk.ts'
import { draftFor } from './draft.ts'
import { issue, keptDays, openFile } from './issue.ts'
import { wholeArchive } from './whole-archive.ts'
import { zipped, type Entry } from './zip.ts'

/** Bundles that one identity has under way at most. */
const mostRunning = 3
/** Papers made in one run, and at the same time; the run begins again as long as there are more. */
const inOneRun = 40
const atOnce = 2

/** The title of a form that can be made for many people; a form about a case or a record cannot. */
function titleOf(name: string): string {
  if (name === wholeArchive.name) return wholeArchive.title
  const form = formOf(name)
  if (form?.about.is !== 'teacher') throw invalid('form', '该表不能打包打印')
  return form.title
}

/** Begins a bundle: everybody who is asked for must lie in the actor's scope. */
export async function beginBundle(
  desk: Desk,
  actor: Actor,
  asked: BundleAsked,
  origin: string | null,
): Promise<string> {
  const { db } = desk.engine
  titleOf(asked.form)
  const ids =
    'teacherIds' in asked
      ? [...new Set(asked.teacherIds)]
      : await desk.foundInRoll(actor, asked.found, mostInBundle)
  if (ids.length === 0) throw invalid('teacherIds', '没有符合条件的教师')
  if (ids.length > mostInBundle) throw invalid('teacherIds', `一次最多 ${mostInBundle} 人，请筛选后再打印`)
  const id = uuidv7()
  await db.transaction(async (tx) => {
    // One after the other for one identity, so that parallel requests cannot pass the limit together.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('form-bundle'), ${actor.identityId})`)
    const { running } = await tx.one<{ running: number }>(sql`
      select count(*)::int as running
      from form_bundle
      where by_identity = ${actor.identityId} and state = 'running'`)
    if (running >= mostRunning)
      throw new AppError('tooOften', { message: `最多同时打包 ${mostRunning} 份，请等前面的完成` })
    await tx.execute(sql`
      insert into form_bundle (id, form, by_identity, origin)
      values (${id}, ${asked.form}, ${actor.identityId}, ${origin})`)
    const added = await tx.execute(sql`
      insert into form_bundle_item (bundle_id, teacher_id)
      select ${id}::uuid, t.id
      from teacher t
      where t.id = any(${ids}::int[]) and ${scopeCondition(actor, 't', 'id')}`)
    if (added < ids.length) throw new AppError('missing')
    await note(tx, {
      by: actor.identityId,
      action: 'form.bundled',
      facts: { bundle: id, form: asked.form, people: ids.length },
    })
  })
  return id
}

interface Row {
  readonly id: string
  readonly form: string
  readonly at: string
  readonly state: 'running' | 'ready' | 'cancelled'
  readonly keptUntil: string | null
  readonly isOver: boolean
  readonly total: number
  readonly done: number
  readonly faults: Bundle['faults']
}

/** The actor's last bundles with how far they are, the newest first. */
export async function bundlesOf({ db }: Desk['engine'], actor: Actor): Promise<Bundle[]> {
  const rows = await db.query<Row>(sql`
    select b.id, b.form, b.at, b.state, b.kept_until as "keptUntil", coalesce(b.kept_until < now(), false) as "isOver",
      c.total, c.done, c.faults
    from form_bundle b
    cross join lateral (
      select count(*)::int as total, count(i.issued_id)::int as done,
        coalesce(json_agg(json_build_object('name', t.name, 'why', i.fault) order by t.name_sort)
          filter (where i.fault is not null), '[]') as faults
      from form_bundle_item i
      join teacher t on t.id = i.teacher_id
      where i.bundle_id = b.id) c
    where b.by_identity = ${actor.identityId}
    order by b.at desc
    limit 20`)
  return rows.map(({ form, isOver, state, faults, ...row }) => ({
    ...row,
    title: titleOf(form),
    faults: faults.slice(0, 200).map(({ name, why }) => ({ name, why: why.replace(`${name}：`, '') })),
    state: state === 'ready' && isOver ? 'expired' : state,
  }))
}

/** Stops a bundle that is under way; what it has made is thrown away with its time. */
export async function cancelBundle({ db }: Desk['engine'], actor: Actor, id: string): Promise<void> {
  const stopped = await db.execute(sql`
    update form_bundle
    set state = 'cancelled'
    where id = ${id}::uuid and by_identity = ${actor.identityId} and state = 'running'`)
  if (stopped === 0) throw new AppError((await isOwn(db, actor, id)) ? 'wrongState' : 'missing')
}

const isOwn = (db: Queryable, actor: Actor, id: string) =>
  db.maybeOne<{ state: string; isOver: boolean; title: string }>(sql`
    select state, coalesce(kept_until < now(), false) as "isOver", form as title
    from form_bundle
    where id = ${id}::uuid and by_identity = ${actor.identityId}`)

/** The name of a bundle's zip, for whoever made it, as long as it is kept. */
export async function ownBundle(
  { db }: Desk['engine'],
  actor: Actor,
  id: string,
): Promise<{ readonly name: string; readonly form: string }> {
  const own = await isOwn(db, actor, id)
  if (!own) throw new AppError('missing')
  if (own.state !== 'ready') throw new AppError('wrongState', { message: '尚未打包完成' })
  if (own.isOver) throw new AppError('missing', { message: '该文件的保存期已过，请重新打印' })
  return { name: `${titleOf(own.title)}.zip`, form: own.title }
}

/** The bytes of a bundle, one paper in memory at a time. */
export const zipOf = (desk: Desk, id: string): AsyncGenerator<Buffer> => zipped(papersIn(desk, id))

async function* papersIn({ engine }: Desk, id: string): AsyncGenerator<Entry> {
  const items = await engine.db.query<{ name: string; paper: string }>(sql`
    select name, issued_id as paper
    from form_bundle_item
    where bundle_id = ${id}::uuid and issued_id is not null
    order by name`)
  const seen = new Map<string, number>()
  for (const { name, paper } of items) {
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    const row = await engine.db.maybeOne<{ file: string | null }>(
      sql`select file from issued_form where id = ${paper}::uuid`,
    )
    if (row?.file)
      yield {
        name: `${name}${before === 0 ? '' : `（${before + 1}）`}.pdf`,
        bytes: openFile(engine.keys, paper, row.file),
      }
  }
}

interface RunningBundle {
  readonly id: string
  readonly form: string
  readonly byIdentity: number
  readonly origin: string | null
}

/**
 * Makes the next papers of the oldest bundle; resolves to whether there is more. Each paper is a transaction
 * of its own: a process that is killed has lost none, and makes none twice.
 */
export async function workBundles(desk: Desk, stopping: AbortSignal): Promise<boolean> {
  const { db } = desk.engine
  const bundle = await db.maybeOne<RunningBundle>(sql`
    select id, form, by_identity as "byIdentity", origin from form_bundle where state = 'running' order by at limit 1`)
  if (!bundle) return false
  const waiting = await db.query<{ teacher_id: number }>(sql`
    select teacher_id
    from form_bundle_item
    where bundle_id = ${bundle.id} and issued_id is null and fault is null
    order by teacher_id
    limit ${inOneRun}`)
  if (waiting.length === 0) {
    await finish(desk, bundle)
    return true
  }
  const who = await actorOfIdentity(db, bundle.byIdentity)
  const line = pLimit(atOnce)
  await Promise.all(
    waiting.map(({ teacher_id }) =>
      line(async () => {
        if (!stopping.aborted) await makeOne(desk, bundle, who?.enabled ? who.actor : null, teacher_id)
      }),
    ),
  )
  return !stopping.aborted
}

/** One paper of a bundle, or why there is none. */
async function makeOne(
  desk: Desk,
  bundle: RunningBundle,
  actor: Actor | null,
  teacherId: number,
): Promise<void> {
  const { engine } = desk
  const item = sql`bundle_id = ${bundle.id} and teacher_id = ${teacherId}`
  try {
    if (!actor) throw new AppError('forbidden', { message: '打印人的账号已停用' })
    const { matter, draft } = await draftFor(desk, actor, { form: bundle.form, teacherId })
    const name = [matter.owner.institution, matter.owner.name, String(matter.owner.id)]
    await issue(
      desk,
      { ...matter, form: bundle.form, draft, origin: bundle.origin, bundleId: bundle.id },
      async (tx, id) => {
        await tx.execute(sql`
        update form_bundle_item
        set issued_id = ${id}, name = ${fileName(name)}
        where ${item}`)
      },
    )
  } catch (error) {
    // One paper that cannot be made holds no other up; where the database is away, the statement below throws
    // as well.
    if (!(error instanceof AppError)) desk.log.error('forms.bundles.paper', errorFacts(error))
    const why = error instanceof AppError ? sentenceOf(error) : '没有打印成功，请单独打印这一份'
    await engine.db.execute(sql`update form_bundle_item set fault = ${why} where ${item}`)
  }
}

const sentenceOf = (error: AppError): string =>
  error.code === 'missing' ? '已不在您的范围内' : error.message

/** 单位-姓名-档案编号, without the signs that file systems refuse. */
export const fileName = (parts: readonly string[]): string =>
  parts
    .filter(Boolean)
    .join('-')
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')

async function finish(desk: Desk, bundle: RunningBundle): Promise<void> {
  const who = await actorOfIdentity(desk.engine.db, bundle.byIdentity)
  await desk.engine.db.transaction(async (tx) => {
    const { n } = await tx.one<{ n: number }>(
      sql`select count(issued_id)::int as n from form_bundle_item where bundle_id = ${bundle.id}`,
    )
    const ended = await tx.execute(sql`
      update form_bundle
      set state = 'ready', kept_until = now() + make_interval(days => ${keptDays})
      where id = ${bundle.id} and state = 'running'`)
    if (ended === 0 || !who) return
    await desk.notify(tx, {
      to: { identity: bundle.byIdentity },
      kind: '1',
      title: `${titleOf(bundle.form)}已打包完成，共 ${n} 份`,
      content: `请在 ${keptDays} 天内到“打印记录”下载。`,
      link: pathOfPage(who.actor.role, 'printed-forms') || null,
      exceptPerson: 0,
    })
  })
}

/** Throws away files whose time is over; the papers can be verified all the same. */
export async function tidy({ engine }: Desk): Promise<boolean> {
  const gone = await engine.db.execute(sql`
    update issued_form
    set file = null
    where id in (select id from issued_form where file is not null and kept_until < now() limit 500)`)
  return gone === 500
}
