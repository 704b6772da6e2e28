import { act } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadDraftKey } from '../../platform/storage/drafts.ts'
import { freshPage, inPage, signedIn } from '../../platform/testing/page.tsx'
import { useTypedPlan, type PlanText } from './use-typed-plan.ts'

const { wire } = freshPage()
let person = 500
beforeEach(async () => {
  person += 1
  signedIn(2, person)
  wire().on('GET /api/v1/user/draftKey', () => ({ data: { key: btoa('p'.repeat(32)) } }))
  await loadDraftKey()
})

const text = (words: string): PlanText => ({
  blocks: [{ id: '0197f1c2-0000-7000-8000-00000000000a', part: 'course', text: words }],
  reflection: '',
})
const stored = text('服务器上的')
const open = (version: number) => inPage(() => useTypedPlan('prep/1', () => stored, version))
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('xt-draft:')).length

describe('a plan that is typed', () => {
  it('comes back after the page was lost, and its copy goes once the server has it', () => {
    const before = open(2)
    expect([before.result.current.isDue, kept()]).toEqual([false, 0])
    act(() => before.result.current.change(text('刚写的')))
    before.unmount()
    const { result } = open(2)
    expect(result.current.typed).toEqual(text('刚写的'))
    expect([result.current.isDue, result.current.isOffered]).toEqual([true, false])
    act(() => result.current.settle(result.current.typed))
    expect([result.current.isDue, kept()]).toEqual([false, 0])
  })

  it('over an older version is offered beside what others wrote, and taken or thrown away', () => {
    const before = open(2)
    act(() => before.result.current.change(text('我的')))
    before.unmount()
    const later = open(3)
    expect([later.result.current.typed, later.result.current.isOffered]).toEqual([stored, true])
    act(() => later.result.current.change(text('另写')))
    act(() => later.result.current.take())
    expect(later.result.current.typed).toEqual(text('我的'))
    later.unmount()
    const last = open(4)
    act(() => last.result.current.drop())
    expect([last.result.current.typed, kept()]).toEqual([stored, 0])
  })
})
