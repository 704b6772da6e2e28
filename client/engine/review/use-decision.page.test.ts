import { act } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../catalogue/errors.ts'
import { freshPage, inPage, lastNotice, refusal, signedIn } from '../../platform/testing/page.tsx'
import { awardId, awardView } from '../testing/award.ts'
import { undoables } from './undo/undo-store.ts'
import { useDecision } from './use-decision.ts'

const { wire } = freshPage()
const approve = 'POST /api/v1/records/award/*/approve'
beforeEach(() => {
  signedIn(3)
  undoables.set([])
})

function open() {
  const decided: string[] = []
  const { result } = inPage(() => useDecision('award', (id, decision) => decided.push(`${decision} ${id}`)))
  return { result, decided }
}
const answering = (state: string, level: string | null) => () => ({
  data: { id: awardId, version: 4, state, level },
})

describe('a decision about a record', () => {
  it('goes with the version that was looked at, says what became of it, and can be taken back', async () => {
    const { result, decided } = open()
    wire().on(approve, answering('approved', null))
    await act(() => result.current.decide(awardView(), 'approve'))
    expect(wire().asked(approve)[0]?.body).toEqual({ version: 3 })
    expect(decided).toEqual([`approve ${awardId}`])
    expect(lastNotice()).toBe('已通过：林老师，省一等奖')
    expect(undoables.get().map(({ id }) => id)).toEqual([awardId])
  })

  it('that passes it on says to whom', async () => {
    const { result } = open()
    wire().on(approve, answering('inReview', 'area'))
    await act(() => result.current.decide(awardView(), 'approve'))
    expect(lastNotice()).toMatch(/已报.+/)
  })

  it('pressed twice is made once', async () => {
    const { result, decided } = open()
    wire().on(approve, answering('approved', null))
    await act(async () => {
      const { decide } = result.current
      await Promise.all([decide(awardView(), 'approve'), decide(awardView(), 'approve')])
    })
    expect([wire().asked(approve).length, decided.length]).toEqual([1, 1])
  })

  it('about what changed meanwhile is not made, and says to look again', async () => {
    const { result, decided } = open()
    wire().on(approve, () => refusal(409, errors.stale.code, '版本不符'))
    let taken = true
    await act(async () => void (taken = await result.current.decide(awardView(), 'approve')))
    expect([taken, decided.length, undoables.get().length, result.current.busy]).toEqual([false, 0, 0, false])
    expect(lastNotice()).toContain('请重新查看')
  })

  it('that is refused says why in the words of the server, and the desk works on', async () => {
    const { result, decided } = open()
    wire().on(approve, () => refusal(403, 40300, '该事项已转到区教育局'))
    await act(() => result.current.decide(awardView(), 'approve').then(() => undefined))
    expect(lastNotice()).toBe('该事项已转到区教育局')
    wire().on(approve, answering('approved', null))
    await act(() => result.current.decide(awardView(), 'approve').then(() => undefined))
    expect(decided).toHaveLength(1)
  })

  it('that brings back is not offered to be taken back', async () => {
    const { result } = open()
    wire().on('POST /api/v1/records/award/*/return', answering('returned', null))
    await act(() =>
      result.current.decide(awardView(), 'return', { reason: '请补证书' }).then(() => undefined),
    )
    expect(wire().arrivals.at(-1)?.body).toBeDefined()
    expect(undoables.get()).toEqual([])
    expect(lastNotice()).toContain('已退回')
  })
})
