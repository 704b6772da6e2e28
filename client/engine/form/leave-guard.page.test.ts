import { act, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { mayLose } from '../../platform/address/at-work.ts'
import { history } from '../../platform/address/history.ts'
import { answer, freshPage, inPage } from '../../platform/testing/page.tsx'
import { question } from '../../ui/feedback/confirm.ts'
import { useLeaveGuard } from './leave-guard.ts'

freshPage()

const path = () => window.location.pathname
const open = (unsaved: boolean) => inPage((is: boolean) => useLeaveGuard(is), unsaved)
const closing = () => {
  const event = new Event('beforeunload', { cancelable: true })
  act(() => void window.dispatchEvent(event))
  return event.defaultPrevented
}

describe('a page with unsaved typing', () => {
  it('asks before a link leads away; no stays, yes goes', async () => {
    open(true)
    history.push('/away')
    expect([path(), question.get()?.ok]).toEqual(['/', '离开'])
    await answer(false)
    expect(path()).toBe('/')
    history.push('/away')
    await answer(true)
    await waitFor(() => expect(path()).toBe('/away'))
  })

  it('asks once, however often somebody presses', async () => {
    open(true)
    history.push('/one')
    const first = question.get()
    history.push('/two')
    expect(question.get()).toBe(first)
    await answer(true)
    await waitFor(() => expect(path()).toBe('/one'))
  })

  it('makes the browser ask before the window closes, and says that a reload would lose something', () => {
    const { rerender, unmount } = open(true)
    expect([closing(), mayLose()]).toEqual([true, true])
    rerender(false)
    expect([closing(), mayLose()]).toEqual([false, false])
    rerender(true)
    unmount()
    expect([closing(), mayLose()]).toEqual([false, false])
  })

  it('lets the form itself pass, and only it', async () => {
    vi.useFakeTimers()
    const { result } = open(true)
    result.current()
    history.push('/done')
    expect([path(), question.get()]).toEqual(['/done', null])
    await vi.advanceTimersByTimeAsync(1)
    history.push('/elsewhere')
    expect(path()).toBe('/done')
    expect(question.get()).not.toBeNull()
  })

  it('is no matter where everything is saved', () => {
    open(false)
    history.push('/saved')
    expect([path(), question.get()]).toEqual(['/saved', null])
  })
})
