import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  InterchangeLayout,
  InterchangeSheet,
} from '../../../catalogue/contract/administration/interchange.ts'
import { dictionary, labelOf, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { coverageOf } from '../../../catalogue/interchange/coverage.ts'
import { importOfSheet } from '../../../catalogue/interchange/imports.ts'
import {
  layoutNamed,
  layouts,
  listOfLayout,
  workbookOfLayout,
  type Layout,
} from '../../../catalogue/interchange/layout.ts'
import { definitionOf, type Engine } from '../../engine/engine.ts'

async function layoutShown(engine: Engine, actor: Actor, layout: Layout): Promise<InterchangeLayout> {
  const { name, title, version, source, checked } = layout
  const ofTeachers = Object.values(engine.records).filter(({ owner }) => owner === 'teacher')
  const definitions = await Promise.all(ofTeachers.map((one) => engine.own.forReader(actor, one)))
  const imported = new Set(
    layout.sheets.flatMap((sheet) =>
      importOfSheet(layout, sheet)?.roles.includes(actor.role) ? [sheet.type] : [],
    ),
  )
  const types = definitions.map((definition) => {
    const { type, title: label, sheet, fields, carried, without } = coverageOf(layout, definition)
    return { type, title: label, sheet, into: imported.has(type), fields, carried, without: [...without] }
  })
  const place = new Map(layout.sheets.map(({ type }, at) => [type, at]))
  const order = ({ type }: { type: string }) => place.get(type) ?? place.size
  return {
    name,
    title,
    version,
    source,
    checked,
    exportList: listOfLayout(layout),
    importType: workbookOfLayout(layout),
    types: types.toSorted((a, b) => order(a) - order(b)),
  }
}

/** The layouts with what fits, own fields of the reader's offices among what does not. */
export const layoutsFor = async (engine: Engine, actor: Actor): Promise<{ list: InterchangeLayout[] }> => ({
  list: await Promise.all(layouts.map((layout) => layoutShown(engine, actor, layout))),
})

const bases = { assumed: '按该系统的公开资料推定', own: '本平台自定' } as const

function codesOf(
  layout: Layout,
  dict: DictName | undefined,
): Pick<InterchangeSheet['columns'][number], 'codes' | 'withoutCodes'> {
  const table = dict === undefined ? undefined : layout.codes[dict]
  if (dict === undefined || !table) return { codes: null, withoutCodes: [] }
  const { basis, without = [] } = table
  const { standard, items } = dictionary(dict)
  const own = basis === 'own' ? items.filter(({ selectable }) => selectable).map(({ code }) => code) : without
  return {
    codes: basis === 'standard' ? standard : bases[basis],
    withoutCodes: own.map((code) => labelOf(dict, code)),
  }
}

/** The columns of one sheet; 404 where there is none. */
export function sheetFor(engine: Engine, name: string, type: string): InterchangeSheet {
  const layout = layoutNamed(name)
  const sheet = layout?.sheets.find((one) => one.type === type)
  if (!layout || !sheet) throw new AppError('missing')
  const { fields } = definitionOf(engine, type)
  return {
    name: sheet.name,
    columns: sheet.columns.map(({ head, field: key, says, item }) => {
      const field = fields[says ?? key]
      return {
        head,
        label: field?.label ?? null,
        item: item ?? null,
        required: field?.required ?? false,
        ...codesOf(layout, says === undefined ? field?.dict : undefined),
      }
    }),
  }
}
