import { describe, expect, it } from 'vitest'
import { isBare, isOrdinary, isSame, markWhole, queryIn, withView } from './view-state.ts'

const params = (text: string) => new URLSearchParams(text)

describe('the view of a list in its address', () => {
  it('keeps state, search, order, size, institution and filters, and neither page nor record', () => {
    expect(
      queryIn(params('tab=a&state=done&queue=mine&q=li&sort=-x&size=50&place=7&f.x=1,2&page=3&id=9&q=')),
    ).toEqual({
      state: 'done',
      queue: 'mine',
      q: 'li',
      sort: '-x',
      size: '50',
      place: '7',
      'f.x': '1,2',
    })
  })

  it('of figures keeps the table and what narrows it, and not how it is drawn', () => {
    const address = params('by=stage&area_code=441702&start=2025-09&view=chart&row=p1&page=2&f.x=1')
    expect(queryIn(address, 'figures')).toEqual({ by: 'stage', area_code: '441702', start: '2025-09' })
    expect(queryIn(params('by=stage&year=2025'))).toEqual({})
  })

  it('is shown in place of what stood there, and the tab stays', () => {
    expect(withView(params('tab=a&page=3&f.y=2'), { q: 'li' }).toString()).toBe('q=li&tab=a')
    expect(withView(params('tab=a&q=li&state=done'), null).toString()).toBe('view=all&tab=a&state=done')
    expect(withView(params('tab=a&queue=mine'), { queue: 'ended', q: 'li' }).get('queue')).toBe('ended')
    expect(withView(params('tab=a&q=li&queue=mine'), null).get('queue')).toBe('mine')
    expect([
      isOrdinary({}),
      isOrdinary({ state: 'done', queue: 'mine' }),
      isOrdinary({ size: '50' }),
    ]).toEqual([true, true, false])
  })

  it('comes by itself only to an address that asks for nothing', () => {
    expect(['', 'tab=a', 'page=2', 'view=all', 'id=1', 'f.x=1'].map((one) => isBare(params(one)))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('is not called back by taking the last condition away', () => {
    const emptied = params('tab=a')
    markWhole(emptied)
    expect(emptied.toString()).toBe('tab=a&view=all')
    emptied.set('q', 'li')
    markWhole(emptied)
    expect(emptied.toString()).toBe('tab=a&q=li')
  })

  it('is the same whatever the order of its conditions', () => {
    expect(isSame({ q: 'a', sort: 'b' }, { sort: 'b', q: 'a' })).toBe(true)
    expect(isSame({ q: 'a' }, { q: 'a', sort: 'b' })).toBe(false)
  })
})
