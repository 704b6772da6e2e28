import type { BoardKey } from './board.ts'
import type { BoardLayout, LayoutItem } from './layout.ts'

const plain = (...panels: readonly string[]): LayoutItem[] => panels.map((panel) => ({ panel }))
const usual = {
  enabled: true,
  refreshSeconds: 60,
  tour: { seconds: 20, places: 'below', auto: false },
} as const

/** The layouts that hold until an office saves its own (figures.md, 8). */
export const defaultLayouts: Readonly<Record<BoardKey, BoardLayout>> = {
  dataLarge: {
    ...usual,
    board: 'dataLarge',
    title: '{地区}教师队伍',
    pages: [
      {
        title: '总览',
        headline: plain('staff', 'fulltime', 'avgAge', 'senior', 'bone'),
        left: plain('ageBand', 'female'),
        centre: plain('fulltime'),
        right: plain('eduMix', 'titleMix'),
        bottom: [],
      },
      {
        title: '结构与均衡',
        headline: plain('staff', 'fulltime', 'master', 'talent', 'eduOk'),
        left: plain('subject'),
        centre: plain('senior'),
        right: plain('fulltime.stage', 'eduUp.urban', 'senior.urban'),
        bottom: plain('teachYears.band', 'artPE', 'talents.kinds'),
      },
    ],
  },
  datashow: {
    ...usual,
    board: 'datashow',
    title: '{地区}教师发展平台',
    pages: [
      {
        title: '总览',
        headline: plain(
          'portal.reads',
          'portal.accounts',
          'portal.resources',
          'portal.activities',
          'portal.studios',
        ),
        left: plain('portal.readers', 'portal.accounts'),
        centre: plain('portal.contents', 'result.years'),
        right: plain('research.level', 'result.kinds'),
        bottom: [],
      },
    ],
  },
  datatrain: {
    ...usual,
    board: 'datatrain',
    title: '{地区}教师培训',
    pages: [
      {
        title: '总览',
        headline: plain('training.projects', 'training.persons', 'training.hours', 'h360'),
        left: plain('training.kinds', 'training.levels'),
        centre: plain('training.persons'),
        right: [{ panel: 'h360', show: 'chart' }, { panel: 'training.months' }],
        bottom: [],
      },
    ],
  },
}
