import { waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { freshPage, inPage, pass, signedIn } from '../../platform/testing/page.tsx'
import { useDebounced, useOptions, useOptionsById } from './options.ts'

const { wire } = freshPage()
const teachers = 'GET /api/v1/teachers'
const people = [{ id: 1, name: '林疏影', note: '一中' }]

describe('people to choose from', () => {
  it('are asked for by name once it has stood for a moment, not by letter', async () => {
    vi.useFakeTimers()
    const { result, rerender } = inPage((text: string) => useDebounced(text, 250), '')
    for (const typed of ['l', 'li', 'lin']) {
      rerender(typed)
      await pass(100)
    }
    expect(result.current).toBe('')
    await pass(250)
    expect(result.current).toBe('lin')
  })

  it('are those the server finds, blanks around the name left out', async () => {
    signedIn(3)
    wire().on(teachers, ({ query }) => ({ data: { list: query.get('q') === '林' ? people : [] } }))
    const { result } = inPage(() => useOptions('teachers', ' 林 '))
    await waitFor(() => expect(result.current.list).toEqual(people))
    expect(
      wire()
        .asked(teachers)
        .map(({ query }) => query.get('q')),
    ).toEqual(['林'])
  })

  it('are none while the server is away, and none for no number', async () => {
    signedIn(3)
    wire().connected = false
    const { result } = inPage(() => useOptions('teachers', ''))
    await waitFor(() => expect(result.current.loading).toBe(false))
    expect(result.current.list).toEqual([])
    wire().connected = true
    expect(inPage(() => useOptionsById('teachers', [0, -3])).result.current).toEqual([])
    expect(wire().arrivals).toEqual([])
  })

  it('are named by number in one call, whatever the order and however often', async () => {
    signedIn(3)
    wire().on(teachers, () => ({ data: { list: people } }))
    const { result } = inPage(() => useOptionsById('teachers', [9, 1, 9]))
    await waitFor(() => expect(result.current).toEqual(people))
    expect(
      wire()
        .asked(teachers)
        .map(({ query }) => query.get('ids')),
    ).toEqual(['1,9'])
  })
})
