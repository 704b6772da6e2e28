import { z } from 'zod'
import type { FieldFault } from '../errors.ts'
import { isStorable } from '../kinds/kind.ts'
import { boardKeys, type BoardKey } from './board.ts'
import { boardPanelOf, shows, showWords, type Show } from './panels.ts'

/** Where panels stand on a page of a board, and how many have room there. */
export const regions = {
  headline: { title: '顶部数字', most: 6 },
  left: { title: '左栏', most: 4 },
  centre: { title: '中间', most: 2 },
  right: { title: '右栏', most: 4 },
  bottom: { title: '底部', most: 4 },
} as const
export type Region = keyof typeof regions
export const regionKeys = [
  'headline',
  'left',
  'centre',
  'right',
  'bottom',
] as const satisfies readonly Region[]

/** Most pages of a board, and most places of a tour. */
export const mostPages = 6
export const mostTourPlaces = 40

const words = (what: string, most: number) =>
  z
    .string({ error: `${what}应为文字` })
    .trim()
    .min(1, `请填写${what}`)
    .max(most, `${what}不超过 ${most} 个字`)
    .refine(isStorable, `${what}含有不能保存的字符`)

const seconds = (what: string, least: number, most: number) =>
  z
    .number({ error: `${what}应为数字` })
    .int(`${what}应为整数`)
    .min(least, `${what}至少 ${least} 秒`)
    .max(most, `${what}至多 ${most} 秒`)

const item = z.strictObject(
  {
    panel: z.string({ error: '请写明面板' }).max(60, '没有该面板'),
    /** Left out: the way that belongs to the region. */
    show: z.enum(shows, { error: `显示方式应为 ${shows.join('、')}` }).optional(),
    title: words('面板标题', 20).optional(),
  },
  { error: '应为一个面板，写作 {"panel": "fulltime"}' },
)
export type LayoutItem = z.infer<typeof item>

const listOf = (region: Region) =>
  z
    .array(item, { error: '应为面板的列表' })
    .max(regions[region].most, `至多 ${regions[region].most} 个面板`)
    .default([])

const page = z.strictObject(
  {
    title: words('页名', 20),
    headline: listOf('headline'),
    left: listOf('left'),
    centre: listOf('centre'),
    right: listOf('right'),
    bottom: listOf('bottom'),
  },
  { error: '应为一页' },
)
export type LayoutPage = z.infer<typeof page>

const tour = z.strictObject(
  {
    seconds: seconds('每步停留', 5, 600),
    /** `below`: every place one step below; else these institutions. */
    places: z.union(
      [
        z.enum(['none', 'below']),
        z.array(z.number().int().min(1).max(2_147_483_647)).min(1).max(mostTourPlaces),
      ],
      { error: `巡回单位应为 none、below，或至多 ${mostTourPlaces} 个单位编号` },
    ),
    /** Whether it starts by itself when the board is opened. */
    auto: z.boolean({ error: '自动开始应为 true 或 false' }).default(false),
  },
  { error: '应为巡回设置' },
)

/** The layout file of a board: what an office edits, downloads and uploads. */
export const boardLayout = z.strictObject(
  {
    board: z.enum(boardKeys, { error: `大屏应为 ${boardKeys.join('、')}` }),
    /** `{地区}` stands for the name of the place. */
    title: words('标题', 30),
    enabled: z.boolean({ error: '启用应为 true 或 false' }).default(true),
    refreshSeconds: seconds('刷新间隔', 10, 3600).default(60),
    tour: tour.default({ seconds: 20, places: 'none', auto: false }),
    pages: z.array(page, { error: '应为页的列表' }).min(1, '至少一页').max(mostPages, `至多 ${mostPages} 页`),
  },
  { error: '布局文件应为一个 JSON 对象' },
)
export type BoardLayout = z.infer<typeof boardLayout>

/** How an item is drawn in its region where it does not say. */
export function showOf(region: Region, { panel, show }: LayoutItem): Show {
  if (show !== undefined) return show
  if (region === 'headline') return 'figure'
  const can = boardPanelOf(panel)?.shows ?? []
  if (region === 'centre' && can.includes('map')) return 'map'
  return can.includes('chart') ? 'chart' : (can.find((one) => one !== 'figure') ?? 'figure')
}

