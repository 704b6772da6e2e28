import { describe, expect, it } from 'vitest'
import type { AnyProcess } from '../processes/define.ts'
import { processes } from '../processes/processes.ts'
import { records } from '../records/registry.gen.ts'
import { bundledForms, isPrinted } from './bundled.ts'
import { checkForms } from './check.ts'
import { label, value, type FormDefinition } from './define.ts'
import { forms } from './forms.ts'

const declared = { records, processes }
const sound: FormDefinition = {
  name: 'trial',
  title: '试表',
  version: '1',
  about: { is: 'teacher' },
  roles: [2],
  purposes: [],
  paper: 'portrait',
  sources: { basic: { type: 'basicInfo' } },
  parts: [{ part: 'grid', rows: [[label('姓名', 2), value(10, 'basic.name')]] }],
}

describe('forms', () => {
  it('are sound as they are declared, and those for many people are among them', () => {
    expect(checkForms(Object.values(forms), declared)).toEqual([])
    for (const { name, title } of bundledForms)
      if (Object.hasOwn(forms, name))
        expect(Object.values(forms).find((form) => form.name === name)?.title).toBe(title)
  })

  it('of cases are those that a case offers', () => {
    const all: Readonly<Record<string, AnyProcess>> = processes
    const states = Object.values(all).flatMap(({ name, states: own }) =>
      Object.keys(own).map((state) => [name, state] as const),
    )
    const printed = states.filter(([type, state]) =>
      Object.values(forms).some(
        ({ about }) =>
          about.is === 'case' &&
          about.process === type &&
          (about.certifies === undefined || about.certifies.states.includes(state)),
      ),
    )
    expect(states.filter(([type, state]) => isPrinted(type, state))).toEqual(printed)
  })

  it.each<[string, Partial<FormDefinition>]>([
    ['F101', { parts: [{ part: 'grid', rows: [[label('姓名', 2), value(9, 'basic.name')]] }] }],
    ['F102', { sources: { basic: { type: 'nothing' } } }],
    ['F103', { parts: [{ part: 'grid', rows: [[label('姓名', 2), value(10, 'basic.nothing')]] }] }],
    ['F103', { sources: { basic: { type: 'basicInfo', order: 'nothing' } } }],
    ['F103', { parts: [{ part: 'text', text: '{about.secret}', size: 12 }] }],
    ['F104', { parts: [{ part: 'grid', rows: [[label('姓名', 2, { down: 2 }), value(10, 'basic.name')]] }] }],
    ['F106', { sources: { basic: { type: 'basicInfo', only: 'personnel' } } }],
  ])('%s', (code, more) => {
    expect(checkForms([{ ...sound, ...more }], declared).map((fault) => fault.code)).toContain(code)
  })

  it('F105', () => {
    expect(checkForms([sound], declared)).toEqual([])
    expect(checkForms([sound, sound], declared).map(({ code }) => code)).toEqual(['F105'])
  })
})
