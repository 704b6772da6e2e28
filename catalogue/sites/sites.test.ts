import { describe, expect, it } from 'vitest'
import { emptySite, siteBody } from './body.ts'
import { merged } from './merged.ts'
import { contrastOf, leastContrast, paletteNames, palettes, worstContrast } from './palettes.ts'

describe('the colours of sites', () => {
  it('are eight, each readable on a light and on a dark page', () => {
    expect(paletteNames).toHaveLength(8)
    for (const name of paletteNames)
      expect(worstContrast(palettes[name]), name).toBeGreaterThanOrEqual(leastContrast)
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
    expect(worstContrast({ label: '浅黄', light: '#ffe98a', dark: '#ffe98a' })).toBeLessThan(leastContrast)
  })
})

describe('what a site says', () => {
  it('is refused with the field and a sentence', () => {
    const link = { title: '首页', url: '/home/index' }
    for (const [body, field, sentence] of [
      [{ brand: { palette: 'neon' } }, 'brand.palette', '没有该配色'],
      [{ brand: { foot: [{ title: '甲', url: 'javascript:alert(1)' }] } }, 'brand.foot.0.url', undefined],
      [{ brand: {}, nav: Array.from({ length: 10 }, () => link) }, 'nav', '导航至多 9 项'],
      [
        { brand: {}, nav: [{ ...link, sub: Array.from({ length: 9 }, () => link) }] },
        'nav.0.sub',
        '每项至多 8 个下级',
      ],
      [{ brand: {}, nav: [{ title: '甲', url: '/home/nowhere' }] }, 'nav.0.url', '本站没有该页面'],
      [{ brand: {}, home: ['news', 'news'] }, 'home', '版块重复'],
      [{ brand: {}, home: ['clock'] }, 'home.0', '没有该版块'],
      [{ brand: {}, columns: [{ type: 'clock', from: 'own' }] }, 'columns.0.type', '没有该内容'],
      [{ brand: {}, centre: { simple: [{ title: '', text: '甲' }] } }, 'centre.simple.0.title', '请填写标题'],
    ] as const) {
      const issue = siteBody.safeParse(body).error?.issues[0]
      expect(issue?.path.join('.')).toBe(field)
      if (sentence) expect(issue?.message).toBe(sentence)
    }
    expect(siteBody.parse({ brand: {} })).toEqual(emptySite)
  })
})

describe('a site', () => {
  it('has each part of the nearest that says it, and a name of its own alone', () => {
    const city = siteBody.parse({
      brand: { name: '市站', palette: 'pine', filingNo: '粤ICP备1号' },
      nav: [{ title: '首页', url: '/home/index' }],
      home: ['news'],
    })
    const district = siteBody.parse({ brand: { palette: 'brick' }, home: ['notices', 'links'] })
    const { brand, nav, home, columns } = merged([district, city])
    expect(brand).toMatchObject({ name: null, palette: 'brick', filingNo: '粤ICP备1号' })
    expect([nav?.length, home, columns]).toEqual([1, ['notices', 'links'], null])
    expect(merged([city]).brand.name).toBe('市站')
  })
})
