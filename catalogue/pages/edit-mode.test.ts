import { expect, test } from 'vitest'
import { editAskedIn, editModeLabels } from './edit-mode.ts'

const asked = (query: string) => {
  const { mode, id } = editAskedIn(new URLSearchParams(query))
  return [editModeLabels[mode], id]
}

test('edit-mode labels: -1 view, 1 edit, anything else add', () => {
  expect(asked('mode=-1&id=7')).toEqual(['查看', 7])
  expect(asked('mode=1&id=7')).toEqual(['编辑', 7])
  for (const mode of ['0', '2', '', 'x', '-2', '01'])
    expect(asked(`mode=${mode}&id=7`), mode).toEqual(['新增', null])
})

test('an address without a mode edits what its number names, and adds without one', () => {
  expect(asked('id=7')).toEqual(['编辑', 7])
  expect(asked('')).toEqual(['新增', null])
})

test('without a number there is nothing to view or to edit', () => {
  for (const id of ['', 'x', '0', '-1', '1.5', '99999999999', '1e3x'])
    expect([asked(`mode=-1&id=${id}`), asked(`mode=1&id=${id}`)], id).toEqual([
      ['查看', null],
      ['编辑', null],
    ])
})
