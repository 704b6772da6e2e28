import type { Actor } from '../../../catalogue/access/access.ts'
import { packageDaysToAgree, type PackageSubject } from '../../../catalogue/contract/archive-transfer.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { aboveOf, type Above } from './above.ts'
import { examine } from './check.ts'
import { linkTo } from './link.ts'
import type { TransferNeeds } from './needs.ts'
import { openSubject, type OpenedSubject } from './subject.ts'

/** Tells whoever may agree that a package waits. */
async function askSecond(
  { notify }: TransferNeeds,
  tx: Tx,
  actor: Actor,
  {
    title,
    records,
    above,
  }: { readonly title: string; readonly records: number; readonly above: Above | null },
): Promise<void> {
  const notice = {
    kind: '3',
    title: `${actor.name}申请制作${title}移交包，请您确认`,
    content: `共 ${records} 件，含整份档案。请在 ${packageDaysToAgree} 天内办理。`,
    exceptPerson: actor.personId,
  }
  const { institutionId: institution, role } = actor
  await notify(tx, { ...notice, to: { institution, role }, link: linkTo(role, 'waiting') })
  if (above)
    await notify(tx, {
      ...notice,
      to: { institution: above.id, role: above.role },
      link: linkTo(above.role, 'waiting'),
    })
}

const partsOf = ({ asked, institution }: OpenedSubject) =>
  asked.about === 'year'
    ? { subject: institution.id, year: asked.year, teacher: null }
    : { subject: institution.id, year: null, teacher: asked.teacherId }

/** Refuses a package of the same office about the same thing while one is under way. */
async function requireNoneOpen(tx: Tx, actor: Actor, { subject, year, teacher }: ReturnType<typeof partsOf>) {
  const open = await tx.maybeOne(sql`
    select 1 as found
    from archive_package k
    where k.institution_id = ${actor.institutionId} and k.role = ${actor.role}
      and k.subject_id = ${subject} and k.year is not distinct from ${year}::int
      and k.teacher_id is not distinct from ${teacher}::int
      and (k.state in ('queued', 'writing') or (k.state = 'approval' and k.lapses_at >= now()))
    limit 1`)
  if (open) throw new AppError('wrongState', { message: '相同内容的移交包正在办理，请等它办结' })
}

/**
 * Asks for a package. It always waits for a second person, because it holds whole archives (decision 0153).
 * @throws AppError 400 outside of the scope and where there is nothing to hand over
 */
export async function askForPackage(
  needs: TransferNeeds,
  actor: Actor,
  asked: PackageSubject,
): Promise<number> {
  const opened = await openSubject(needs.db, actor, asked)
  const { records, people, problems } = await examine(needs, actor, opened)
  if (records === 0) throw invalid(asked.about === 'year' ? 'year' : 'teacherId', '没有可以移交的档案记录')
  const above = await aboveOf(needs.db, actor)
  const parts = partsOf(opened)
  return needs.db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('archive-package'), ${actor.institutionId})`)
    await requireNoneOpen(tx, actor, parts)
    const { id } = await tx.one<{ id: number }>(sql`
      insert into archive_package (about, subject_id, year, teacher_id, title, asked_by, institution_id, role,
        above_id, above_role, record_count, people_count, problems, lapses_at)
      select ${asked.about}, ${parts.subject}::int, ${parts.year}::int, ${parts.teacher}::int, ${opened.title},
        ${actor.identityId}::int, ${actor.institutionId}::int, ${actor.role}::smallint, ${above?.id ?? null}::int,
        ${above?.role ?? null}::smallint, ${records}::int, ${people}::int, ${problems}::int,
        now() + make_interval(days => ${packageDaysToAgree}::int)
      returning id`)
    const facts = { package: id, institution: parts.subject, year: parts.year, rows: records }
    await note(tx, { by: actor.identityId, action: 'transfer.asked', ownerId: parts.teacher, facts })
    await askSecond(needs, tx, actor, { title: opened.title, records, above })
    return id
  })
}
