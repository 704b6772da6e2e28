import { posix } from 'node:path'
import { exportCover } from '../../../catalogue/rules/sheet.ts'
import { documentOf, readRelation, readType, typesName, type Package } from '../package/office.ts'
import { attributesOf, XmlTokens } from '../package/xml-tokens.ts'
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
export const asideSheets: readonly string[] = ['填写说明', '字典', exportCover]

/** What may be unpacked of one workbook: a gigabyte, a hundred times its size (import-templates.md, section 1). */
const budgetOf = () => ({ bytes: 1024 ** 3, parts: 2000, ratio: 100 })
const sheetMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Attributes = Readonly<Record<string, string>>

/** Tells of every element of a part. */
export async function eachElement(
  part: Part,
  each: (name: string, attributes: Attributes) => void,
): Promise<void> {
  const tokens = new XmlTokens(
    { open: (name, attributes) => each(name, attributesOf(attributes)), close: () => undefined },
    packageRefusals,
  )
  for await (const piece of part.pieces()) tokens.write(piece)
  tokens.close()
}

/** The list of relations that belongs to a part. */
export const relationsName = (name: string): string =>
  posix.join(posix.dirname(name), '_rels', `${posix.basename(name)}.rels`)

/** Where a relation of a part leads within the package. */
export const targetOf = (from: string, target: string): string =>
  target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(from), target)

export interface Relation {
  readonly kind: string
  readonly target: string
}

/** The relations of a part by their id, with the last word of their kind: strict files have other addresses. */
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
async function judgePackage(parts: readonly Part[]): Promise<string> {
  const found: Package = { names: parts.map(({ name }) => name), listed: false, mains: [] }
  for (const part of parts) {
    const lower = part.name.toLowerCase()
    if (lower === typesName) {
      found.listed = true
      await eachElement(part, (name, attributes) => readType(found, { name, attributes }, packageRefusals))
    } else if (lower.endsWith('.rels'))
      await eachElement(part, (name, attributes) => readRelation({ name, attributes }, packageRefusals))
  }
  if (!found.listed) throw new WorkbookRefusal('broken')
  if (documentOf(found, packageRefusals) !== sheetMime) throw new WorkbookRefusal('unknown')
  const main = found.mains.find(({ mime }) => mime === sheetMime)?.part
  const named = parts.find(({ name }) => name.toLowerCase() === main)?.name
  if (named === undefined) throw new WorkbookRefusal('broken')
  return named
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

async function readMain(opened: OpenPackage): Promise<OpenXlsx> {
  const byName = new Map(opened.parts.map((part) => [part.name.toLowerCase(), part]))
  const part = (name: string) => byName.get(name.toLowerCase())
  const main = await judgePackage(opened.parts)
  const relations = await relationsOf(part, main)
  const sheets: Sheet[] = []
  let since1904 = false
  const list = part(main)
  if (list)
    await eachElement(list, (name, { name: title = '', id = '', state, date1904 }) => {
      if (name === 'workbookPr') since1904 = date1904 === '1' || date1904 === 'true'
      const relation = relations.get(id)
      if (name !== 'sheet' || relation?.kind !== 'worksheet') return
      const sheet = part(relation.target)
      if (!sheet) throw new WorkbookRefusal('broken')
      sheets.push({ name: title, visible: state === undefined || state === 'visible', part: sheet })
    })
  const ofKind = (kind: string) => {
    const found = [...relations.values()].find((one) => one.kind === kind)
    return found && part(found.target)
  }
  return {
    package: opened,
    part,
    sheets,
    strings: ofKind('sharedStrings'),
    styles: ofKind('styles'),
    since1904,
  }
}

/** The sheet that is meant: by name, else the first visible one that people fill. Throws a refusal for none. */
export function sheetOf({ sheets }: OpenXlsx, wanted: string | undefined): Sheet {
  const found =
    wanted === undefined
      ? sheets.find(({ name, visible }) => visible && !asideSheets.includes(name.trim()))
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
