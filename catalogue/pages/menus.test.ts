import { describe, expect, test } from 'vitest'
import { roles, type Role } from '../access/roles.ts'
import { menuData } from './menu-data.ts'
import { pathsOf } from './menu-lines.ts'
import { isFolded, menuFor, menuPlaceOf, pagesBelow, pagesOf, userMenuFor } from './menus.ts'
import { guard } from './guard.ts'
import { match, pagesFor } from './pages.ts'

const titles = (items: readonly { title: string }[]): string[] => items.map(({ title }) => title)

describe('the full menus', () => {
  test('have the top items of the specification in its order, and training and research before the last', () => {
    expect(titles(menuData[2])).toEqual(['首页', '个人档案', '专业档案', '诚信档案', '专业成长', '应用中心'])
    expect(titles(menuData[3])).toEqual([
      '首页',
      '教师管理',
      '资料审核',
      '专业档案',
      '诚信档案',
      '教研培训',
      '应用中心',
    ])
    const region = [
      '首页',
      '教师管理',
      '资料审核',
      '专业档案',
      '诚信档案',
      '机构管理',
      '数据分析',
      '教研培训',
      '应用中心',
    ]
    expect(titles(menuData[4])).toEqual(region)
    expect(titles(menuData[5])).toEqual(region)
    expect(titles(menuData[6])).toEqual(region.filter((title) => title !== '资料审核'))
  })
})

describe('the menus people see', () => {
  test.each(roles.map(({ role }) => role))(
    'of role %i lead only to pages that exist and that it may open',
    (role) => {
      for (const { path, groups } of menuFor(role)) {
        expect(groups.length).toBeGreaterThan(0)
        expect(path).toBe(groups[0]?.entries[0]?.path)
        for (const entry of groups.flatMap(({ entries }) => entries)) {
          expect(entry.tabs).not.toHaveLength(1)
          expect(entry.path).toBe(pagesOf(entry)[0]?.path)
          for (const one of [entry, ...entry.tabs]) {
            expect(match(one.path, role)?.page).toBe(one.page)
            expect(one.title).not.toBe('')
            expect(guard(one.path, role), one.path).toBe('ok')
          }
        }
      }
    },
  )

  test.each(roles.map(({ role }) => role))('of role %i have exactly the top items with a page', (role) => {
    const shown = menuFor(role).map(({ key }) => key)
    const withPage = menuData[role].filter(({ groups }) =>
      groups
        .flatMap(({ lines }) => lines)
        .some((line) => pathsOf(line).some((path) => match(path, role)?.page)),
    )
    expect(shown).toEqual(withPage.map(({ key }) => key))
  })

  test.each(roles.map(({ role }) => role))('of role %i show at most 15 rows at a time', (role) => {
    for (const item of menuFor(role)) {
      const { groups } = item
      const rows = isFolded(item)
        ? groups.length + Math.max(...groups.map(({ entries }) => entries.length))
        : groups.reduce((sum, { entries }) => sum + entries.length, 0)
      expect(rows, item.title).toBeLessThanOrEqual(15)
    }
  })

  test('keep pages about one thing as tabs of one entry', () => {
    const place = menuPlaceOf(menuFor(5), '/city/ktzjsh', 5)
    expect(place?.item.title).toBe('教研培训')
    expect(place?.entry?.title).toBe('课题')
    expect(place?.isItself).toBe(true)
    expect(place?.entry?.tabs.map(({ title }) => title)).toEqual([
      '全部课题',
      '立项审核',
      '开题审核',
      '中期审核',
      '结题审核',
    ])
    const item = menuFor(5).find(({ key }) => key === 'training-and-research')
    expect(item && pagesBelow(item).map(({ path }) => path)).toContain('/city/ktzjsh')
  })

  test('use a short title in a group that says the rest', () => {
    const review = menuFor(3).find(({ key }) => key === 'review')
    const [group] = review?.groups ?? []
    expect(group?.title).toBe('个人档案')
    expect(group?.entries).toContainEqual({
      title: '学习经历',
      path: '/examinePage/examineaXX',
      page: 'review',
      tabs: [],
    })
  })

  test('shrink to what a client offers; which client offers less is its data (server/features/clients)', () => {
    const offered = ['home', 'institutions', 'apps']
    for (const role of [4, 5] as const) {
      const full = menuFor(role)
      const kept = full.filter(({ key }) => offered.includes(key))
      expect(menuFor(role, offered)).toEqual(kept)
      expect(menuFor(role, null)).toEqual(full)
      expect(kept).not.toEqual(full)
    }
  })

  test('tell where a path stands', () => {
    const place = menuPlaceOf(menuFor(2), '/mandata/manbXuexi/?tab=1', 2)
    expect([place?.item.key, place?.entry?.title]).toEqual(['personal-archive', '学习经历'])
    expect(menuPlaceOf(menuFor(2), '/login', 2)).toBeUndefined()
  })

  test('tell to which list a page belongs that stands in none', () => {
    const listOf = (path: string, role: Role) => {
      const place = menuPlaceOf(menuFor(role), path, role)
      return place && [place.item.key, place.entry?.title, place.isItself]
    }
    expect(
      Object.fromEntries(
        [
          'dictionaryEdit',
          'userSetEdit',
          'bannerEdit',
          'homeLinkEdit',
          'goodTeacherEdit',
          'customerUserEdit',
        ].map((name) => [name, listOf(`/appCore/${name}`, 1)?.[1]]),
      ),
    ).toEqual({
      dictionaryEdit: '数据字典',
      userSetEdit: '用户管理',
      bannerEdit: '横幅管理',
      homeLinkEdit: '首页链接',
      goodTeacherEdit: '名师风采',
      customerUserEdit: '站点方案',
    })
    expect(listOf('/teacher/zhengceDetails', 2)).toEqual(['home', '政策文件', false])
    for (const { path, key, role } of [
      { path: '/appCore/personal', key: 'platform', role: 1 },
      { path: '/appCore/outbox', key: 'platform', role: 1 },
      { path: '/teacher/personal', key: 'home', role: 2 },
      { path: '/zhuanjia/personal', key: 'tasks', role: 99 },
    ] as const)
      expect(listOf(path, role), path).toEqual([key, undefined, false])
    expect(listOf('/home/index', 3)).toBeUndefined()
  })

  test.each(roles.map(({ role }) => role))(
    'of role %i leave no page of a workspace without its menu',
    (role) => {
      const menu = menuFor(role)
      const folders = new Set(menu.flatMap((item) => pagesBelow(item).map(({ path }) => path.split('/')[1])))
      const without = pagesFor(role).filter(
        ({ path, page }) =>
          page !== null && folders.has(path.split('/')[1]) && !menuPlaceOf(menu, path, role),
      )
      expect(without.map(({ path }) => path)).toEqual([])
    },
  )
})

describe('the user menu', () => {
  test('ends with signing out and has only pages that exist before it', () => {
    for (const { role } of roles) {
      const items = userMenuFor(role)
      expect(items.at(-1)).toEqual({ key: 'sign-out', title: '退出登录', path: null })
      for (const { path } of items.slice(0, -1)) expect(match(path ?? '', role)?.page).not.toBeNull()
    }
  })
})
