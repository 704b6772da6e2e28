import { inScope } from '../../../catalogue/access/access.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { FormDefinition, PurposeCode } from '../../../catalogue/forms/define.ts'
import { kindOf, textOf } from '../../../catalogue/kinds/kinds.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { holderOf } from '../../../catalogue/processes/reading.ts'
import { processes } from '../../../catalogue/processes/processes.ts'
import { ownerOf, standingOfOwner } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { caseRows, teacherOf, viewOfCase } from '../../engine/processes/index.ts'
import { dateOf } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { compose, type FormContent } from './compose.ts'
import type { Desk, Draft, Matter } from './desk.ts'
import { askedOf, chineseDay, choicesIn, digestOf, givenOf, notesOf, portraitOf } from './declared.ts'
import { sealNote, sealsOf, type SealImpression } from './seals.ts'
import { gather, type PaperContent } from './gather.ts'

/** The declaration of the process that a form is about. */
export function processOf(form: FormDefinition): AnyProcess {
  const all: Readonly<Record<string, AnyProcess>> = processes
  const process = form.about.is === 'case' ? all[form.about.process] : undefined
  if (!process) throw new AppError('missing')
  return process
}

/**
 * A case as a paper: with each office's decision; without seal and code, and with words across, until the
 * last one.
 */
export async function caseDraft(
  desk: Desk,
  form: FormDefinition,
  asked: { readonly actor: Actor; readonly caseId: string; readonly purpose: PurposeCode | null },
): Promise<{ matter: Matter; draft: Draft }> {
  const { engine } = desk
  const definition = processOf(form)
  const view = await viewOfCase(desk.processing, asked.actor, definition, asked.caseId)
  const owner = await ownerOf(engine.db, 'teacher', teacherOf(view))
  if (!owner) throw new AppError('missing')
  const matter: Matter = { actor: asked.actor, owner, about: asked.caseId, purpose: asked.purpose }
  // A party of a case is no reader of the archive: to the receiving office what it says stays empty.
  const reads = inScope(asked.actor, standingOfOwner(owner))
  const gathered = reads
    ? await gather({
        ...askedOf(engine, form, matter),
        recordId: null,
        day: dateOf(new Date(view.createdAt)),
      })
    : nothing
  const given = {
    ...(await givenOf(engine, matter)),
    ...caseGiven(definition, view),
    ...(reads ? {} : { 'basic.name': view.name }),
  }
  const approved = isApproved(definition, view.state)
  const seals = approved ? await sealsOf(desk, sealingsOf(view)) : {}
  const filling: FormContent = {
    sources: gathered.sources,
    given,
    portrait: await portraitOf(desk, gathered),
    seals,
    opinions: opinionsOf(definition, view),
    choicesOf: choicesIn(engine, form),
  }
  return {
    matter,
    draft: {
      title: form.title,
      version: form.version,
      notes: [
        ...notesOf({ masked: gathered.masked, waiting: 0, purpose: asked.purpose }),
        ...(reads ? [] : ['档案中的栏目由教师现单位打印时列入']),
        ...(Object.keys(seals).length > 0 ? [sealNote] : []),
      ],
      watermark: approved ? null : (failedWords(definition, view.state) ?? '未批准'),
      verifiable: approved,
      digest: approved ? digestOf(engine.keys, await caseValues(engine, asked.caseId, definition)) : null,
      sheet: (marks) => compose(form, filling, marks),
    },
  }
}

const nothing: PaperContent = { sources: new Map(), masked: false, values: [], hours: {} }

/** Whether every decision was made and none refused it: nobody holds it, and it did not fail. */
export function isApproved(definition: AnyProcess, state: string): boolean {
  return holderOf(definition.states[state]) === undefined && failedWords(definition, state) === null
}

const failedWords = (definition: AnyProcess, state: string): string | null => {
  const found = definition.states[state]
  return found && 'final' in found && found.final === 'failed' ? found.label : null
}

/** Values of a case that are compared later: form, parties, and whether it is still approved. */
export async function caseValues(engine: Engine, id: string, definition: AnyProcess): Promise<unknown> {
  const row = await engine.db.maybeOne<{ state: string; value: unknown; parties: unknown }>(
    sql`select state, value, parties from ${caseRows} k where id = ${id}::uuid and type = ${definition.name}`,
  )
  return row ? [isApproved(definition, row.state), row.value, row.parties] : null
}

/** Fields and parties of a case in words. */
function caseGiven(definition: AnyProcess, view: CaseView): Record<string, string> {
  const fields = Object.entries(definition.fields).map(([key, field]): [string, string] => {
    const value = view.value[key]
    if (value === null || value === undefined) return [`case.${key}`, '']
    const { names } = kindOf(field)
    if (names === 'file') return [`case.${key}`, view.files.map(({ name }) => name).join('、')]
    return [`case.${key}`, names === undefined ? textOf(field, value) : (view.names[String(value)] ?? '')]
  })
  const parties = view.parties.map(({ party, institution }): [string, string] => [
    `party.${party}`,
    institution?.name ?? '',
  ])
  return Object.fromEntries([...fields, ...parties])
}

const openSign = ['负责人：　　　　（盖章）', '　　　　年　　月　　日']

/** Decision of each party with name and day; boxes of undecided parties stay empty. */
function opinionsOf(definition: AnyProcess, view: CaseView): FormContent['opinions'] {
  return Object.fromEntries(
    view.parties.map(({ party, label, institution }) => {
      const decided = view.timeline.findLast((event) => event.party === label && event.by !== null)
      if (!decided)
        return [
          party,
          { words: view.state === 'draft' ? '' : outsideWords(view, institution), sign: openSign },
        ]
      const refused = isRefusal(definition, decided.move)
      const words = [refused ? '不同意。' : '同意。', decided.reason ?? ''].filter(Boolean).join('\n')
      return [
        party,
        {
          words,
          sign: [`${decided.by}　　（盖章）`, chineseDay(dateOf(new Date(decided.at)))],
        },
      ]
    }),
  )
}

/** Seals of the parties that decided, as of that day. */
function sealingsOf(view: CaseView): SealImpression[] {
  return view.parties.flatMap(({ party, label, institution }) => {
    const decided = view.timeline.findLast((event) => event.party === label && event.by !== null)
    if (!decided || institution === null) return []
    return [{ box: party, institutionId: institution.id, day: dateOf(new Date(decided.at)) }]
  })
}

/** An office that is not on the platform answers on paper. */
function outsideWords(view: CaseView, institution: CaseView['parties'][number]['institution']): string {
  if (institution !== null) return ''
  const letter = view.value['docNo']
  return typeof letter === 'string' && letter !== '' ? `见商调函 ${letter}` : '见商调函'
}

const isRefusal = (definition: AnyProcess, move: string): boolean =>
  definition.moves.some(({ name, tone }) => name === move && tone === 'refuses')
