import { describe, expect, it } from 'vitest'
import { followedForm, openedForm } from './content-form.ts'
import { isOwnContent } from './content-saving.ts'

const empty = { title: null, content: null, visibility: '2' }
const saved = { version: 3, value: { title: '通知', content: '<p>一</p>', visibility: '2' } }
const typing = (title: string, over = openedForm(empty, saved, null)) => ({
  ...over,
  typed: true,
  values: { ...over.values, title },
})

describe('what was typed into a content', () => {
  it('stays when it is pinned, taken down or withdrawn: the version rises, the text is the same', () => {
    const form = followedForm(typing('通知（修订）'), empty, { ...saved, version: 4 })
    expect(form).toMatchObject({
      typed: true,
      version: 4,
      newer: null,
      round: 0,
      values: { title: '通知（修订）' },
    })
  })
  it('stays when a colleague saved another text, which is named once and not typed over unasked', () => {
    const theirs = { version: 4, value: { ...saved.value, title: '他人的题目' } }
    const form = followedForm(typing('我的题目'), empty, theirs)
    expect(form).toMatchObject({ typed: true, version: 3, newer: 4, values: { title: '我的题目' } })
    expect(followedForm(form, empty, theirs)).toBe(form)
    // A later act on that newer text is no agreement to type over it.
    expect(followedForm(form, empty, { ...theirs, version: 5 })).toMatchObject({ version: 3, newer: 5 })
  })
  it('comes back after a reload, and says when the text is no longer the one it was typed over', () => {
    const draft = { values: { title: '没保存的', gone: 1 }, version: 2, at: Date.now() }
    expect(openedForm(empty, saved, draft)).toMatchObject({
      kept: true,
      typed: true,
      newer: 3,
      values: { title: '没保存的', content: '<p>一</p>' },
    })
    expect(openedForm(empty, saved, { ...draft, version: 3 })).toMatchObject({ kept: true, newer: null })
    expect(openedForm(empty, saved, draft).values).not.toHaveProperty('gone')
  })
})

it('an untouched form shows at once what a colleague saved', () => {
  const form = followedForm(openedForm(empty, saved, null), empty, {
    version: 4,
    value: { ...saved.value, title: '新题目' },
  })
  expect(form).toMatchObject({ typed: false, version: 4, round: 1, values: { title: '新题目' } })
})

it('a new content begins with its defaults', () => {
  expect(openedForm(empty, { version: null, value: null }, null).values).toEqual(empty)
})

describe('a save whose answer was lost', () => {
  const body = { values: { title: '通知', content: '<p>一</p>', visibility: '2' }, nothing: false }
  it('is known by its version and all that was sent', () => {
    const sent = { body, version: 2 }
    expect(isOwnContent({ version: 3, view: saved }, sent)).toBe(true)
    expect(isOwnContent({ version: 4, view: saved }, sent)).toBe(false)
    const others = { value: { ...saved.value, title: '他人写的' } }
    expect(isOwnContent({ version: 3, view: others }, sent)).toBe(false)
  })
})
