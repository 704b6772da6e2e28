import sharp from 'sharp'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { purposes, type FormDefinition } from '../../../catalogue/forms/define.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { definitionOf, type Engine, type Owner } from '../../engine/engine.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { compose } from './compose.ts'
import type { Desk, Draft, Matter } from './desk.ts'
import { sealNote, sealsOf, type SealImpression } from './seals.ts'
import { gather, waitingOf, type PaperRequest, type PaperContent } from './gather.ts'

/** What a declared form is filled from. */
type PaperDesk = Pick<Desk, 'engine' | 'readBytes'>

/** Digest of printed values under a key of this portal: values of an archive can be guessed. */
export const digestOf = (keys: Keys, values: unknown): Buffer => keys.mac('form', JSON.stringify(values))

/** The values that are compared later: of the records, and the name and institution above them. */
export const comparedOf = (owner: Owner, gathered: PaperContent): unknown => [
  owner.name,
  owner.institution,
  gathered.values,
]

/** How much of a form this reader sees: all of it for a stated purpose. */
export const askedOf = (
  engine: Engine,
  form: FormDefinition,
  { actor, owner, about, purpose }: Matter,
): PaperRequest => ({
  engine,
  form,
  owner,
  reader: purpose === null || actor.viewedBy !== undefined ? actor : null,
  purpose,
  recordId: about,
  day: null,
})

/** Values that every form has beside its records. */
export async function givenOf(engine: Engine, { actor, owner }: Pick<Matter, 'actor' | 'owner'>) {
  return {
    'about.name': owner.name,
    'about.institution': owner.institution,
    'about.idTail': await idTailOf(engine, owner),
    'about.staffNo': '',
    'issue.day': chineseDay(today()),
    'issue.issuer': actor.role === 2 ? owner.name : actor.name,
    'issue.institution': actor.role === 2 ? owner.institution : actor.institution,
    'issue.scope': actor.institution,
  }
}

export const chineseDay = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number)
  return `${year} 年 ${month} 月 ${date} 日`
}

/** The last four letters of the identity number, as the certificate of hours names its holder (forms.md). */
async function idTailOf(engine: Engine, owner: Owner): Promise<string> {
  if (owner.personId === null) return ''
  const row = await engine.db.maybeOne<{ id_no: string | null }>(
    sql`select id_no_sealed as id_no from person where id = ${owner.personId}`,
  )
  return row?.id_no ? engine.keys.open(row.id_no, `person|id_no|${owner.personId}`).slice(-4) : ''
}

/** An office seals what it issues of its own teachers; what teachers print themselves has no seal. */
const issuerSeal = ({ actor }: Matter): readonly SealImpression[] =>
  actor.role === 2 ? [] : [{ box: 'issuer', institutionId: actor.institutionId, day: today() }]

const sealsAny = (form: FormDefinition): boolean =>
  form.parts.some((part) => part.part === 'grid' && part.rows.flat().some(({ seal }) => seal === 'issuer'))

/** A form about a teacher or one record of a teacher. */
export async function declaredDraft(desk: PaperDesk, form: FormDefinition, matter: Matter): Promise<Draft> {
  const { engine } = desk
  const asked = askedOf(engine, form, matter)
  const gathered = await gather(asked)
  if (form.about.is === 'record' && !aboutIsThere(form, gathered)) throw new AppError('missing')
  if (!gathered.sources.get('basic')?.[0] && form.sources['basic'])
    throw invalid('teacherId', `${matter.owner.name}无基本信息，不能打印该表`)
  const [given, waiting, portrait, seals] = await Promise.all([
    givenOf(engine, matter),
    waitingOf(asked, matter.actor),
    portraitOf(desk, gathered),
    sealsOf(desk, issuerSeal(matter)),
  ])
  const sealed = sealsAny(form) && seals['issuer'] !== undefined
  return {
    title: form.title,
    version: form.version,
    notes: [
      ...notesOf({ masked: gathered.masked, waiting, purpose: matter.purpose }),
      ...(sealed ? [sealNote] : []),
    ],
    watermark: null,
    verifiable: true,
    digest: digestOf(engine.keys, comparedOf(matter.owner, gathered)),
    sheet: (marks) =>
      compose(
        form,
        {
          sources: gathered.sources,
          given: { ...given, ...gathered.hours },
          portrait,
          seals,
          opinions: {},
          choicesOf: choicesIn(engine, form),
        },
        marks,
      ),
  }
}

/** Finds the choices of a field that a source of the form has. */
export const choicesIn = (engine: Engine, form: FormDefinition) => (source: string, key: string) => {
  const field = definitionOf(engine, form.sources[source]?.type ?? '').fields[key]
  return field ? (kindOf(field).choices?.(field) ?? []) : []
}

const aboutIsThere = (form: FormDefinition, { sources }: PaperContent) =>
  Object.entries(form.sources).some(
    ([name, { type }]) => form.about.is === 'record' && type === form.about.type && sources.get(name)?.[0],
  )

/** Notes at the foot of a paper. */
export function notesOf(of: { masked: boolean; waiting: number; purpose: Matter['purpose'] }): string[] {
  return [
    ...(of.masked ? ['＊已脱敏'] : []),
    ...(of.waiting > 0 ? [`另有 ${of.waiting} 项审核中，未列入`] : []),
    ...(of.purpose ? [`用途：${purposes[of.purpose].label}`] : []),
  ]
}

/**
 * The portrait of the basic information, small enough for a form; null where there is none that can be read.
 */
export async function portraitOf(
  { engine, readBytes }: PaperDesk,
  { sources }: PaperContent,
): Promise<Uint8Array | null> {
  const id = sources.get('basic')?.[0]?.plain['photo']
  if (typeof id !== 'string' || !definitionOf(engine, 'basicInfo').fields['photo']) return null
  const file = await engine.db.maybeOne<{ storage_key: string }>(
    sql`select storage_key from file where id = ${id}::uuid`,
  )
  if (!file) return null
  try {
    const bytes = await readBytes(file.storage_key)
    return await sharp(bytes, { limitInputPixels: 40_000_000 })
      .rotate()
      .resize(360, 480, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .toBuffer()
  } catch {
    return null
  }
}
