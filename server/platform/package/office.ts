import type { FileMime } from '../../../catalogue/kinds/file-types.ts'
import type { PackageRefusals } from './refuse.ts'

/** An element in the namespace of its list, with the attributes that have no prefix. */
export interface Element {
  readonly name: string
  /** Entities and numbers of letters resolved. */
  readonly attributes: Readonly<Record<string, string>>
}

/** Parts and content types of an Office package, collected while its parts are read. */
export interface Package {
  /** The names of its parts, as written. */
  readonly names: readonly string[]
  /** Whether it has a list of types. */
  readonly listed: boolean
  /**
   * What the list says, in small letters: types of single parts by name, and of all others by their ending.
   */
  readonly types: Map<string, string>
  readonly endings: Map<string, string>
  /** The part that the package names as its document, in small letters. */
  document: string | undefined
}

/** The list of types of a package. */
export const typesName = '[content_types].xml'

/**
 * A name of a part whose steps are parted as a package parts them; some packers of Windows take the other
 * slash.
 */
export const slashed = (name: string): string => name.replaceAll('\\', '/')

const plain = (name: string): string => slashed(name).toLowerCase()

/** A package of which only the directory was read. */
export const packageOf = (names: readonly string[]): Package => ({
  names,
  listed: names.some((name) => plain(name) === typesName),
  types: new Map(),
  endings: new Map(),
  document: undefined,
})

const prefix = 'application/vnd.openxmlformats-officedocument.'
const mains: Readonly<Record<string, FileMime>> = {
  [`${prefix}wordprocessingml.document.main+xml`]: `${prefix}wordprocessingml.document`,
  [`${prefix}presentationml.presentation.main+xml`]: `${prefix}presentationml.presentation`,
  [`${prefix}spreadsheetml.sheet.main+xml`]: `${prefix}spreadsheetml.sheet`,
}
const folders: Readonly<Record<string, string>> = {
  'word/': 'wordprocessingml',
  'ppt/': 'presentationml',
  'xl/': 'spreadsheetml',
}
/** Main parts as Office names them: a package that has one is meant to be a document. */
const usual = ['word/document.xml', 'ppt/presentation.xml', 'xl/workbook.xml']

/**
 * Parts that run something: macros, controls, sheets of old macros, packed objects. Excel tables within Word
 * are harmless.
 */
const running = new RegExp(
  [
    '(^|/)(activex/|macrosheets/|dialogsheets/|customui/|ctrlprops/)',
    '\\.(bin|exe|js|vbs|dll|docm|xlsm|pptm|xlsb|dotm|xltm)[. ]*$',
  ].join('|'),
  'i',
)
/** Binary parts that run something whatever their type says. */
const binaries = /(^|\/)vba[^/]*\.bin$|oleobject[^/]*$/i
/** Binary parts of printers and add-ins that cannot run, by name or by content type. */
const harmless = /^xl\/(printerSettings\/[^/]+|customProperty\d*)\.bin$/i
const harmlessTypes = /officedocument\.\w+\.(printerSettings|customProperty)$/i
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

/**
 * Reads an element of the list of types. What no part has decides nothing: programs list types in advance.
 */
export function readType(found: Package, { name, attributes }: Element): void {
  const type = (attributes['ContentType'] ?? '').trim()
  if (name === 'Override')
    found.types.set(plain((attributes['PartName'] ?? '').trim().replace(/^[\\/]/, '')), type)
  else if (name === 'Default') found.endings.set((attributes['Extension'] ?? '').trim().toLowerCase(), type)
}

/** Reads an element of the list of relations `list`: only links that people click may lead outside. */
export function readRelation(
  found: Package,
  list: string,
  { name, attributes }: Element,
  refuse: PackageRefusals,
): void {
  if (name !== 'Relationship') return
  const type = (attributes['Type'] ?? '').trim()
  if (runningRelations.test(type)) throw refuse.runs()
  if (
    (attributes['TargetMode'] ?? '').trim().toLowerCase() === 'external' &&
    !/\/relationships\/hyperlink$/i.test(type)
  )
    throw refuse.fetches()
  if (plain(list) === '_rels/.rels' && type.endsWith('/officeDocument'))
    found.document ??= plain((attributes['Target'] ?? '').trim()).replace(/^(\.?\/)+/, '')
}

/** The type of a part, by its name in small letters. */
const typeOf = ({ types, endings }: Package, part: string): string =>
  types.get(part) ?? endings.get(/\.([^./]*)$/.exec(part)?.[1] ?? '') ?? ''

/** Whether a part runs something, by its name or by the type that the list gives it. */
function runs(found: Package, part: string): boolean {
  const type = typeOf(found, part)
  if (harmless.test(part)) return runningTypes.test(found.types.get(part) ?? '')
  if (runningTypes.test(type) || binaries.test(part)) return true
  return running.test(part) && !(part.endsWith('.bin') && harmlessTypes.test(type))
}

/**
 * The main part of a package and its type, where it has one: named by a relation, as Office finds it, or by
 * its type.
 */
export function mainOf(found: Package): { readonly part: string; readonly mime: FileMime } | undefined {
  const parts = new Set(found.names.map(plain))
  const part =
    found.document ??
    [...found.types].find(([one, type]) => Object.hasOwn(mains, type) && parts.has(one))?.[0]
  const mime = part !== undefined && parts.has(part) ? mains[typeOf(found, part)] : undefined
  if (part === undefined || mime === undefined) return undefined
  // A part in a program's folder belongs to that program; one at the root may belong to any.
  const folder = Object.keys(folders).find((one) => part.startsWith(one))
  return folder === undefined || mime.includes(folders[folder] ?? '') ? { part, mime } : undefined
}

/**
 * Which document of Office a package is, once all of it was read; null for a zip file of other things. Throws
 * a refusal for what would run something, and for a document that does not say what it is.
 */
export function documentOf(found: Package, refuse: PackageRefusals): FileMime | null {
  if (!found.listed) return null
  const parts = found.names.map(plain)
  if (parts.some((part) => runs(found, part))) throw refuse.runs()
  const main = mainOf(found)
  if (!main && usual.some((name) => parts.includes(name))) throw refuse.broken()
  // Office finds its parts by the slash alone: a name with the other one is another part to others.
  if (main && found.names.some((name) => name.includes('\\'))) throw refuse.slashes()
  return main?.mime ?? null
}
