import { describe, expect, it } from 'vitest'
import { decimal, defineRecord, dict, text, type AnyRecord } from '../../../catalogue/define.ts'
import { isEmpty, is } from '../../../catalogue/rules/condition.ts'
import { isRequired, isVisible, missingOf, withoutHidden } from '../../../catalogue/rules/judge.ts'
import { formReducer, openForm, type FormState } from './form-state.ts'
import { outgoing } from './outgoing.ts'

const definition: AnyRecord = defineRecord({
  name: 'award',
  title: '奖励',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    title: text('名称', { required: true }),
    gender: dict('性别', 'gender'),
    note: text('说明', { visibleWhen: is('gender', '2'), requiredWhen: is('gender', '2') }),
    more: text('补充', { visibleWhen: is('note', '有') }),
    reason: text('没有金额的原因', { requiredWhen: isEmpty('sum') }),
    sum: decimal('金额'),
  },
  attachments: { maxCount: 2, maxSizeMB: 10, accept: ['jpg'], required: true },
  review: { chain: [{ level: 'school' }], reasons: [] },
  pages: {
    list: { columns: ['title'], filters: [], order: 'title' },
    form: [{ title: '奖励', fields: ['title', 'gender', 'note', 'more', 'reason', 'sum'] }],
    summary: ['title'],
  },
})
const keys = Object.keys(definition.fields)
const fieldOf = (key: string) => {
  const field = definition.fields[key]
  if (field === undefined) throw new Error(key)
  return field
}
const opened = () => openForm({ definition, view: null, pending: true })
const typed = (values: Record<string, unknown>, from: FormState = opened()) =>
  Object.entries(values).reduce(
    (state, [key, value]) => formReducer(state, { type: 'set', key, value }),
    from,
  )

describe('a field that another one shows', () => {
  it('is hidden before the other has an answer', () => {
    expect(isVisible(fieldOf('note'), opened().values)).toBe(false)
    expect(isVisible(fieldOf('note'), typed({ gender: '2' }).values)).toBe(true)
    expect(isVisible(fieldOf('note'), typed({ gender: '1' }).values)).toBe(false)
  })

  it('must be filled only while it is seen', () => {
    expect(isRequired(fieldOf('note'), { gender: '2' })).toBe(true)
    expect(isRequired(fieldOf('note'), { gender: '1' })).toBe(false)
    expect(missingOf(definition, { title: '甲', gender: '1', sum: '1' }, 1)).toEqual([])
    expect(missingOf(definition, { title: '甲', gender: '2', sum: '1' }, 1)).toEqual(['note'])
  })

  it('takes along what it shows itself when it is hidden', () => {
    const before = { gender: '1', note: '有', more: '乙' }
    expect(withoutHidden(definition, before)).toEqual({ gender: '1', note: null, more: null })
  })

  it('is not sent while hidden, and has its text when the answer changes back', () => {
    const both = typed({ gender: '2', note: '有' })
    const hidden = typed({ gender: '1' }, both)
    expect(outgoing(definition, hidden, keys).values).toEqual({ gender: '1' })
    expect(outgoing(definition, typed({ gender: '2' }, hidden), keys).values).toEqual({
      gender: '2',
      note: '有',
    })
  })
})

describe('what is missing', () => {
  it('is told in the order of the form, evidence last', () => {
    expect(missingOf(definition, {}, 0)).toEqual(['title', 'reason', 'attachments'])
  })

  it('is no longer missing once the other field is filled, with 0 too', () => {
    expect(missingOf(definition, { title: '甲', sum: '0' }, 1)).toEqual([])
    expect(missingOf(definition, { title: '甲', sum: null }, 1)).toEqual(['reason'])
  })
})

describe('a save', () => {
  it('leaves out what this side does not write', () => {
    expect(outgoing(definition, typed({ title: '甲', sum: '3.00' }), ['title']).values).toEqual({
      title: '甲',
    })
  })

  it('sends an amount that can be read and keeps one that cannot', () => {
    expect(outgoing(definition, typed({ sum: '12300.50' }), keys).values).toEqual({ sum: '12300.50' })
    const wrong = typed({ title: '甲', sum: '一万二' })
    expect(outgoing(definition, wrong, keys)).toMatchObject({ values: { title: '甲' }, unreadable: ['sum'] })
    expect(wrong.values['sum']).toBe('一万二')
  })

  it('sends evidence only when it changed', () => {
    const file = {
      id: '0197f1c2-0000-7000-8000-000000000001',
      name: '证书.jpg',
      mime: 'image/jpeg',
      bytes: 1,
    }
    expect(outgoing(definition, opened(), keys).attachments).toBeUndefined()
    const with1 = formReducer(opened(), { type: 'files', files: [file] })
    expect(outgoing(definition, with1, keys)).toMatchObject({ attachments: [file.id], nothing: false })
    const without = formReducer(with1, { type: 'files', files: [] })
    expect(outgoing(definition, without, keys).nothing).toBe(true)
  })
})

describe('the state of a form', () => {
  it('tells a failure without losing what was typed, and is saved after the next success', () => {
    const failed = formReducer(typed({ title: '甲' }), {
      type: 'failed',
      message: '连不上网络',
      unanswered: true,
    })
    expect(failed.values['title']).toBe('甲')
    expect(failed.progress).toMatchObject({ step: 'failed', unanswered: true })
    const saved = formReducer(failed, {
      type: 'saved',
      id: 'row',
      version: 1,
      saved: { values: { title: '甲' }, files: [] },
      left: 0,
    })
    expect(saved).toMatchObject({ id: 'row', version: 1, progress: { step: 'saved' } })
    expect(outgoing(definition, saved, keys).nothing).toBe(true)
  })

  it('is the same after the same letter again, so that nothing is saved for it', () => {
    const once = typed({ title: '甲' })
    expect(typed({ title: '甲' }, once)).toBe(once)
    const gone = formReducer(once, { type: 'leave', key: 'title' })
    expect(formReducer(gone, { type: 'leave', key: 'title' })).toBe(gone)
  })

  it('keeps the reason to each warning apart', () => {
    const one = formReducer(opened(), { type: 'because', message: '日期太早', text: '补录' })
    const two = formReducer(one, { type: 'because', message: '金额太大', text: '两年合计' })
    expect(two.because).toEqual({ 日期太早: '补录', 金额太大: '两年合计' })
  })
})
