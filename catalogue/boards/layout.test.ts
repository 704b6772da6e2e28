import { describe, expect, it } from 'vitest'
import { indicatorOf } from '../figures/indicators.ts'
import { boardKeys, boards } from './board.ts'
import { defaultLayouts } from './defaults.ts'
import { boardLayout, placeInFile, readLayout, showOf } from './layout.ts'
import { boardPanels, waitingPanels } from './panels.ts'

const page = { title: '总览', left: [{ panel: 'ageBand' }] }
const file = (change: object = {}) => ({ board: 'dataLarge', title: '教师队伍', pages: [page], ...change })
const onPage = (change: object) => file({ pages: [{ title: '总览', ...change }] })

describe('a layout file', () => {
  it.each([
    ['no object', [], '布局文件应为一个 JSON 对象'],
    ['nothing', null, '布局文件应为一个 JSON 对象'],
    ['text', 'x', '布局文件应为一个 JSON 对象'],
    ['another board', file({ board: 'datashow' }), '大屏：这是另一个大屏的布局文件'],
    ['an unknown board', file({ board: 'x' }), '大屏：大屏应为 dataLarge、datashow、datatrain'],
    ['an unknown key', file({ colour: 'red' }), '不认识“colour”'],
    ['no title', file({ title: ' ' }), '标题：请填写标题'],
    ['a long title', file({ title: '长'.repeat(31) }), '标题：标题不超过 30 个字'],
    ['what cannot be stored', file({ title: 'a\u0000b' }), '标题：标题含有不能保存的字符'],
    ['no page', file({ pages: [] }), '页：至少一页'],
    ['too many pages', file({ pages: Array.from({ length: 7 }, () => page) }), '页：至多 6 页'],
    ['an empty page', onPage({}), '第 1 页：这一页暂无面板'],
    ['haste', file({ refreshSeconds: 9 }), '刷新间隔：刷新间隔至少 10 秒'],
    ['half seconds', file({ refreshSeconds: 10.5 }), '刷新间隔：刷新间隔应为整数'],
    ['a hasty tour', file({ tour: { seconds: 4, places: 'none' } }), '巡回，每步停留：每步停留至少 5 秒'],
    [
      'a tour elsewhere',
      file({ tour: { seconds: 9, places: 'all' } }),
      '巡回，巡回单位：巡回单位应为 none、below，或至多 40 个单位编号',
    ],
    ['an unknown panel', onPage({ left: [{ panel: 'x' }] }), '第 1 页，左栏第 1 项，面板：没有“x”这个面板'],
    [
      'an internal figure',
      onPage({ left: [{ panel: 'ageBand' }, { panel: 'party' }] }),
      '第 1 页，左栏第 2 项，面板：没有“party”这个面板',
    ],
    [
      'a chart where numbers stand',
      onPage({ headline: [{ panel: 'fulltime', show: 'chart' }] }),
      '第 1 页，顶部数字第 1 项，显示方式：顶部只放大数字',
    ],
    [
      'a figure without a sum',
      onPage({ headline: [{ panel: 'ageBand' }] }),
      '第 1 页，顶部数字第 1 项，面板：“年龄结构”不能显示为大数字，可以是图、表',
    ],
    [
      'a map at the side',
      onPage({ right: [{ panel: 'fulltime', show: 'map' }] }),
      '第 1 页，右栏第 1 项，显示方式：地图只放在中间',
    ],
    [
      'a map of ages',
      onPage({ centre: [{ panel: 'ageBand', show: 'map' }] }),
      '第 1 页，中间第 1 项，显示方式：“年龄结构”不能显示为地图，可以是图、表',
    ],
    [
      'the same twice',
      onPage({ left: [{ panel: 'ageBand' }], right: [{ panel: 'ageBand' }] }),
      '第 1 页，右栏第 1 项：这一页已有同样的面板',
    ],
    [
      'a full column',
      onPage({ centre: Array.from({ length: 3 }, () => ({ panel: 'ageBand' })) }),
      '第 1 页，中间：至多 2 个面板',
    ],
  ])('with %s is refused in words with the place', (_, given, sentence) => {
    const { layout, faults } = readLayout(given, 'dataLarge')
    expect(layout).toBeNull()
    expect(faults.map(({ message }) => message)).toContain(sentence)
  })

  it('that is right comes back whole, and what it leaves out has its usual value', () => {
    const { layout } = readLayout(file(), 'dataLarge')
    expect(layout).toMatchObject({ enabled: true, refreshSeconds: 60, tour: { places: 'none', auto: false } })
    expect(layout?.pages[0]).toMatchObject({ headline: [], left: [{ panel: 'ageBand' }], bottom: [] })
    expect(readLayout(JSON.parse(JSON.stringify(layout)), 'dataLarge').layout).toEqual(layout)
  })

  it('is drawn in the way of the region unless it says another', () => {
    expect(showOf('headline', { panel: 'fulltime' })).toBe('figure')
    expect(showOf('centre', { panel: 'fulltime' })).toBe('map')
    expect(showOf('centre', { panel: 'ageBand' })).toBe('chart')
    expect(showOf('left', { panel: 'fulltime' })).toBe('chart')
    expect(showOf('left', { panel: 'fulltime', show: 'table' })).toBe('table')
  })

  it('is spoken of by its places', () => {
    expect(placeInFile(['pages', 1, 'bottom', 2, 'title'])).toBe('第 2 页，底部第 3 项，标题')
    expect(placeInFile([])).toBe('')
  })
})

describe('boards', () => {
  it.each(boardKeys)('%s has a declared layout that is right', (key) => {
    expect(readLayout(defaultLayouts[key], key).faults).toEqual([])
    expect(boardLayout.parse(defaultLayouts[key])).toEqual(defaultLayouts[key])
    expect(boards[key].path).toBe(`/${key}`)
  })

  it('show public figures only', () => {
    const shown = boardPanels.filter(({ from }) => from === 'indicators')
    expect(shown.length).toBeGreaterThan(20)
    for (const { key } of shown) expect([key, indicatorOf(key)?.visible]).toEqual([key, 'public'])
  })

  it('name no panel twice, and none that waits', () => {
    const keys = boardPanels.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    for (const { key } of waitingPanels) expect(keys).not.toContain(key)
  })
})
