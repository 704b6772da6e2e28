import { describe, expect, it } from 'vitest'
import { date, defineRecord, dict, text, type AnyRecord } from '../../../catalogue/define.ts'
import { changed, isNarrowed, queryOf, read } from './list-state.ts'

const declared = defineRecord({
  name: 'award',
  title: '奖励',
  archive: 'professional',
  owner: 'teacher',
  regime: 'own',
  cardinality: 'many',
  fields: { title: text('名称'), gender: dict('性别', 'gender'), wonOn: date('日期') },
  pages: {
    list: { columns: ['title'], filters: ['gender', 'wonOn'], order: 'wonOn' },
    form: [{ title: '奖励', fields: ['title', 'gender', 'wonOn'] }],
    summary: ['title'],
  },
})
const definition: AnyRecord = declared
const at = (address: string) => read(new URLSearchParams(address), definition)

describe('a list in the address', () => {
  it('comes back as it was sent to a colleague', () => {
    const state = at('page=3&size=50&sort=-title&q=林&place=12&f.gender=1,2')
    expect(state).toEqual({
      page: 3,
      size: 50,
      sort: '-title',
      q: '林',
      place: 12,
      filters: { gender: ['1', '2'] },
    })
    expect(queryOf(state)).toMatchObject({ page: 3, pageSize: 50, gender: '1,2', institutionId: 12 })
  })

  it.each(['page=0', 'page=-2', 'page=x', 'size=7', 'f.title=1', 'place=x'])(
    'takes %s, which nobody can have chosen, for the usual list',
    (address) => expect(at(address)).toEqual(at('')),
  )

  it('is narrowed by a filter, a word or a place, not by a page or an order', () => {
    expect(['f.gender=1', 'q=a', 'place=1'].map((one) => isNarrowed(at(one)))).toEqual([true, true, true])
    expect(['page=2', 'sort=title', 'size=100'].map((one) => isNarrowed(at(one)))).toEqual([
      false,
      false,
      false,
    ])
  })

  it('goes back to the first page with every change, and leaves no empty words in the address', () => {
    const now = new URLSearchParams('page=4&q=林&f.gender=1')
    expect(changed(now, { 'f.gender': '2' }).toString()).toBe('q=%E6%9E%97&f.gender=2')
    // Whoever takes the last condition away wants to see all, and not the default view.
    expect(changed(now, { q: null, 'f.gender': '' }).toString()).toBe('view=all')
    expect(changed(now, { page: '5' }).get('page')).toBe('5')
  })
})
