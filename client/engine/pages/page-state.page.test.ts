import { act } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { pagesFor } from '../../../catalogue/pages/pages.ts'
import { freshPage, inPage, signedIn } from '../../platform/testing/page.tsx'
import { provideRecords } from '../registry.ts'
import { award } from '../testing/award.ts'
import { usePageState } from './page-state.ts'

freshPage()

/** A page of a teacher with several record types, whatever they are called today. */
const several = pagesFor(2).find(({ records = [] }) => records.length > 2)
const path = several?.path ?? ''
const [first = '', second = '', ...others] = several?.records ?? []
beforeEach(() => {
  provideRecords({ [first]: { ...award, name: first }, [second]: { ...award, name: second } })
  signedIn(2)
})

function open(query = '') {
  window.history.replaceState(null, '', `${path}${query}`)
  return inPage(() => usePageState()).result
}
const query = () => new URLSearchParams(window.location.search).toString()

describe('the place of a page of the engine', () => {
  it('has the types of its entry in their order, but those this build does not know', () => {
    expect(others.length).toBeGreaterThan(0)
    expect(open().current.types.map(({ name }) => name)).toEqual([first, second])
    expect(open().current.current?.name).toBe(first)
    expect(open(`?tab=${second}`).current.current?.name).toBe(second)
    expect(open('?tab=nothing').current.current?.name).toBe(first)
  })

  it('opens a record and comes back to the list as it was', () => {
    const place = open(`?tab=${second}&q=lin&page=3&field=title&owner=5`)
    expect([place.current.field, place.current.owner]).toEqual(['title', 5])
    act(() => place.current.go({ id: 'one' }))
    expect(query()).toBe(`tab=${second}&q=lin&page=3&id=one`)
    act(() => place.current.go({ id: 'one', edit: true }))
    expect(place.current).toMatchObject({ id: 'one', edit: true, isNew: false })
    act(() => place.current.go({}))
    expect(query()).toBe(`tab=${second}&q=lin&page=3`)
  })

  it('drops the filters with another type or group, which they would not fit', () => {
    const place = open(`?tab=${second}&q=lin&page=3&f.kind=1`)
    act(() => place.current.switchTo({ state: 'returned' }))
    expect(query()).toBe(`tab=${second}&state=returned`)
    act(() => place.current.switchTo({ tab: first }))
    expect(query()).toBe(`tab=${first}`)
  })

  it('takes no owner from what is no number', () => {
    for (const wrong of ['', 'x', '0']) expect(open(`?owner=${wrong}`).current.owner).toBeNull()
  })

  it('is no page for whoever has none there', () => {
    signedIn(1)
    expect(open().current.types).toEqual([])
  })
})
