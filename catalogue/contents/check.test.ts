import { describe, expect, it } from 'vitest'
import { date, dict, file, longText, richText, text } from '../define.ts'
import { is } from '../rules/condition.ts'
import { checkContents } from './check.ts'
import { contents } from './contents.ts'
import { byTeachers, shareScope } from './fields.ts'
import type { AnyContent } from './define.ts'

/** A sound declaration to break in one place; its address is one that the portal has for it. */
const side = {
  path: '/home/messageData/policy',
  look: 'list',
  lines: [['kind']],
  facts: ['kind', 'day'],
  texts: ['body'],
  listed: ['lines'],
  opens: [{ field: 'link', label: '打开' }],
} as const
const sound: AnyContent = {
  name: 'policy',
  title: '样例',
  place: 10,
  fields: {
    title: text('标题'),
    kind: dict('类别', 'policyKind'),
    day: date('日期'),
    body: richText('正文'),
    lines: longText('清单'),
    link: text('链接'),
    cover: file('封面'),
  },
  writers: [1, 4],
  scope: 'region',
  headline: 'title',
  columns: ['kind'],
  order: 'newest',
  category: 'kind',
  searched: ['body'],
  addresses: ['link'],
  public: side,
}
const codes = (over: Partial<AnyContent>, beside: readonly AnyContent[] = []) => {
  const broken = { ...sound, ...over }
  const all = Object.fromEntries([broken, ...beside].map((one) => [one.name, one]))
  return [...new Set(checkContents(all).map(({ code }) => code))]
}
const withSide = (over: object): Partial<AnyContent> => ({ public: { ...side, ...over } })
const bare = (): AnyContent => {
  const { public: _, ...rest } = sound
  return rest
}

describe('the start-up checks of contents', () => {
  it('find nothing in the catalogue', () => expect(checkContents(contents)).toEqual([]))
  it('accept the sample', () => expect(codes({})).toEqual([]))

  it.each<[string, Partial<AnyContent>]>([
    ['C401', { columns: ['nothing'] }],
    ['C401', { order: 'nothing' }],
    ['C401', withSide({ facts: ['nothing'] })],
    ['C401', withSide({ facts: [{ field: 'day', until: 'nothing' }] })],
    ['C401', withSide({ tags: 'nothing' })],
    ['C402', withSide({ path: '/somewhere' })],
    ['C402', withSide({ path: '/home/nowhere' })],
    ['C402', withSide({ path: '/home/messageData/news' })],
    ['C402', withSide({ one: '/home/nowhere' })],
    ['C403', { readAt: () => '/home/index' }],
    ['C404', { category: 'day' }],
    ['C404', { filters: ['body'] }],
    ['C405', withSide({ texts: ['lines'] })],
    ['C405', withSide({ listed: ['body'] })],
    ['C406', withSide({ facts: ['body'] })],
    ['C406', withSide({ lines: [['cover']] })],
    ['C407', withSide({ look: 'cards' })],
    ['C408', { happens: { from: 'day', to: 'day', phases: {} } }],
    ['C408', { cover: 'day' }],
    ['C408', { confirms: 'title' }],
    ['C409', { addresses: [] }],
    ['C411', { writers: [] }],
    ['C411', { writers: [99] }],
    ['C412', { headline: 'kind' }],
    ['C413', withSide({ feed: true, texts: [] })],
    ['C414', { approval: { second: true, chain: [], reasons: [] } }],
    ['C415', { writers: [1, 3] }],
    ['C415', { writers: [1, 3], approval: { second: false, chain: [], reasons: ['略'] } }],
    [
      'C415',
      {
        writers: [1, 3],
        sharing: 'kind',
        approval: { second: false, chain: [{ level: 'area', when: is('kind', '1') }], reasons: ['略'] },
      },
    ],
  ])('%s is found', (code, over) => expect(codes(over)).toEqual([code]))

  it('accept a school whose open contents somebody above agrees to', () => {
    const chain = [{ level: 'area', when: is('kind', '9') }] as const
    expect(
      codes({ writers: [1, 3], sharing: 'kind', approval: { second: false, chain, reasons: ['略'] } }),
    ).toEqual([])
  })

  it('C416 is found where teachers share with people whose office does not agree, and not in the spread', () => {
    const fields = { ...sound.fields, shareScope }
    expect(codes({ ...byTeachers, fields })).not.toContain('C416')
    const [school, ...above] = byTeachers.approval.chain
    for (const chain of [[], [school], above])
      expect(codes({ ...byTeachers, fields, approval: { ...byTeachers.approval, chain } })).toContain('C416')
    const { sharing: _, ...unshared } = byTeachers
    expect(codes({ ...unshared, fields })).toContain('C416')
  })

  it('C403 is found where nothing shows what is searched', () => {
    expect(checkContents({ policy: bare() }).map(({ code }) => code)).toEqual(['C403'])
  })

  it('C402 and C410 are found where two types share an address or a place', () => {
    const twin = { ...sound, name: 'notice' as const, place: 10 }
    expect(codes({}, [twin])).toEqual(['C402', 'C410'])
  })
})
