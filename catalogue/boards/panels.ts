import { indicators } from '../figures/indicators.ts'
import type { Indicator } from '../figures/indicator.ts'
import type { BoardKey } from './board.ts'

/** How a panel can be drawn on a board: one large number, a map of the places below, a picture, a table. */
export const shows = ['figure', 'map', 'chart', 'table'] as const
export type Show = (typeof shows)[number]

export const showWords: Readonly<Record<Show, string>> = {
  figure: '大数字',
  map: '地图',
  chart: '图',
  table: '表',
}

/** What a board can show: `from` says who answers it. */
export interface BoardPanel {
  readonly key: string
  readonly title: string
  readonly from: 'indicators' | 'records' | 'portal' | 'talents'
  readonly shows: readonly Show[]
}

/** A figure with a sum: one number can stand for it. */
const hasSum = ({ rows, columns, counting }: Indicator): boolean =>
  columns === null && (rows === 'place' || rows === null) && counting.by !== 'spread'

function showsOf(one: Indicator): readonly Show[] {
  if (one.form === 'number') return ['figure']
  const drawn: Show[] = ['chart', 'table']
  if (!hasSum(one)) return drawn
  return one.rows === 'place' ? ['figure', 'map', ...drawn] : ['figure', ...drawn]
}

/** Boards are public views (figures.md, 8): internal indicators never stand on one. */
const ofIndicators: readonly BoardPanel[] = indicators
  .filter(({ visible, counting }) => visible === 'public' && counting.by !== 'spread')
  .map((one) => ({ key: one.key, title: one.title, from: 'indicators', shows: showsOf(one) }))

/** A panel that no indicator answers. `people`: what is counted are people, whom public boards protect. */
interface PanelWords {
  readonly title: string
  readonly shows: readonly Show[]
  readonly people?: true
}

const records = {
  'research.projects': { title: '课题', shows: ['figure'] },
  'research.level': { title: '课题级别', shows: ['chart', 'table'] },
  'research.state': { title: '课题进展', shows: ['chart', 'table'] },
  'result.kinds': { title: '论文、获奖、著作', shows: ['chart', 'table'] },
  'result.awards': { title: '获奖级别', shows: ['chart', 'table'] },
  'result.years': { title: '历年成果', shows: ['chart', 'table'] },
  'training.projects': { title: '培训项目', shows: ['figure'] },
  'training.persons': { title: '参加培训教师', people: true, shows: ['figure', 'map', 'chart', 'table'] },
  'training.hours': { title: '培训学时', shows: ['figure'] },
  'training.months': { title: '每月结业人次', people: true, shows: ['chart', 'table'] },
  'training.kinds': { title: '培训类别', people: true, shows: ['chart', 'table'] },
  'training.levels': { title: '培训级别', people: true, shows: ['chart', 'table'] },
} as const satisfies Readonly<Record<string, PanelWords>>
export type RecordPanelKey = keyof typeof records

const portal = {
  'portal.readers': { title: '每日阅读人数', people: true, shows: ['chart', 'table'] },
  'portal.reads': { title: '近 30 天阅读人次', people: true, shows: ['figure'] },
  'portal.accounts': { title: '近 30 天活跃账号', people: true, shows: ['figure', 'chart', 'table'] },
  'portal.contents': { title: '在发布的内容', shows: ['chart', 'table'] },
  'portal.resources': { title: '共享资源', shows: ['figure'] },
  'portal.activities': { title: '教研活动', shows: ['figure'] },
  'portal.courses': { title: '研修课程', shows: ['figure'] },
  'portal.studios': { title: '名师工作室', shows: ['figure'] },
} as const satisfies Readonly<Record<string, PanelWords>>
export type PortalPanelKey = keyof typeof portal

/**
 * Published people: their offices decided that everybody may read them, so nothing of them is hidden
 * (figures.md, 7).
 */
const talents = {
  'talents.kinds': { title: '已发布的高层次人才', shows: ['figure', 'chart', 'table'] },
  'talents.names': { title: '高层次人才名单', shows: ['table'] },
} as const satisfies Readonly<Record<string, { title: string; shows: readonly Show[] }>>
export type TalentPanelKey = keyof typeof talents

const declared = (
  from: 'records' | 'portal' | 'talents',
  entries: Readonly<Record<string, PanelWords>>,
): readonly BoardPanel[] =>
  Object.entries(entries).map(([key, { title, shows: ways }]) => ({ key, title, from, shows: ways }))

/** Every panel that a layout may name. */
export const boardPanels: readonly BoardPanel[] = [
  ...ofIndicators,
  ...declared('records', records),
  ...declared('portal', portal),
  ...declared('talents', talents),
]

const byKey = new Map(boardPanels.map((one) => [one.key, one]))

/** A panel by its key; undefined for a word from a layout file that names none. */
export const boardPanelOf = (key: string): BoardPanel | undefined => byKey.get(key)

const peopled: ReadonlySet<string> = new Set(
  [...Object.entries<PanelWords>(records), ...Object.entries<PanelWords>(portal)].flatMap(
    ([key, { people }]) => (people ? [key] : []),
  ),
)

/** Whether a panel over records or the portal counts people. */
export const countsPeople = (key: string): boolean => peopled.has(key)

export const isRecordPanel = (key: string): key is RecordPanelKey => Object.hasOwn(records, key)
export const isTalentPanel = (key: string): key is TalentPanelKey => Object.hasOwn(talents, key)
export const isPortalPanel = (key: string): key is PortalPanelKey => Object.hasOwn(portal, key)

/**
 * Figures of the domain that no module answers yet, each with the board that will show it (figures.md, 8).
 */
export const waitingPanels: readonly {
  readonly key: string
  readonly title: string
  readonly waitsFor: string
  readonly board: BoardKey
}[] = [
  { key: 'downloads', title: '资源下载量', waitsFor: '资源库记录下载', board: 'datashow' },
  { key: 'hoursYear', title: '年度学时达标率', waitsFor: '培训管理模块', board: 'datatrain' },
  { key: 'trained', title: '培训班参训人次', waitsFor: '培训管理模块', board: 'datatrain' },
]
