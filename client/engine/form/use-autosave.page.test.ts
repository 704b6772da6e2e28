import { act } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freshPage, inPage, pass } from '../../platform/testing/page.tsx'
import { useAutosave } from './use-autosave.ts'

freshPage()
beforeEach(() => void vi.useFakeTimers())

interface FormProps {
  readonly due: boolean
  readonly typing: unknown
  readonly unanswered: boolean
}

function open(start: FormProps) {
  const save = vi.fn(() => Promise.resolve())
  const { rerender, unmount } = inPage(
    ({ due, typing, unanswered }: FormProps) => useAutosave(due, typing, unanswered, save),
    start,
  )
  return { save, rerender, unmount }
}

describe('a draft', () => {
  it('is saved three seconds after the last letter, not after each', async () => {
    const { save, rerender } = open({ due: true, typing: '一', unanswered: false })
    await pass(2_000)
    rerender({ due: true, typing: '一次', unanswered: false })
    await pass(2_900)
    expect(save).not.toHaveBeenCalled()
    await pass(200)
    expect(save).toHaveBeenCalledOnce()
    await pass(60_000)
    expect(save).toHaveBeenCalledOnce()
  })

  it('is not saved where nothing differs, nor after the form is closed', async () => {
    const { save, rerender, unmount } = open({ due: false, typing: '一', unanswered: false })
    await pass(10_000)
    rerender({ due: true, typing: '二', unanswered: false })
    unmount()
    await pass(10_000)
    expect(save).not.toHaveBeenCalled()
  })

  it('that found no server is tried again every ten seconds, and at once when the network is back', async () => {
    const { save, rerender } = open({ due: true, typing: '一', unanswered: true })
    await pass(3_000)
    expect(save).toHaveBeenCalledTimes(1)
    await pass(7_000)
    expect(save).toHaveBeenCalledTimes(2)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(save).toHaveBeenCalledTimes(3)
    rerender({ due: false, typing: '一', unanswered: false })
    await pass(60_000)
    expect(save).toHaveBeenCalledTimes(3)
  })

  it('is not tried while the browser knows that there is no network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { save } = open({ due: true, typing: '一', unanswered: true })
    await pass(3_000)
    await pass(60_000)
    expect(save).toHaveBeenCalledTimes(1)
    vi.restoreAllMocks()
  })
})
