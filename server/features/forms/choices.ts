import type { Actor } from '../../../catalogue/access/access.ts'
import type { FormChoice } from '../../../catalogue/contract/forms.ts'
import { isCertificate, purposes, type FormDefinition } from '../../../catalogue/forms/define.ts'
import { forms } from '../../../catalogue/forms/forms.ts'
import type { Owner } from '../../engine/engine.ts'
import { definitionOf, type Engine } from '../../engine/engine.ts'
import { archiveAt } from '../../engine/history/index.ts'
import { summaryOf } from '../../engine/records/index.ts'
import { caseRows, viewOfCase } from '../../engine/processes/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { wholeArchive } from './whole-archive.ts'
import { processOf } from './case-draft.ts'
import type { Desk } from './desk.ts'
import { nameOfForm } from './office/draft.ts'
import { formsFor } from './office/store.ts'
import { today } from '../../platform/clock/clock.ts'

/** The forms that the actor may print about a teacher, with the records there are to choose from. */
export async function choicesFor(engine: Engine, actor: Actor, owner: Owner): Promise<FormChoice[]> {
  const offered = Object.values(forms).filter(
    ({ about, roles }) => about.is !== 'case' && roles.includes(actor.role),
  )
  const declared = await Promise.all(
    offered.map(async (form) => ({
      ...headOf(form, actor),
      records: form.about.is === 'record' ? await recordsOf(engine, owner, form.about.type) : null,
    })),
  )
  return [...declared, { ...headOf(wholeArchive, actor), records: null }]
}

/** Forms of offices that the actor may print about a teacher, as a PDF or as a document of Word. */
export const officeChoices = async (db: Queryable, actor: Actor, owner: Owner): Promise<FormChoice[]> =>
  (await formsFor(db, actor, owner)).map(({ id, title, office }) => ({
    form: nameOfForm(id),
    title,
    note: `${office}的表格`,
    purposes: [],
    records: null,
    word: true,
  }))

/** The forms that the actor may print about a case. */
export async function choicesForCase(desk: Desk, actor: Actor, caseId: string): Promise<FormChoice[]> {
  const row = await desk.engine.db.maybeOne<{ type: string; state: string }>(
    sql`select type, state from ${caseRows} k where id = ${caseId}::uuid`,
  )
  const offered = Object.values(forms).filter(
    ({ about }) => about.is === 'case' && about.process === row?.type,
  )
  // Who may not see the case is answered the same whatever state it is in.
  for (const form of offered) await viewOfCase(desk.processing, actor, processOf(form), caseId)
  return offered
    .filter((form) => !isCertificate(form) || form.about.certifies.states.includes(row?.state ?? ''))
    .map((form) => ({ ...headOf(form, actor), records: null }))
}

/** A form with the purposes that the actor may state. */
export function headOf(
  form: Pick<FormDefinition, 'name' | 'title' | 'note' | 'purposes'>,
  actor: Actor,
): Omit<FormChoice, 'records'> {
  return {
    word: false,
    form: form.name,
    title: form.title,
    note: form.note ?? '',
    purposes: form.purposes
      .filter((code) => (purposes[code].roles as readonly number[]).includes(actor.role))
      .map((code) => ({ code, label: purposes[code].label, opens: purposes[code].opens })),
  }
}

async function recordsOf(engine: Engine, owner: Owner, type: string) {
  const definition = definitionOf(engine, type)
  const rows = await archiveAt(engine, [definition], owner.id, today())
  return rows.reverse().map(({ id, stored }) => ({ id, label: summaryOf(definition, stored) }))
}
