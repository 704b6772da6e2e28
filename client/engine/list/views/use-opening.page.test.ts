import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshPage, inPage, signedIn } from '../../../platform/testing/page.tsx'
import { useOpening } from './use-opening.ts'

const { wire } = freshPage()
const views = 'GET /api/v1/views'
const query = () => new URLSearchParams(window.location.search).toString()
const at = (address: string) => window.history.replaceState(null, '', address)

function open(role: number, isDefault: boolean) {
  signedIn(role)
  wire().on(views, () => ({
    data: { list: [{ name: '我的', query: { state: 'done', q: 'lin' }, isDefault }] },
  }))
  return inPage(() => useOpening('cases', 'award')).result
}

describe('a list that is opened', () => {
  it('without any condition shows the view that its reader made the usual one, and is not asked for before', async () => {
    at('/list?tab=a')
    const waits = open(3, true)
    expect(waits.current).toBe(true)
    await waitFor(() => expect(waits.current).toBe(false))
    expect(query()).toBe('state=done&q=lin&tab=a')
  })

  it.each(['/list?q=x', '/list?page=2', '/list?view=all', '/list?f.kind=1'])(
    'as %s is shown as it was asked for, at once',
    (address) => {
      at(address)
      expect(open(3, true).current).toBe(false)
      expect(window.location.pathname + window.location.search).toBe(address)
    },
  )

  it('without a usual view is whole', async () => {
    at('/list')
    const waits = open(3, false)
    await waitFor(() => expect(waits.current).toBe(false))
    expect(query()).toBe('')
  })

  it('by a teacher, who has no views, asks for none', () => {
    at('/list')
    expect(open(2, true).current).toBe(false)
    expect(wire().asked(views)).toEqual([])
  })

  it('is whole where the server does not tell the views', async () => {
    at('/list')
    signedIn(3)
    wire().connected = false
    const { result } = inPage(() => useOpening('cases', 'award'))
    await waitFor(() => expect(result.current).toBe(false))
  })
})
