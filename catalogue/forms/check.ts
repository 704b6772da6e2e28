import type { AnyRecord } from '../define.ts'
import type { AnyProcess } from '../processes/define.ts'
import { fieldsOf } from '../rules/condition.ts'
import { columns, given, type FormCell, type FormDefinition, type FormPart } from './define.ts'

interface Fault {
  readonly code: string
  readonly message: string
}

/** What the checks compare a form with. */
export interface Declarations {
  readonly records: Readonly<Record<string, AnyRecord>>
  readonly processes: Readonly<Record<string, AnyProcess>>
}

/**
 * Start-up checks of printed forms. F101: the cells of a row do not fill twelve columns. F102: a source is of
 * no record type. F103: a cell, a column or an order names a field that its source lacks. F104: a cell runs
 * down past its grid. F105: two forms of one name. F106: a purpose that the form opens parts for is not
 * offered with it.
 */
export function checkForms(forms: readonly FormDefinition[], declared: Declarations): Fault[] {
  const names = forms.map(({ name }) => name)
  const twice = names.filter((name, i) => names.indexOf(name) !== i)
  return [
    ...twice.map((name) => ({ code: 'F105', message: `two forms are called ${name}` })),
    ...forms.flatMap((form) => checkForm(form, declared)),
  ]
}

function checkForm(form: FormDefinition, declared: Declarations): Fault[] {
  const fault = (code: string, message: string): Fault => ({ code, message: `form ${form.name}: ${message}` })
  const sources = Object.entries(form.sources)
  const typed = sources.flatMap(([name, { type, where, order, only }]) => {
    const definition = declared.records[type]
    if (!definition) return [fault('F102', `the source ${name} is of no type ${type}`)]
    const asked = [...(where ? fieldsOf(where) : []), ...(order === undefined ? [] : [order])]
    const unknown = asked.filter((key) => !Object.hasOwn(definition.fields, key))
    return [
      ...unknown.map((key) => fault('F103', `${type} has no field ${key}`)),
      ...(only !== undefined && !form.purposes.includes(only)
        ? [fault('F106', `nobody can ask for the purpose ${only} of ${name}`)]
        : []),
    ]
  })
  const named = form.parts.flatMap((part) => namesIn(part)).filter((name) => !isKnown(form, name, declared))
  return [
    ...typed,
    ...named.map((name) => fault('F103', `there is no ${name}`)),
    ...form.parts.flatMap(gridFaults).map(({ code, message }) => fault(code, message)),
  ]
}

/** The values that a part names, as `source.field`. */
export function namesIn(part: FormPart): string[] {
  if (part.part === 'grid') return part.rows.flat().flatMap(({ fields = [] }) => fields)
  if (part.part === 'table')
    return part.columns.flatMap(({ fields }) => fields.map((key) => `${part.source}.${key}`))
  if (part.part === 'sums') return [part.by, part.across, part.add].map((key) => `${part.source}.${key}`)
  return part.part === 'text' ? placeholdersOf(part.text) : []
}

/** Values a text names in braces. */
export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{([a-zA-Z0-9]+\.[a-zA-Z0-9]+)\}/g)].map(([, name]) => name ?? '')

function isKnown(form: FormDefinition, name: string, { records, processes }: Declarations): boolean {
  const [source = '', key = ''] = name.split('.')
  const fixed: readonly string[] | undefined = Object.hasOwn(given, source)
    ? given[source as keyof typeof given]
    : undefined
  if (fixed) return fixed.includes(key)
  if (form.about.is === 'case' && (source === 'case' || source === 'party' || source === 'opinion')) {
    const process = processes[form.about.process]
    return process !== undefined && Object.hasOwn(source === 'case' ? process.fields : process.parties, key)
  }
  const type = form.sources[source]?.type
  return type !== undefined && Object.hasOwn(records[type]?.fields ?? {}, key)
}

/** Rows that do not fill the columns, with what runs down from above counted in. */
function gridFaults(part: FormPart): Fault[] {
  if (part.part === 'table') {
    const sum = widthOf(part.columns)
    return sum === columns
      ? []
      : [{ code: 'F101', message: `the table ${part.title} is ${sum} columns wide` }]
  }
  if (part.part !== 'grid') return []
  let running: { span: number; until: number }[] = []
  return part.rows.flatMap((row, i) => {
    running = running.filter(({ until }) => until > i)
    const sum = widthOf(row) + widthOf(running)
    running.push(...row.flatMap(({ span, down = 1 }) => (down > 1 ? [{ span, until: i + down }] : [])))
    const past = row.some(({ down = 1 }: FormCell) => i + down > part.rows.length)
    return [
      ...(sum === columns ? [] : [{ code: 'F101', message: `row ${i + 1} is ${sum} columns wide` }]),
      ...(past ? [{ code: 'F104', message: `a cell of row ${i + 1} runs down past the grid` }] : []),
    ]
  })
}

const widthOf = (cells: readonly { readonly span: number }[]) =>
  cells.reduce((sum, { span }) => sum + span, 0)