const ownWords: Readonly<Record<string, string>> = {
  board: '大屏',
  title: '标题',
  enabled: '启用',
  refreshSeconds: '刷新间隔',
  tour: '巡回',
  seconds: '每步停留',
  places: '巡回单位',
  auto: '自动开始',
  panel: '面板',
  show: '显示方式',
  pages: '页',
}
const regionWord = (key: string): string | undefined =>
  regionKeys.find((one) => one === key) && regions[regionKeys.find((one) => one === key) ?? 'left'].title

/** A place in the file as people read it: 第 1 页，左栏第 2 项，面板. */
export function placeInFile(path: readonly PropertyKey[]): string {
  const parts: string[] = []
  path.forEach((step, index) => {
    const before = path[index - 1]
    if (typeof step === 'number') {
      if (before === 'pages') parts.push(`第 ${step + 1} 页`)
      else parts.push(`${parts.pop() ?? ''}第 ${step + 1} 项`)
    } else if (step !== 'pages' || path.length === 1) {
      const key = String(step)
      parts.push(regionWord(key) ?? ownWords[key] ?? key)
    }
  })
  return parts.join('，')
}

/** What is wrong with one item of a page; undefined for nothing. */
function faultOf(region: Region, one: LayoutItem): { key: 'panel' | 'show'; message: string } | undefined {
  const panel = boardPanelOf(one.panel)
  if (!panel) return { key: 'panel', message: `没有“${one.panel}”这个面板` }
  const show = showOf(region, one)
  if (region === 'headline' && show !== 'figure') return { key: 'show', message: '顶部只放大数字' }
  if (show === 'map' && region !== 'centre') return { key: 'show', message: '地图只放在中间' }
  if (panel.shows.includes(show)) return undefined
  return {
    key: region === 'headline' ? 'panel' : 'show',
    message: `“${panel.title}”不能显示为${showWords[show]}，可以是${panel.shows.map((way) => showWords[way]).join('、')}`,
  }
}

function faultsOfPage(one: LayoutPage, at: number): { path: PropertyKey[]; message: string }[] {
  const faults: { path: PropertyKey[]; message: string }[] = []
  const seen = new Set<string>()
  for (const region of regionKeys) {
    one[region].forEach((entry, index) => {
      const path = ['pages', at, region, index]
      const fault = faultOf(region, entry)
      const key = `${entry.panel}/${showOf(region, entry)}`
      if (fault) faults.push({ path: [...path, fault.key], message: fault.message })
      else if (seen.has(key)) faults.push({ path, message: '这一页已有同样的面板' })
      seen.add(key)
    })
  }
  if (regionKeys.every((region) => one[region].length === 0))
    faults.push({ path: ['pages', at], message: '这一页暂无面板' })
  return faults
}

const worded = (path: readonly PropertyKey[], message: string): FieldFault => {
  const place = placeInFile(path)
  return { field: path.map(String).join('.'), message: place === '' ? message : `${place}：${message}` }
}

/** The sentence of an issue; zod has none of ours for a key that nobody declared. */
const sentenceOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'unrecognized_keys' ? `不认识“${issue.keys.join('”“')}”` : issue.message

export type ReadLayout =
  | { readonly layout: BoardLayout; readonly faults: readonly [] }
  | { readonly layout: null; readonly faults: readonly FieldFault[] }

/**
 * Reads a layout file; its faults are sentences with their place in the file. `board`: which one it has to be
 * of.
 */
export function readLayout(given: unknown, board: BoardKey): ReadLayout {
  const parsed = boardLayout.safeParse(given)
  if (!parsed.success)
    return { layout: null, faults: parsed.error.issues.map((issue) => worded(issue.path, sentenceOf(issue))) }
  const faults = parsed.data.pages.flatMap(faultsOfPage)
  if (parsed.data.board !== board) faults.unshift({ path: ['board'], message: '这是另一个大屏的布局文件' })
  if (faults.length === 0) return { layout: parsed.data, faults: [] }
  return { layout: null, faults: faults.map(({ path, message }) => worded(path, message)) }
}
