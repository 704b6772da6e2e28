import { act } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../platform/api/api-error.ts'
import { answer, freshPage, inPage, lastNotice } from '../../platform/testing/page.tsx'
import { useOpinion } from './use-opinion.ts'
import { useQueueWalk } from './use-queue-walk.ts'

freshPage()

describe('the words of a reviewer', () => {
  it('that were chosen for a return are not passed over: an agreement asks first', async () => {
    const { result } = inPage(useOpinion)
    act(() => result.current.setOpinion({ picked: ['题干有误'], typed: ' 可用 ' }))
    for (const isMeant of [false, true]) {
      const words = result.current.toPass(false)
      await answer(isMeant)
      expect(await words).toBe(isMeant ? '可用' : null)
    }
  })

  it('are demanded where the step asks for them, and for a return; too many are refused', async () => {
    const { result } = inPage(useOpinion)
    const refused = () => act(() => expect(result.current.toReturn()).toBeNull())
    expect(await act(() => result.current.toPass(true))).toBeNull()
    expect(result.current.fault).toBe('这一步通过也要写意见')
    refused()
    expect(result.current.fault).toBe('退回要写明原因，可以选下面的常用意见')
    act(() => result.current.setOpinion({ picked: ['题干有误'], typed: '改'.repeat(200) }))
    refused()
    expect(result.current.fault).toBe('意见合起来不超过 200 个字')
  })

  it('stay when the server refuses the decision, with its sentence', async () => {
    const { result } = inPage(useOpinion)
    act(() => result.current.setOpinion({ picked: [], typed: '可用' }))
    await act(() => result.current.send(() => Promise.reject(new ApiError(409, 40901, '刚被改过', []))))
    expect([result.current.fault, result.current.opinion.typed]).toEqual(['刚被改过', '可用'])
  })
})

describe('a queue', () => {
  const walk = (ids: readonly number[], current: number) => {
    const [open, close] = [vi.fn(), vi.fn()]
    const { result } = inPage(() => useQueueWalk({ ids, current, unit: '道', open, close }))
    return { open, close, ...result.current }
  }

  it('leads on, says where it ends, and goes back to the list after the last decision', () => {
    const middle = walk([1, 2, 3], 2)
    middle.next()
    middle.previous()
    middle.decided()
    expect(middle.open.mock.calls).toEqual([[3], [1], [3, true]])
    const last = walk([1, 2, 3], 3)
    last.next()
    expect([last.open.mock.calls, lastNotice()]).toEqual([[], '已经是最后一道'])
    last.decided()
    expect(last.open.mock.calls).toEqual([[1, true]])
    const only = walk([7], 7)
    only.decided()
    expect(only.close).toHaveBeenCalledOnce()
  })
})
