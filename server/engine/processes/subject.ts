import type { Actor } from '../../../catalogue/access/access.ts'
import type { CaseAbout } from '../../../catalogue/contract/processes.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { idCard } from '../../../catalogue/field.ts'
import { tidyNumber } from '../../../catalogue/kinds/id-card.ts'
import type { SubjectKind } from '../../../catalogue/processes/define.ts'
import { personRole } from '../../../catalogue/processes/reading.ts'
import { sql } from '../../platform/db/sql.ts'
import { countNumbers, recordScope } from '../access/index.ts'
import { addPerson, openArchiveOfOutsider } from '../directory/index.ts'
import type { Queryable, Tx } from '../engine.ts'
import { isSameName } from '../names/index.ts'
import type { CaseNeeds } from './processing.ts'
import type { SubjectKey } from './row.ts'

/** What a new case is about. */
export type Subject = SubjectKey & {
  readonly kind: SubjectKind
  readonly ofCase: string | null
}

const nothing = { subjectInstitutionId: null, subjectContentId: null, ofCase: null } as const
export const aboutTeacher = (teacherId: number): Subject => ({ ...nothing, kind: 'teacher', teacherId })
export const aboutOffice = (institutionId: number): Subject => ({
  ...nothing,
  kind: 'institution',
  teacherId: null,
  subjectInstitutionId: institutionId,
})

/**
 * What a case is to be about; null for somebody whom nobody knows yet, where the process takes such people.
 * What is out of reach answers like what does not exist.
 */
export async function subjectFor(
  processing: CaseNeeds,
  actor: Actor,
  about: CaseAbout,
): Promise<Subject | null> {
  const { db } = processing
  const teacherId = actor.role === personRole ? ownArchive(actor) : null
  if ('case' in about) return { ...nothing, kind: 'case', teacherId, ofCase: about.case }
  if ('office' in about)
    return { ...nothing, kind: 'institution', teacherId, subjectInstitutionId: actor.institutionId }
  if ('content' in about) {
    const found = await contentWithin(db, actor, about.content)
    if (!found) throw invalid('about', '未找到该内容')
    if (found.person_id === actor.personId && teacherId === null)
      throw invalid('about', '该事项关于您本人，须由其他人办理')
    return {
      ...nothing,
      kind: 'content',
      teacherId: teacherId ?? found.teacher_id,
      subjectContentId: about.content,
    }
  }
  if ('teacherId' in about || 'number' in about) {
    const found = await teacherCalled(processing, actor, about)
    return found === null ? null : aboutTeacher(found)
  }
  return aboutTeacher(teacherId ?? ownArchive(actor))
}

/** A content of the actor's own, of its institution or of one below it, with the teacher who wrote it. */
const contentWithin = (db: Queryable, actor: Actor, id: number) =>
  db.maybeOne<{ teacher_id: number | null; person_id: number | null }>(sql`
    select t.id as teacher_id, a.person_id
    from content c
    left join identity a on a.id = c.author_identity
    left join teacher t on t.person_id = a.person_id
    where c.id = ${id} and (a.person_id = ${actor.personId} or c.institution_id = ${actor.institutionId}
      or ${recordScope(actor, 'institution', 'c')})`)

type NamedSubject = Extract<CaseAbout, { readonly teacherId: number } | { readonly number: string }>

async function teacherCalled(
  processing: CaseNeeds,
  actor: Actor,
  about: NamedSubject,
): Promise<number | null> {
  const own = 'teacherId' in about
  const row = own
    ? await ownTeacher(processing.db, actor, about.teacherId)
    : await numberedTeacher(processing, actor, about)
  if (!row && !own && about.outside) {
    await requireUnknown(processing, about.number)
    return null
  }
  if (!row) throw invalid('about', own ? '范围内没有该教师' : '没有找到这位教师：请核对姓名和证件号')
  if (row.person_id === actor.personId) throw invalid('about', '该事项关于您本人，须由其他人办理')
  return row.id
}

/** The actor's own archive, which such a case is about. */
function ownArchive({ teacherId }: Actor): number {
  if (teacherId === null) throw new AppError('forbidden', { message: '您无教师档案，不能申报' })
  return teacherId
}

type NumberedSubject = Extract<CaseAbout, { readonly number: string }>

async function numberedTeacher(processing: CaseNeeds, actor: Actor, { name, number }: NumberedSubject) {
  const { db, keys } = processing
  await countNumbers(processing, actor, 'case', [{ kind: 'id_no', value: tidyNumber(number) }])
  const row = await db.maybeOne<{ id: number; person_id: number; name: string }>(sql`
    select t.id, t.person_id, p.name
    from person p
    join teacher t on t.person_id = p.id
    where p.id_no_key = any(${[...keys.blinds('id_no', tidyNumber(number))]}::text[])`)
  return row && isSameName(row.name, name) ? row : undefined
}

/** An identity number as archives have it. */
const identityNumber = idCard('证件号')

/** Refuses an identity number that is invalid or already registered. */
async function requireUnknown({ db, keys }: CaseNeeds, number: string): Promise<void> {
  if (!identityNumber.schema.safeParse(tidyNumber(number)).success)
    throw invalid('about', '证件号不对：请核对 18 位身份证件号')
  const held = await db.maybeOne(
    sql`select 1 from person where id_no_key = any(${[...keys.blinds('id_no', tidyNumber(number))]}::text[])`,
  )
  if (held) throw invalid('about', '该证件号已在平台登记：请核对姓名，按平台内教师办理')
}

/** Adds a person from elsewhere, who belongs nowhere until the case takes effect. */
export async function addOutsider({ keys }: CaseNeeds, tx: Tx, about: CaseAbout): Promise<number> {
  if (!('number' in about)) throw new AppError('missing')
  const known = { name: about.name, idNo: tidyNumber(about.number) }
  return openArchiveOfOutsider(tx, await addPerson(tx, { keys }, known))
}

const ownTeacher = (db: Queryable, actor: Actor, id: number) =>
  db.maybeOne<{ id: number; person_id: number }>(
    sql`select id, person_id from teacher where id = ${id} and institution_id = ${actor.institutionId}`,
  )
