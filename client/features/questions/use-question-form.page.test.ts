import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { questionValue } from '../../../catalogue/questions/value.ts'
import { loadDraftKey } from '../../platform/storage/drafts.ts'
import { freshPage, inPage, refusal, signedIn } from '../../platform/testing/page.tsx'
import { useQuestionForm } from './use-question-form.ts'

const { wire } = freshPage()
let person = 700
beforeEach(async () => {
  person += 1
  signedIn(2, person)
  wire().on('GET /api/v1/user/draftKey', () => ({ data: { key: btoa('q'.repeat(32)) } }))
  await loadDraftKey()
})

const start = questionValue.parse({ questionKind: 'essay' })
const open = () => inPage(() => useQuestionForm(null, start, () => undefined))
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('xt-draft:')).length

describe('a question that is typed', () => {
  it('comes back after the page was lost, and nothing is kept of an untouched one', () => {
    const before = open()
    expect([before.result.current.isDue, kept()]).toEqual([false, 0])
    act(() => before.result.current.change({ stem: '<p>刚写的</p>' }))
    before.unmount()
    const { result } = open()
    expect(result.current.typed.stem).toBe('<p>刚写的</p>')
    expect(result.current.isDue).toBe(true)
  })

  it('keeps its text and its copy when the server refuses it, and blames the field', async () => {
    wire().on('POST /api/v1/question', () =>
      refusal(400, 40001, '填写有误', [{ field: 'stem', message: '题干不对' }]),
    )
    const { result } = open()
    act(() => result.current.change({ stem: '<p>留着</p>' }))
    await act(() => result.current.save())
    await waitFor(() => expect(result.current.progress.step).toBe('failed'))
    expect(result.current.faults).toEqual([{ field: 'stem', message: '题干不对' }])
    expect([result.current.typed.stem, kept()]).toEqual(['<p>留着</p>', 1])
  })
})
