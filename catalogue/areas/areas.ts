/**
 * Administrative areas: the whole country down to counties, Yangjiang down to townships (GB/T 2260 and, for
 * the nine digits of townships, the statistical division codes of 2023-06-30). The table is about 26 kB
 * compressed, so the client imports this file dynamically and nothing else in the catalogue imports it at
 * all.
 *
 * An area code says where something is, never whose it is: a school directly under the city has a district's
 * code.
 */
import table from './areas.gen.json' with { type: 'json' }

/** Dictionary areaLevel: 1 province, 2 city, 3 county, 4 township. */
export type AreaLevel = '1' | '2' | '3' | '4'

/** One node of GET /api/v1/area/all. `parent` is the empty string for a province. */
export type AreaNode = {
  readonly code: string
  readonly name: string
  readonly parent: string
  readonly level: AreaLevel
  readonly children: readonly AreaNode[]
}

/** The two code tables of the specification that are cut from the areas instead of being kept twice. */
export type AreaDictName = 'areaCode' | 'townCode'

type Row = readonly [code: string, name: string, children?: readonly Row[]]

/** The region the portal is made for; its townships are listed. */
const REGION = '441700'
const PROVINCE = '440000'

const tree: readonly AreaNode[] = (table as unknown as readonly Row[]).map((row) => nodeOf(row, ''))
const byCode: ReadonlyMap<string, AreaNode> = new Map(walk(tree).map((node) => [node.code, node]))
let byPath: ReadonlyMap<string, string> | undefined

/** The name of an area alone (江城区); an unknown code is answered with itself. */
export function areaName(code: string): string {
  return byCode.get(code)?.name ?? code
}

/**
 * Names from the province down: 广东省, 阳江市, 江城区. Levels that do not exist are left out (湖北省,
 * 仙桃市; 北京市, 东城区). An unknown code has the empty path.
 */
export function areaPath(code: string): string[] {
  return lineage(code).map((node) => node.name)
}

/** Codes from the province down to and including `code`, the value a cascading picker holds. */
export function areaLineage(code: string): string[] {
  return lineage(code).map((node) => node.code)
}

/** Direct subdivisions; without a code the provinces. Empty for Dongguan, Zhongshan and for unknown codes. */
export function areaChildren(code?: string): readonly AreaNode[] {
  return code === undefined ? tree : (byCode.get(code)?.children ?? [])
}

/** True for a code of today's table. Abolished codes, as in old identity numbers, are not in it. */
export function isAreaCode(code: string): boolean {
  return byCode.has(code)
}

/** Level of an area, undefined when the code is unknown. */
export function areaLevel(code: string): AreaLevel | undefined {
  return byCode.get(code)?.level
}

/**
 * The subdivisions of `root` with everything below them, as GET /api/v1/area/all answers (specification
 * section 7); without a root the whole country. An unknown root has no subdivisions.
 */
export function areaTree(root?: string): readonly AreaNode[] {
  return areaChildren(root)
}

/**
 * The code meant by a text of a spreadsheet: a code of six or nine digits, or the full path from the province
 * (广东省/阳江市/江城区). A name alone is refused: there are dozens of 鼓楼区 and 城区.
 */
export function areaCodeOf(text: string): string | undefined {
  const cell = text.normalize('NFKC').replaceAll(/\s+/g, '')
  if (byCode.has(cell)) return cell
  byPath ??= new Map([...byCode.keys()].map((code) => [areaPath(code).join('/'), code]))
  return byPath.get(cell.replace(/\/$/, ''))
}

/**
 * The code meant by a text of somebody at the area `around`: as `areaCodeOf`, or the name of one area alone
 * (江城区, 江城), which is looked for below that area, then below the ones above it. Undefined where none has
 * the name, or several alike.
 */
export function areaCodeNear(text: string, around: string): string | undefined {
  const whole = areaCodeOf(text)
  const name = text.normalize('NFKC').replaceAll(/\s+/g, '')
  if (whole !== undefined || name.length < 2) return whole
  for (const above of lineage(around).toReversed()) {
    const below = walk([above])
    const exact = below.filter((node) => node.name === name)
    const hits = exact.length > 0 ? exact : below.filter((node) => node.name.slice(0, -1) === name)
    if (hits.length > 0) return hits.length === 1 ? hits[0]?.code : undefined
  }
  return undefined
}

/**
 * The specification's code tables areaCode (the province, its cities, the counties of Yangjiang) and townCode
 * (townships of Yangjiang) as [code, name], for GET /api/v1/dictionary/full.
 */
export function areaDictionary(name: AreaDictName): [code: string, name: string][] {
  const counties = areaChildren(REGION)
  const nodes =
    name === 'townCode'
      ? counties.flatMap((county) => county.children)
      : [...lineage(PROVINCE), ...areaChildren(PROVINCE), ...counties]
  return nodes.map((node) => [node.code, node.name])
}

function nodeOf([code, name, rows = []]: Row, parent: string): AreaNode {
  return { code, name, parent, level: levelOfCode(code), children: rows.map((row) => nodeOf(row, code)) }
}

/**
 * Directly governed counties (429004) end in 01 to 99 like any county and are told apart by their parent
 * only.
 */
function levelOfCode(code: string): AreaLevel {
  if (code.length === 9) return '4'
  if (code.endsWith('0000')) return '1'
  return code.endsWith('00') ? '2' : '3'
}

function walk(nodes: readonly AreaNode[]): AreaNode[] {
  return nodes.flatMap((node) => [node, ...walk(node.children)])
}

function lineage(code: string): AreaNode[] {
  const node = byCode.get(code)
  return node === undefined ? [] : [...lineage(node.parent), node]
}
