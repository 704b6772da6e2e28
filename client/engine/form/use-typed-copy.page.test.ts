import { act } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { loadDraftKey } from '../../platform/storage/drafts.ts'
import { freshPage, inPage, signedIn } from '../../platform/testing/page.tsx'
import { useTypedCopy } from './use-typed-copy.ts'

const { wire } = freshPage()
let person = 500
beforeEach(async () => {
  person += 1
  signedIn(2, person)
  wire().on('GET /api/v1/user/draftKey', () => ({ data: { key: btoa('p'.repeat(32)) } }))
  await loadDraftKey()
})

const schema = z.object({ title: z.string(), lines: z.array(z.string()) })
const text = (title: string) => ({ title, lines: ['一', '二'] })
const stored = text('服务器上的')
const open = (version: number) =>
  inPage(() => useTypedCopy({ key: 'lesson/1', schema, start: () => stored, version }))
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('xt-draft:')).length

describe('a value that is typed as a whole', () => {
  it('comes back after the page was lost, and its copy goes once the server has it', () => {
    const before = open(2)
    expect([before.result.current.isDue, kept()]).toEqual([false, 0])
    act(() => before.result.current.change({ title: '刚写的' }))
    before.unmount()
    const { result } = open(2)
    expect(result.current.typed).toEqual(text('刚写的'))
    expect([result.current.isDue, result.current.isOffered]).toEqual([true, false])
    act(() => result.current.settle(result.current.typed))
    expect([result.current.isDue, kept()]).toEqual([false, 0])
  })

  it('is not due, and leaves no copy, when it is typed back to what the server has', () => {
    const { result } = open(2)
    act(() => result.current.change({ title: '改了' }))
    expect([result.current.isDue, kept()]).toEqual([true, 1])
    act(() => result.current.change(text('服务器上的')))
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
