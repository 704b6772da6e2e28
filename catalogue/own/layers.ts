import type { Place } from '../access/access.ts'
import type { AnyRecord, Field, Section } from '../define.ts'
import { withOptions } from '../field.ts'
import type { OwnBody, StricterField, Use } from './body.ts'
import { fieldFrom, type OwnOffice } from './make-field.ts'

/** What an office says about a type, as it counts now. */
export interface OwnLayer {
  readonly no: number
  readonly office: OwnOffice
  readonly type: string
  readonly body: OwnBody
}

/** The institutions of a place, itself among them. */
const idsOf = ({ institutionId, districtId, cityId, provinceId }: Place): (number | null)[] => [
  institutionId,
  districtId,
  cityId,
  provinceId,
]

/** Whether the office stands above the place or is its institution: what it asks, is asked there. */
export const asksOf = ({ office }: OwnLayer, place: Place): boolean => idsOf(place).includes(office.id)

/** Whether a reader at the place sees the office's fields: asked of them, or asked below them. */
export const concerns = (layer: OwnLayer, place: Place): boolean =>
  asksOf(layer, place) || (place.institutionId !== null && layer.office.path.includes(place.institutionId))

/** Highest offices first, so that the fields of a province stand before those of its districts. */
const inOrder = (layers: readonly OwnLayer[]): OwnLayer[] =>
  layers.toSorted((a, b) => a.office.path.length - b.office.path.length || a.office.id - b.office.id)

function tighter(field: Field, asked: StricterField, day: string): Field {
  const { requiredFrom, maxLength, without = [], help } = asked
  return withOptions(field, {
    ...(requiredFrom !== undefined && requiredFrom <= day && { required: true }),
    ...(maxLength !== undefined && { maxLength: Math.min(maxLength, field.maxLength ?? maxLength) }),
    ...(without.length > 0 && {
      excludeItems: [...new Set([...(field.excludeItems ?? []), ...without])],
    }),
    ...(help !== undefined && help !== '' && { help }),
  })
}

function sectionsWith(form: readonly Section[], added: readonly (readonly [string, string])[]): Section[] {
  const sections = form.map(({ title, fields }) => ({ title, fields: [...fields] }))
  for (const [title, key] of added) {
    const section = sections.find((one) => one.title === title)
    if (section) section.fields.push(key)
    else sections.push({ title, fields: [key] })
  }
  return sections
}

/** Own fields of some layers, the ended ones left out. */
function fieldsIn(layers: readonly OwnLayer[], day: string) {
  return layers.flatMap(({ office, body }) =>
    body.fields
      .filter(({ ended }) => ended === undefined || ended.from > day)
      .map((own) => ({ own, field: fieldFrom(own, office, day) })),
  )
}

/**
 * A shipped declaration with what offices add, tighten and hide.
 * @param facts the shipped declaration
 * @param layers those of its type that concern the reader or the owner
 * @param asked whether a layer's tightening and hiding is asked here; its fields are shown anyway
 * @param day 'YYYY-MM-DD' in Asia/Shanghai
 */
export function layered(
  facts: AnyRecord,
  layers: readonly OwnLayer[],
  asked: (layer: OwnLayer) => boolean,
  day: string,
): AnyRecord {
  if (layers.length === 0) return facts
  const ordered = inOrder(layers)
  const added = fieldsIn(ordered, day)
  const keysFor = (use: Use) =>
    added.flatMap(({ own, field }) => (own.uses.includes(use) && !field.sealed ? [own.key] : []))
  const fields: Record<string, Field> = { ...facts.fields }
  const hidden = new Set<string>()
  for (const layer of ordered.filter(asked)) {
    for (const change of layer.body.tightened) {
      const field = fields[change.field]
      if (field) fields[change.field] = tighter(field, change, day)
    }
    for (const key of layer.body.hidden) hidden.add(key)
  }
  for (const { own, field } of added) fields[own.key] = field
  const shown = (keys: readonly string[]) => keys.filter((key) => !hidden.has(key))
  const { pages } = facts
  return {
    ...facts,
    fields,
    pages: {
      ...pages,
      list: {
        ...pages.list,
        columns: [...shown(pages.list.columns), ...keysFor('list')],
        filters: [...shown(pages.list.filters), ...keysFor('filter').filter((key) => !fields[key]?.masked)],
      },
      form: sectionsWith(
        pages.form.map(({ title, fields: keys }) => ({ title, fields: shown(keys) })),
        added.map(({ own }) => [own.section, own.key] as const),
      ).filter((section) => section.fields.length > 0),
    },
  }
}
