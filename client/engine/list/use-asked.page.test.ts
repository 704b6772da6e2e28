import { act } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshPage, inPage } from '../../platform/testing/page.tsx'
import { useAsked } from './use-asked.ts'
import { useViewedAsked } from './use-viewed-asked.ts'

freshPage()

const at = (address: string) => window.history.replaceState(null, '', address)
const query = () => window.location.search
const asked = () => inPage(() => useAsked(['q', 'kind'], ['after'])).result
const viewed = () => inPage(() => useViewedAsked(['state', 'q', 'f.kind'])).result

describe('what a list is asked for', () => {
  it('is what the address says, whatever a hand wrote into it', () => {
    at('/list?q=%E6%9E%97&page=3&sort=-name&other=1')
    expect(asked().current).toMatchObject({
      filter: { q: '林', kind: '' },
      page: 3,
      sort: '-name',
      isNarrowed: true,
    })
    for (const [page, read] of [
      ['-4', 1],
      ['2.9', 2],
      ['many', 1],
      ['', 1],
    ] as const) {
      at(`/list?page=${page}`)
      expect(asked().current.page).toBe(read)
    }
  })

  it('goes back to the first page with another filter, and keeps what else stands in the address', () => {
    at('/list?tab=a&q=x&page=3&after=9')
    const { current } = asked()
    act(() => current.put({ kind: 'late' }))
    expect(query()).toBe('?tab=a&q=x&kind=late')
  })

  it('of two changes in one moment loses neither', () => {
    at('/list')
    const { current } = asked()
    act(() => {
      current.put({ q: '林' })
      current.put({ kind: 'late' })
    })
    expect(new URLSearchParams(query()).toString()).toBe(
      new URLSearchParams({ q: '林', kind: 'late' }).toString(),
    )
  })

  it('is let go of by one press; the first page has no number', () => {
    at('/list?tab=a&q=x&kind=late')
    const { current } = asked()
    act(() => current.setPage(4))
    expect(query()).toBe('?tab=a&q=x&kind=late&page=4')
    act(() => current.setPage(1))
    expect(query()).toBe('?tab=a&q=x&kind=late')
    act(() => current.clear())
    expect(query()).toBe('?tab=a')
  })
})

describe('what a list with views is asked for', () => {
  it('is not narrowed by the group that is open, and keeps it when the filters go', () => {
    at('/list?state=done')
    expect(viewed().current.isNarrowed).toBe(false)
    at('/list?state=done&f.kind=1')
    const { current } = viewed()
    expect(current.isNarrowed).toBe(true)
    act(() => current.clear())
    expect(new URLSearchParams(query()).get('state')).toBe('done')
    expect(new URLSearchParams(query()).has('f.kind')).toBe(false)
  })

  it('has as many rows as the address says, of those offered', () => {
    at('/list')
    const usual = viewed().current.rows
    at('/list?size=7')
    expect(viewed().current.rows).toBe(usual)
    at('/list')
    const { current } = viewed()
    act(() => current.setSize(100))
    expect(new URLSearchParams(query()).get('size')).toBe('100')
    expect(viewed().current.rows).toBe(100)
    act(() => current.setSize(usual))
    expect(new URLSearchParams(query()).has('size')).toBe(false)
  })

  it('of which the last condition is taken away says that it is wanted whole', () => {
    at('/list?q=x')
    const { current } = viewed()
    act(() => current.put({ q: '' }))
    expect(query()).toBe('?view=all')
  })
})
