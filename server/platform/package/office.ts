import type { FileMime } from '../../../catalogue/kinds/file-types.ts'
import type { PackageRefusals } from './refuse.ts'

/** An element without its prefix: the prefix is whatever the writer chose. */
export interface Element {
  readonly name: string
  /** Attributes without prefixes, entities and numbers of letters resolved. */
  readonly attributes: Readonly<Record<string, string>>
}

/** What a package of Office says of itself, gathered while its parts are read. */
export interface Package {
  /** The names of its parts. */
  readonly names: string[]
  /** Whether it has a list of types, and the main parts this list names. */
  listed: boolean
  readonly mains: { readonly part: string; readonly mime: FileMime }[]
}

/** The list of types of a package. */
export const typesName = '[content_types].xml'

const prefix = 'application/vnd.openxmlformats-officedocument.'
const mains: Readonly<Record<string, { readonly mime: FileMime; readonly folder: string }>> = {
  [`${prefix}wordprocessingml.document.main+xml`]: {
    mime: `${prefix}wordprocessingml.document`,
    folder: 'word/',
  },
  [`${prefix}presentationml.presentation.main+xml`]: {
    mime: `${prefix}presentationml.presentation`,
    folder: 'ppt/',
  },
  [`${prefix}spreadsheetml.sheet.main+xml`]: { mime: `${prefix}spreadsheetml.sheet`, folder: 'xl/' },
}
/** Main parts as Office names them: a package that has one is meant to be a document. */
const usual = ['word/document.xml', 'ppt/presentation.xml', 'xl/workbook.xml']

/**
 * Parts that run something: macros, controls, sheets of old macros, packed objects. Excel tables within Word
 * are harmless.
 */
const running = new RegExp(
  [
    '(^|/)(vba[^/]*\\.bin|activex/|macrosheets/|dialogsheets/|customui/|ctrlprops/)',
    'oleobject[^/]*$',
    '\\.(bin|exe|js|vbs|dll|docm|xlsm|pptm|xlsb|dotm|xltm)[. ]*$',
  ].join('|'),
  'i',
)
/** What a spreadsheet keeps beside its sheets in binary and runs nothing. */
const harmless = /^xl\/printerSettings\/[^/]+\.bin$/i
/** The same by what the list of types and the relations call it. */
const runningTypes = new RegExp(
  [
    'macroEnabled|vbaProject|vbaData|activeX|oleObject|intlmacrosheet|xlMacrosheet|dialogsheet',
    'ms-excel\\.controlproperties',
  ].join('|'),
  'i',
)
const runningKinds = [
  'vbaProject|wordVbaData|control|activeXControlBinary|oleObject|xlMacrosheet|xlIntlMacrosheet|dialogsheet',
  'attachedToolbars|ui/extensibility|ui/userCustomization|ctrlProp',
].join('|')
const runningRelations = new RegExp(`/(${runningKinds})$`, 'i')

/** Reads an element of the list of types. */
export function readType(found: Package, { name, attributes }: Element, refuse: PackageRefusals): void {
  if (name !== 'Override' && name !== 'Default') return
  const type = (attributes['ContentType'] ?? '').trim()
  if (runningTypes.test(type)) throw refuse.runs()
  const main = mains[type]
  const part = (attributes['PartName'] ?? '').replace(/^\//, '').toLowerCase()
  if (name === 'Override' && main && part.startsWith(main.folder)) found.mains.push({ part, mime: main.mime })
}

/** Reads an element of a list of relations: only links that people click may lead outside. */
export function readRelation({ name, attributes }: Element, refuse: PackageRefusals): void {
  if (name !== 'Relationship') return
  const type = (attributes['Type'] ?? '').trim()
  if (runningRelations.test(type)) throw refuse.runs()
  if (
    (attributes['TargetMode'] ?? '').trim().toLowerCase() === 'external' &&
    !/\/relationships\/hyperlink$/i.test(type)
  )
    throw refuse.fetches()
}

/**
 * Which document of Office a package is, once all of it was read; null for a zip file of other things. Throws
 * a refusal for what would run something, and for a document that does not say what it is.
 */
export function documentOf(
  { names, listed, mains: declared }: Package,
  refuse: PackageRefusals,
): FileMime | null {
  if (listed && names.some((name) => running.test(name) && !harmless.test(name))) throw refuse.runs()
  const lower = new Set(names.map((name) => name.toLowerCase()))
  const main = declared.find(({ part }) => lower.has(part))
  if (!main && listed && usual.some((name) => lower.has(name))) throw refuse.broken()
  // Office finds its parts by the slash alone: a name with the other one is another part to others.
  if (main && names.some((name) => name.includes('\\'))) throw refuse.broken()
  return main?.mime ?? null
}
