import { meaningOf, listOf, type PlaceMeaning } from '../../../../catalogue/forms/places.ts'
import type { Actor } from '../../../../catalogue/access/access.ts'
import type { FormDefinition } from '../../../../catalogue/forms/define.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { standingOfOwner } from '../../../engine/access/index.ts'
import type { Engine, Owner } from '../../../engine/engine.ts'
import {
  drawnDocument,
  filledDocument,
  marked,
  openTemplate,
  packTemplate,
  placesIn,
  scan,
  type PlaceWords,
  type TemplatePackage,
} from '../../../platform/docx/template/index.ts'
import { askedOf, comparedOf, digestOf, givenOf, notesOf } from '../declared.ts'
import type { Desk, Draft, Matter } from '../desk.ts'
import { gather, waitingOf, type PaperContent } from '../gather.ts'
import { formsFor, versionOf, type PublishedForm } from './store.ts'
import { typesAt } from './template.ts'

const prefix = 'office-'

/** The name under which papers of an office's form are kept; such names have no declared form. */
export const nameOfForm = (id: number): string => `${prefix}${id}`

/** The number of an office's form by that name; null for every other form. */
export function numberOfForm(name: string): number | null {
  const id = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0
  return Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null
}

/** The engine with declarations as they are filled in where the owner is: own fields are printed, too. */
const engineAt = (engine: Engine, owner: Owner): Engine => {
  const place = standingOfOwner(owner)
  const types = typesAt(engine, place).map((definition) => [definition.name, definition] as const)
  return { ...engine, records: { ...engine.records, ...Object.fromEntries(types) } }
}

/** A version, or a draft that is previewed: its places are read as the labels are today. */
export type FormToPrint = Omit<PublishedForm, 'office' | 'places'> & Partial<Pick<PublishedForm, 'places'>>

interface ReadForm {
  readonly template: TemplatePackage
  readonly meanings: ReadonlyMap<string, PlaceMeaning>
  /** The same form as the declared ones are: which fields of which types it prints. */
  readonly definition: FormDefinition
}

/** Reads a version in the terms of the declared forms, so that gathering and verifying are the same. */
async function readForm(form: FormToPrint, records: readonly AnyRecord[]): Promise<ReadForm> {
  const template = await openTemplate(form.template)
  const meanings = new Map<string, PlaceMeaning>()
  for (const { name } of placesIn(scan(template.document))) {
    const meaning = form.places?.[name] ?? meaningOf(name, records)
    if (meaning) meanings.set(name, meaning)
  }
  const used = [...meanings.values()].flatMap((one) => (one.is === 'given' ? [] : [one]))
  return {
    template,
    meanings,
    definition: {
      name: nameOfForm(form.id),
      title: form.title,
      version: String(form.no),
      about: { is: 'teacher' },
      roles: [2, 3, 4, 5, 6],
      purposes: [],
      paper: 'portrait',
      sources: Object.fromEntries(used.map(({ type }) => [type, { type }])),
      parts: [
        {
          part: 'text',
          size: 10.5,
          text: used.map((one) => (one.is === 'field' ? `{${one.type}.${one.key}}` : '')).join(''),
        },
      ],
    },
  }
}

/** The form that was asked for, if the actor may print it about this teacher; else it is not there. */
export async function officeFormFor(
  desk: Pick<Desk, 'engine'>,
  actor: Actor,
  owner: Owner,
  id: number,
): Promise<PublishedForm> {
  const [form] = await formsFor(desk.engine.db, actor, owner, id)
  if (!form) throw new AppError('missing')
  return form
}

/** A paper of an office's form: a PDF of its text and tables, or the filled document itself. */
export async function officeDraft(
  desk: Desk,
  form: FormToPrint,
  matter: Matter,
  watermark: string | null = null,
): Promise<Draft> {
  const engine = engineAt(desk.engine, matter.owner)
  const { template, meanings, definition } = await readForm(form, Object.values(engine.records))
  const asked = askedOf(engine, definition, matter)
  const gathered = await gather(asked)
  const [given, waiting] = await Promise.all([givenOf(engine, matter), waitingOf(asked, matter.actor)])
  const found = scan(template.document)
  const document = filledDocument(template.document, found, fillingOf(meanings, gathered, given))
  const drawn = drawnDocument(template, document)
  const notes = notesOf({ masked: gathered.masked, waiting, purpose: null })
  return {
    title: form.title,
    version: String(form.no),
    notes,
    watermark,
    verifiable: true,
    digest: digestOf(engine.keys, comparedOf(matter.owner, gathered)),
    sheet: (marks) => ({
      title: `${form.title} ${matter.owner.name}`,
      heading: '',
      above: ['', ''],
      paper: drawn.paper,
      units: drawn.units,
      parts: drawn.parts,
      ...marks,
    }),
    word: async ({ foot, watermark: pale, mark }) => {
      const lines = [...(pale === null ? [] : [pale]), ...foot]
      if (mark) lines.push(`验证码 ${mark.code}${mark.address === null ? '' : `　${mark.address}`}`)
      const { end } = scan(document)
      const whole = await marked(template, { document, end }, { lines, address: mark?.address ?? null })
      return packTemplate(template, whole.document, whole.parts)
    },
  }
}

/** What the places say: of a type with many records, that of the row's record. */
function fillingOf(
  meanings: ReadonlyMap<string, PlaceMeaning>,
  { sources }: PaperContent,
  given: Readonly<Record<string, string>>,
): PlaceWords {
  return {
    wordsOf: (name, record) => {
      const meaning = meanings.get(name)
      if (!meaning) return ''
      if (meaning.is === 'given') return given[meaning.key] ?? ''
      const rows = sources.get(meaning.type) ?? []
      if (meaning.is === 'count') return rows[record] ? String(record + 1) : ''
      return rows[meaning.repeats ? record : 0]?.text[meaning.key] ?? ''
    },
    timesOf: (names) => {
      const list = names.flatMap((name) => {
        const meaning = meanings.get(name)
        return meaning ? (listOf(meaning) ?? []) : []
      })[0]
      return list === undefined ? null : (sources.get(list)?.length ?? 0)
    },
  }
}

/** Digest of what a paper of this version would say today; null where the version is not there. */
export async function officeDigest(
  engine: Engine,
  owner: Owner,
  { id, no }: { readonly id: number; readonly no: number },
): Promise<Buffer | null> {
  const form = await versionOf(engine.db, id, no)
  if (!form) return null
  const here = engineAt(engine, owner)
  const { definition } = await readForm(form, Object.values(here.records))
  const gathered = await gather({
    engine: here,
    form: definition,
    owner,
    reader: null,
    purpose: null,
    recordId: null,
    day: null,
  })
  return digestOf(engine.keys, comparedOf(owner, gathered))
}
