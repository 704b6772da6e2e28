import { act } from '@testing-library/react'
import { useReducer } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { draftOf, keepDraft, loadDraftKey } from '../../platform/storage/drafts.ts'
import { freshPage, inPage, pass, refusal, signedIn } from '../../platform/testing/page.tsx'
import { award, awardView, waiting } from '../testing/award.ts'
import { formReducer, openForm } from './form-state.ts'
import { useSafetyCopy } from './use-safety-copy.ts'

const { wire } = freshPage()
/** Each test is another person, so that no key of an earlier one is held in memory. */
let person = 100
beforeEach(async () => {
  person += 1
  signedIn(2, person)
  wire().on('GET /api/v1/user/draftKey', () => ({ data: { key: btoa('k'.repeat(32)) } }))
  await loadDraftKey()
  vi.useFakeTimers()
})

const inForce = (version: number) =>
  awardView({ state: 'approved', version, pending: null, effective: { ...waiting.values } })

function open(version = 3, key = 'award/1') {
  const { result, unmount } = inPage(() => {
    const [state, dispatch] = useReducer(
      formReducer,
      { definition: award, view: inForce(version), pending: true },
      openForm,
    )
    return { state, dispatch, copy: useSafetyCopy(key, state, dispatch) }
  })
  const type = (value: string) => act(() => result.current.dispatch({ type: 'set', key: 'title', value }))
  const title = () => result.current.state.values['title']
  return { result, unmount, type, title }
}
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('xt-draft:'))

describe('the copy of a form on this computer', () => {
  it('is there a moment after a letter was typed, sealed, and comes back by itself', async () => {
    const before = open()
    before.type('断电前写的')
    await pass(300)
    expect(kept()).toHaveLength(1)
    expect(localStorage.getItem(kept()[0] ?? '')).not.toContain('断电前写的')
    before.unmount()
    const after = open()
    await pass(0)
    expect(after.title()).toBe('断电前写的')
    expect(after.result.current.copy.putBack).not.toBeNull()
    expect(after.result.current.copy.offered).toBeNull()
  })

  it('is written when the page goes before the moment is over', () => {
    const { type } = open()
    type('刚写的')
    expect(kept()).toHaveLength(0)
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(kept()).toHaveLength(1)
  })

  it('is gone once nothing differs from the server', async () => {
    const { type, title } = open()
    type('改')
    await pass(300)
    type(String(waiting.values['title']))
    await pass(300)
    expect([kept().length, title()]).toEqual([0, '省一等奖'])
  })

  it('over an older version is offered, not put in, and stays until somebody decides', async () => {
    const before = open(3)
    before.type('旧的')
    await pass(300)
    before.unmount()
    const taken = open(4)
    expect(taken.title()).toBe('省一等奖')
    expect(taken.result.current.copy.offered).not.toBeNull()
    await pass(5_000)
    expect(kept()).toHaveLength(1)
    act(() => taken.result.current.copy.take())
    expect(taken.title()).toBe('旧的')
    await pass(300)
    taken.unmount()
    const dropped = open(5)
    act(() => dropped.result.current.copy.drop())
    await pass(300)
    expect([dropped.title(), dropped.result.current.copy.offered, kept().length]).toEqual([
      '省一等奖',
      null,
      0,
    ])
  })

  it('that was given up is not written again while the form closes', async () => {
    const { type, result, unmount } = open()
    type('不要了')
    await pass(300)
    act(() => result.current.copy.giveUp())
    unmount()
    expect(kept()).toEqual([])
  })

  it('of one person is not found by the next one at this computer', async () => {
    const { type, unmount } = open()
    type('我的')
    await pass(300)
    unmount()
    vi.useRealTimers()
    signedIn(2, (person += 1))
    await loadDraftKey()
    expect(open().title()).toBe('省一等奖')
  })

  it('that waits for its key is not sealed with the key of the next person, and comes back to its own', async () => {
    vi.useRealTimers()
    const away = () => refusal(503, 50301, '暂时连不上')
    wire().on('GET /api/v1/user/draftKey', away)
    signedIn(2, 9_001)
    keepDraft('award/9', { title: '断网时写的' })
    await loadDraftKey()
    wire().on('GET /api/v1/user/draftKey', () => ({ data: { key: btoa('n'.repeat(32)) } }))
    signedIn(2, 9_002)
    await loadDraftKey()
    expect(kept()).toHaveLength(0)
    signedIn(2, 9_001)
    wire().on('GET /api/v1/user/draftKey', () => ({ data: { key: btoa('o'.repeat(32)) } }))
    await loadDraftKey()
    expect([kept().length, draftOf('award/9')?.values]).toEqual([1, { title: '断网时写的' }])
  })
})
