import { act, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import { errors } from '../../../catalogue/errors.ts'
import { question } from '../../ui/feedback/confirm.ts'
import { freshPage, inPage, lastNotice, refusal, signedIn } from '../../platform/testing/page.tsx'
import { award, awardId, awardView, waiting } from '../testing/award.ts'
import { useRecordForm } from './use-record-form.ts'
import { useSubmit } from './use-submit.ts'

const { wire } = freshPage()
const calls = {
  create: 'POST /api/v1/records/award',
  save: 'PUT /api/v1/records/award/*',
  preview: 'POST /api/v1/records/award/preview',
  submit: 'POST /api/v1/records/award/*/submit',
}
const step = {
  level: 'school',
  institution: '一中',
  person: '顾校长',
  state: 'current',
  standsFor: [],
  usualDays: null,
}
const nothing = { steps: [step], errors: [], warnings: [], blocked: null }

/** A teacher's form, the server behind it, and where the page went when it was done. */
function open(view: RecordView | null = null, preview: object = nothing) {
  signedIn(2)
  let version = view?.version ?? 0
  const stored = () => ({ data: { id: awardId, version: (version += 1) } })
  wire()
    .on(calls.preview, () => ({ data: preview }))
    .on(calls.create, stored)
    .on(calls.submit, () => ({
      data: { id: awardId, version: version + 1, state: 'inReview', level: 'school' },
    }))
    .on(calls.save, stored)
    .on('GET /api/v1/user/draftKey', () => refusal(500, 50000, '暂时不可用'))
  const went: string[] = []
  const left = vi.fn()
  const { result } = inPage(() => {
    const form = useRecordForm({ definition: award, view, side: 'teacher' })
    return { form, ...useSubmit(form, view, left, (id) => went.push(id)) }
  })
  const type = (key: string, value: unknown) => act(() => result.current.form.set(key, value))
  const press = (name: 'submit' | 'saveNow') => act(() => result.current[name]())
  /** Presses the button to submit, as often at once, and answers the question; says what was asked. */
  const submitAnd = async (yes: boolean, times = 1): Promise<string> => {
    let asked = ''
    await act(async () => {
      const pressed = Array.from({ length: times }, () => result.current.submit())
      await vi.waitFor(() => expect(question.get()).not.toBeNull(), { timeout: 15_000 })
      asked = question.get()?.text ?? ''
      question.get()?.answer(yes)
      await Promise.all(pressed)
    })
    return asked
  }
  return { result, type, press, submitAnd, went, left }
}

describe('a form that is submitted', () => {
  it('with faults shows all of them, goes to the first, and sends nothing', async () => {
    const { result, type, press } = open()
    document.body.insertAdjacentHTML('beforeend', '<div class="xr-field"><input id="f-wonOn"></div>')
    Element.prototype.scrollIntoView = () => undefined
    type('title', '省一等奖')
    await press('submit')
    expect(result.current.form.faults.map(({ field }) => field)).toEqual(['wonOn'])
    await waitFor(() => expect(document.activeElement?.id).toBe('f-wonOn'))
    expect(wire().arrivals.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('asks with the consequence in words, and goes on only with a yes', async () => {
    const { type, submitAnd, went, left } = open(null, {
      ...nothing,
      warnings: [{ field: 'wonOn', message: '获奖日期早于任教日期' }],
    })
    type('title', '省一等奖')
    type('wonOn', '2026-05-01')
    const asked = await submitAnd(false)
    expect(asked).toContain('提交后交给')
    expect(asked).toContain('顾校长')
    expect(asked).toContain('获奖日期早于任教日期')
    expect([wire().asked(calls.submit).length, went.length]).toEqual([0, 0])
    await submitAnd(true)
    expect(wire().asked(calls.create)).toHaveLength(1)
    expect(wire().asked(calls.submit)).toHaveLength(1)
    expect(went).toEqual([awardId])
    expect(left).toHaveBeenCalledOnce()
    expect(lastNotice()).toMatch(/^已提交，待/)
  })

  it('pressed twice at once is submitted once', async () => {
    const { type, submitAnd, went } = open()
    type('title', '省一等奖')
    type('wonOn', '2026-05-01')
    await submitAnd(true, 2)
    expect(wire().asked(calls.preview)).toHaveLength(1)
    expect(wire().asked(calls.create)).toHaveLength(1)
    expect(wire().asked(calls.submit)).toHaveLength(1)
    expect(went).toHaveLength(1)
  })

  it('whose values the server refuses says so at the field, and keeps what was typed', async () => {
    const { result, type, press, went } = open(null, {
      ...nothing,
      errors: [{ field: 'title', message: '同一天已有同名奖励' }],
    })
    type('title', '省一等奖')
    type('wonOn', '2026-05-01')
    await press('submit')
    expect(result.current.form.faults).toEqual([{ field: 'title', message: '同一天已有同名奖励' }])
    expect(result.current.form.state.values).toMatchObject({ title: '省一等奖', wonOn: '2026-05-01' })
    type('title', '省二等奖')
    expect(result.current.form.faults).toEqual([])
    expect(went).toEqual([])
  })

  it('that nobody can review is kept as a draft, with the sentence of what to do', async () => {
    const { type, press, went } = open(null, { ...nothing, blocked: '学校尚未审核账号，请联系区教育局' })
    type('title', '省一等奖')
    type('wonOn', '2026-05-01')
    await press('submit')
    expect(lastNotice()).toContain('请联系区教育局')
    expect(wire().asked(calls.create)).toHaveLength(1)
    expect(went).toEqual([])
  })

  it('that was refused by the rules of this moment stays open with the sentence', async () => {
    const { result, type, submitAnd } = open()
    wire().on(calls.submit, () => refusal(409, errors.stale.code, '该事项刚被撤回'))
    type('title', '省一等奖')
    type('wonOn', '2026-05-01')
    await submitAnd(true)
    expect(result.current.form.state.progress).toMatchObject({ step: 'failed', message: '该事项刚被撤回' })
  })

  it('without any change says that there is nothing to submit', async () => {
    const inForce = awardView({
      state: 'approved',
      pending: null,
      effective: { ...waiting.values },
      can: ['edit'],
    })
    const { press } = open(inForce)
    await press('submit')
    expect(lastNotice()).toContain('内容未修改')
    expect(wire().arrivals.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('of a value in force says how many items change, and sends only those', async () => {
    const inForce = awardView({
      state: 'approved',
      pending: null,
      effective: { ...waiting.values },
      can: ['edit'],
    })
    const { type, submitAnd, went } = open(inForce)
    type('title', '省二等奖')
    expect(await submitAnd(true)).toContain('会改动 1 项')
    expect(wire().asked(calls.save)[0]?.body).toEqual({ title: '省二等奖', version: 3 })
    expect(went).toEqual([awardId])
  })
})

describe('a draft that is saved by hand', () => {
  it('may have faults, and is one draft however often it is saved', async () => {
    const { type, press, went } = open()
    type('title', '省一等奖')
    await press('saveNow')
    expect(lastNotice()).toBe('草稿已保存')
    type('title', '省二等奖')
    await press('saveNow')
    expect([wire().asked(calls.create).length, wire().asked(calls.save).length]).toEqual([1, 1])
    expect(went).toEqual([])
  })

  it('while the line is cut keeps the typing, and is the same draft when the line is back', async () => {
    const { result, type, press } = open()
    type('title', '省一等奖')
    wire().connected = false
    await press('saveNow')
    expect(result.current.form.state.progress).toMatchObject({ step: 'failed', unanswered: true })
    expect(result.current.form.state.values['title']).toBe('省一等奖')
    wire().connected = true
    await press('saveNow')
    expect(result.current.form.unsaved).toBe(false)
    expect(
      new Set(
        wire()
          .asked(calls.create)
          .map(({ key }) => key),
      ).size,
    ).toBe(1)
  })
})
