import { faultsOfPlaces, listOf, meaningOf, type PlaceMeaning } from '../../../../catalogue/forms/places.ts'
import type { OfficeForm, PlaceList, TemplatePlace } from '../../../../catalogue/contract/office-forms.ts'
import type { Place } from '../../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { invalid } from '../../../../catalogue/errors.ts'
import { closedTypes, givenPlaces } from '../../../../catalogue/forms/places.ts'
import { isOwnKey } from '../../../../catalogue/own/key.ts'
import type { Engine } from '../../../engine/engine.ts'
import { DocumentRefusal } from '../../../platform/documents/index.ts'
import {
  cleanTemplate,
  drawnDocument,
  mostTemplateBytes,
  openTemplate,
  placesIn,
  scan,
} from '../../../platform/docx/template/index.ts'

/** The types of teachers as they are filled in at a place, own fields of the offices above among them. */
export const typesAt = (engine: Engine, place: Place): AnyRecord[] =>
  Object.values(engine.records)
    .filter(({ owner }) => owner === 'teacher')
    .map((definition) => engine.own.forOwner(definition, place))

/**
 * The bytes of an upload as they are kept.
 * @throws AppError `invalid` with a sentence for what is hostile, too large or no document of Word
 */
export async function takenTemplate(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > mostTemplateBytes) throw invalid('fileId', '模板不超过 1 MB，请压缩或移除其中的图片')
  try {
    const clean = await cleanTemplate(bytes)
    const template = await openTemplate(clean)
    // What cannot be drawn is said now, and not when somebody prints.
    drawnDocument(template, template.document)
    scan(template.document)
    return clean
  } catch (error) {
    if (error instanceof DocumentRefusal) throw invalid('fileId', error.message)
    throw error
  }
}

const isMasked = (records: readonly AnyRecord[], meaning: PlaceMeaning | null): boolean => {
  if (meaning?.is !== 'field') return false
  const field = records.find(({ name }) => name === meaning.type)?.fields[meaning.key]
  return field?.sealed !== undefined || field?.masked !== undefined
}

/** The places of a template with what each means and what is wrong with it. */
export async function readPlaces(
  bytes: Buffer,
  records: readonly AnyRecord[],
): Promise<Pick<OfficeForm, 'places' | 'left'>> {
  const template = await openTemplate(bytes)
  const found = scan(template.document)
  const places = placesIn(found)
  const faults = faultsOfPlaces(places, found.rows, records)
  return {
    left: [...drawnDocument(template, template.document).left],
    places: places.map(({ name, page, near }, i): TemplatePlace => {
      const meaning = meaningOf(name, records)
      return {
        name,
        means: meaning?.label ?? null,
        repeats: meaning !== null && listOf(meaning) !== null,
        masked: isMasked(records, meaning),
        page,
        near,
        fault: faults[i] ?? null,
      }
    }),
  }
}

/** What may be written between braces. */
export const placesOf = (records: readonly AnyRecord[]): PlaceList['list'] => [
  {
    title: '通用',
    repeats: false,
    places: Object.keys(givenPlaces).map((name) => ({ name, masked: false, own: false })),
  },
  ...records
    .filter(({ name }) => !Object.hasOwn(closedTypes, name))
    .map(({ name, title, cardinality, fields }) => ({
      title,
      repeats: cardinality !== 'one',
      places: [
        ...(cardinality === 'one' ? [] : [{ name: `${title}.序号`, masked: false, own: false }]),
        ...Object.entries(fields).map(([key, field]) => ({
          name: name === 'basicInfo' ? field.label : `${title}.${field.label}`,
          masked: field.sealed !== undefined || field.masked !== undefined,
          own: isOwnKey(key),
        })),
      ],
    })),
]
