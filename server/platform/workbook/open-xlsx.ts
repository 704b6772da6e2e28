import { posix } from 'node:path'
import { exportCover } from '../../../catalogue/rules/sheet.ts'
import {
  documentOf,
  mainOf,
  packageOf,
  readRelation,
  readType,
  slashed,
  typesName,
} from '../package/office.ts'
import { attributesAsWritten, XmlTokens } from '../package/xml-tokens.ts'
import { openPackage, type OpenPackage, type Part } from '../package/zip.ts'
import { WorkbookRefusal, packageRefusals } from './refusal.ts'

/** A sheet as the workbook names it. */
export interface Sheet {
  readonly name: string
  readonly visible: boolean
  readonly part: Part
}

export interface OpenXlsx {
  readonly package: OpenPackage
  readonly part: (name: string) => Part | undefined
  readonly sheets: readonly Sheet[]
  readonly strings: Part | undefined
  readonly styles: Part | undefined
  readonly since1904: boolean
}

/** Sheets that explain or serve the others; nobody fills them. */
const asideSheets: readonly string[] = ['填写说明', '字典', exportCover]
export const isAside = ({ name }: Pick<Sheet, 'name'>): boolean => asideSheets.includes(name.trim())

/**
 * What may be unpacked of one workbook: a gigabyte, a hundred times its size (import-templates.md, section
 * 1).
 */
const budgetOf = () => ({ bytes: 1024 ** 3, parts: 2000, ratio: 100 })
const sheetMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Attributes = Readonly<Record<string, string>>

/** Tells of every element in a part's own namespace, with its attributes by their names as written. */
export async function eachElement(
  part: Part,
  each: (name: string, attributes: Attributes, tokens: XmlTokens) => void,
): Promise<void> {
  const tokens: XmlTokens = new XmlTokens(
    {
      open: (name, attributes) => each(name, attributesAsWritten(attributes), tokens),
      close: () => undefined,
    },
    packageRefusals,
    { ownOnly: true },
  )
  for await (const piece of part.pieces()) tokens.write(piece)
  tokens.close()
}

/** The list of relations that belongs to a part. */
export const relationsName = (name: string): string =>
  posix.join(posix.dirname(name), '_rels', `${posix.basename(name)}.rels`)

/** Path of a relation's target within the package. */
export const targetOf = (from: string, target: string): string =>
  target.startsWith('/') ? slashed(target).slice(1) : posix.join(posix.dirname(from), slashed(target))

export interface Relation {
  readonly kind: string
  readonly target: string
}

/**
 * The relations of a part by their id, with the last word of their kind: strict files have other addresses.
 */
export async function relationsOf(
  part: (name: string) => Part | undefined,
  from: string,
): Promise<ReadonlyMap<string, Relation>> {
  const list = part(relationsName(from))
  const found = new Map<string, Relation>()
  if (list)
    await eachElement(list, (name, { Id, Type = '', Target = '', TargetMode }) => {
      if (name === 'Relationship' && Id !== undefined && TargetMode !== 'External')
        found.set(Id, { kind: Type.slice(Type.lastIndexOf('/') + 1), target: targetOf(from, Target) })
    })
  return found
}

/** Throws a refusal for what runs or fetches something, or is no workbook. Answers its main part. */
async function judgePackage(parts: readonly Part[]): Promise<Part> {
  const found = packageOf(parts.map(({ name }) => name))
  for (const part of parts) {
    const lower = part.name.toLowerCase()
    if (lower === typesName)
      await eachElement(part, (name, attributes) => readType(found, { name, attributes }))
    else if (lower.endsWith('.rels'))
      await eachElement(part, (name, attributes) =>
        readRelation(found, part.name, { name, attributes }, packageRefusals),
      )
  }
  if (!found.listed) throw new WorkbookRefusal('broken')
  if (documentOf(found, packageRefusals) !== sheetMime) throw new WorkbookRefusal('unknown')
  const main = mainOf(found)?.part
  const part = parts.find(({ name }) => name.toLowerCase() === main)
  if (!part) throw new WorkbookRefusal('broken')
  return part
}

/** Opens a workbook on the disk. Throws a refusal for what is none, and for what runs, fetches or grows. */
export async function openXlsx(path: string): Promise<OpenXlsx> {
  const opened = await openPackage(path, budgetOf(), packageRefusals)
  try {
    return await readMain(opened)
  } catch (error) {
    opened.close()
    throw error
  }
}

/** The namespace of references to relations, in either form of the standard. */
const references = /\/officeDocument\/(2006\/)?relationships$/

/** The id of a relation that an element names: the attribute has a prefix of its writer's choice. */
function relationIdOf(attributes: Attributes, tokens: XmlTokens): string {
  const named = Object.entries(attributes).find(
    ([name]) => name.endsWith(':id') && references.test(tokens.namespace(name.slice(0, -3)) ?? ''),
  )
  return named?.[1] ?? ''
}

interface SheetEntry {
  readonly title: string
  readonly state: string | undefined
  readonly id: string
}

/** Sheets of a workbook and its date system (1900 or 1904). */
async function readBook(main: Part): Promise<{ sheets: readonly SheetEntry[]; since1904: boolean }> {
  const sheets: SheetEntry[] = []
  let since1904 = false
  await eachElement(main, (name, attributes, tokens) => {
    const { date1904, name: title = '', state } = attributes
    if (name === 'workbookPr' && date1904 !== undefined) since1904 = /^(1|true|on)$/.test(date1904.trim())
    if (name === 'sheet') sheets.push({ title, state, id: relationIdOf(attributes, tokens) })
  })
  return { sheets, since1904 }
}

/** The parts of a package by their names as a package writes them. */
function partsByName(parts: readonly Part[]): ReadonlyMap<string, Part> {
  const byName = new Map(parts.map((part) => [part.name.toLowerCase(), part]))
  if (byName.size < parts.length) throw new WorkbookRefusal('broken')
  return byName
}

async function readMain(opened: OpenPackage): Promise<OpenXlsx> {
  const parts = opened.parts.map((part) => ({ ...part, name: slashed(part.name) }))
  const byName = partsByName(parts)
  const part = (name: string) => byName.get(name.toLowerCase())
  const main = await judgePackage(parts)
  const relations = await relationsOf(part, main.name)
  const { sheets, since1904 } = await readBook(main)
  const ofKind = (kind: string) => {
    const found = [...relations.values()].find((one) => one.kind === kind)
    return found && part(found.target)
  }
  return {
    package: { ...opened, parts },
    part,
    sheets: sheets.flatMap(({ title, state, id }) => {
      const relation = relations.get(id)
      if (relation?.kind !== 'worksheet') return []
      const sheet = part(relation.target)
      if (!sheet) throw new WorkbookRefusal('broken')
      return [{ name: title, visible: state === undefined || state === 'visible', part: sheet }]
    }),
    strings: ofKind('sharedStrings'),
    styles: ofKind('styles'),
    since1904,
  }
}

/**
 * The sheet that is meant: by name, else the first visible one that people fill. Throws a refusal for none.
 */
export function sheetOf({ sheets }: OpenXlsx, wanted: string | undefined): Sheet {
  const found =
    wanted === undefined
      ? sheets.find((sheet) => sheet.visible && !isAside(sheet))
      : sheets.find(({ name }) => name.trim() === wanted.trim())
  if (found) return found
  const names = sheets.map(({ name }) => name).slice(0, 10)
  throw new WorkbookRefusal(
    'noSheet',
    wanted === undefined
      ? undefined
      : `文件里没有名为“${wanted}”的工作表（有：${names.join('、')}），请使用模板填写`,
  )
}
