import type { Actor } from '../../../catalogue/access/access.ts'
import type { PrintAsked } from '../../../catalogue/contract/forms.ts'
import type { Archive } from '../../../catalogue/define.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { isCertificate } from '../../../catalogue/forms/define.ts'
import { formOf } from '../../../catalogue/forms/forms.ts'
import { ownerOf } from '../../engine/access/index.ts'
import type { Desk, Draft, Matter } from './desk.ts'
import { caseDraft } from './case-draft.ts'
import { certificateDraft } from './certificate.ts'
import { declaredDraft } from './declared.ts'
import { numberOfForm, officeDraft, officeFormFor } from './office/draft.ts'
import { roster, rosterDraft } from './roster.ts'
import { wholeArchive, wholeDraft } from './whole-archive.ts'
import { requirePurpose, subjectOf } from './subject.ts'

/** The paper that was asked for, if the actor may have it. */
export async function draftFor(
  desk: Desk,
  actor: Actor,
  asked: AskedForm,
  parts?: readonly Archive[],
): Promise<{ matter: Matter; draft: Draft }> {
  if (asked.format === 'docx' && numberOfForm(asked.form) === null)
    throw invalid('format', '该表只能打印为 PDF')
  if (asked.form === roster.name) return rosterFor(desk, actor, asked)
  if (asked.form === wholeArchive.name) return wholeFor(desk, actor, asked, parts)
  const office = numberOfForm(asked.form)
  if (office !== null) return officeFor(desk, actor, office, asked)
  return declaredFor(desk, actor, asked)
}

/** A form that is declared: about a teacher, a record or a case. */
async function declaredFor(
  desk: Desk,
  actor: Actor,
  asked: AskedForm,
): Promise<{ matter: Matter; draft: Draft }> {
  const form = formOf(asked.form)
  if (!form) throw invalid('form', '没有该表')
  if (!form.roles.includes(actor.role)) throw new AppError('forbidden')
  await requirePurpose(desk.engine, actor, form, asked)
  if (form.about.is === 'case') {
    if (asked.about === undefined) throw invalid('about', '请说明是哪一件办理事项')
    if (isCertificate(form)) return certificateDraft(desk, form, { actor, caseId: asked.about })
    const { matter, draft } = await caseDraft(desk, form, {
      actor,
      caseId: asked.about,
      purpose: asked.purpose ?? null,
    })
    return { matter: { ...matter, ...reasonOf(asked) }, draft }
  }
  const owner = await subjectOf(desk.engine, actor, asked.teacherId ?? actor.teacherId)
  if (form.about.is === 'record' && asked.about === undefined) throw invalid('about', '请选择要打印哪一条')
  const matter: Matter = {
    actor,
    owner,
    about: asked.about ?? null,
    purpose: asked.purpose ?? null,
    ...reasonOf(asked),
  }
  return { matter, draft: await declaredDraft(desk, form, matter) }
}

/** A form that an office keeps, about a teacher whom the actor may read. */
async function officeFor(desk: Desk, actor: Actor, id: number, asked: AskedForm) {
  if (asked.purpose !== undefined) throw invalid('purpose', '该表没有该用途')
  const owner = await subjectOf(desk.engine, actor, asked.teacherId ?? actor.teacherId)
  const form = await officeFormFor(desk, actor, owner, id)
  const matter: Matter = { actor, owner, about: null, purpose: null }
  return { matter, draft: await officeDraft(desk, form, matter) }
}

/** What a paper is asked for with; made by the portal itself, it is a PDF. */
type AskedForm = Omit<PrintAsked, 'format'> & Partial<Pick<PrintAsked, 'format'>>

const reasonOf = ({ reason }: AskedForm) => (reason === undefined ? {} : { reason })

/** One archive whole, or some of its three parts. */
async function wholeFor(desk: Desk, actor: Actor, asked: AskedForm, parts: readonly Archive[] | undefined) {
  const owner = await subjectOf(desk.engine, actor, asked.teacherId ?? actor.teacherId)
  await requirePurpose(desk.engine, actor, wholeArchive, asked)
  const matter: Matter = { actor, owner, about: null, purpose: asked.purpose ?? null, ...reasonOf(asked) }
  return { matter, draft: await wholeDraft(desk, matter, parts) }
}

/** The people of the own school or of a choice; everybody on it is told as of a reading of the roll. */
async function rosterFor(desk: Desk, actor: Actor, asked: AskedForm) {
  if (!(roster.roles as readonly number[]).includes(actor.role)) throw new AppError('forbidden')
  const owner = await ownerOf(desk.engine.db, 'institution', actor.institutionId)
  if (!owner) throw new AppError('missing')
  const { draft, ids } = await rosterDraft(desk, { actor, owner }, asked.teacherIds)
  await desk.engine.readings.note(actor, { kind: 'list', type: 'basicInfo' }, ids)
  const matter: Matter = { actor, owner, about: null, purpose: null }
  return { matter, draft }
}
