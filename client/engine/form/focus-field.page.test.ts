import { beforeEach, expect, it, vi } from 'vitest'
import { freshPage } from '../../platform/testing/page.tsx'
import { focusField } from './focus-field.ts'

freshPage()
const seen = vi.fn()
beforeEach(() => {
  seen.mockClear()
  Element.prototype.scrollIntoView = seen
})
const page = (markup: string) => document.body.insertAdjacentHTML('beforeend', markup)

it.each([
  ['its control', '<div class="xr-field"><input id="f-title"></div>', 'f-title'],
  ['the first control of a group', '<div id="f-title"><input id="one"><input id="two"></div>', 'one'],
  [
    'the first wrong cell of its lines',
    '<div id="f-title"><input id="one"><div data-wrong><input id="two"></div></div>',
    'two',
  ],
  ['its line, where it is only read', '<div data-field="title" id="line"></div>', 'line'],
])('brings the focus of a field to %s, and into view', (_, markup, id) => {
  page(markup)
  focusField('title')
  expect(document.activeElement?.id).toBe(id)
  expect(seen).toHaveBeenCalledOnce()
})

it('does nothing where the field is not on the page', () => {
  page('<input id="f-other">')
  focusField('title')
  expect([document.activeElement, seen.mock.calls.length]).toEqual([document.body, 0])
})
