import { describe, expect, it } from 'vitest'
import { checkCatalogue } from './check.ts'
import { defineRecord, dict, text, type AnyRecord } from './define.ts'
import { records } from './records/registry.gen.ts'
import { isNot } from './rules/condition.ts'

/** A small sound declaration to break in one place. */
const sound: AnyRecord = defineRecord({
  name: 'sample',
  title: '样例',
  archive: 'personal',
  owner: 'teacher',
  regime: 'own',
  cardinality: 'many',
  fields: { title: text('名称'), grade: dict('级别', 'degreeLevel') },
  pages: {
    list: { columns: ['title'], filters: [], order: 'title' },
    form: [{ title: '一', fields: ['title', 'grade'] }],
    summary: ['title'],
  },
})
const pages = (over: Partial<AnyRecord['pages']>) => ({ pages: { ...sound.pages, ...over } })
const broken = (over: Partial<Record<keyof AnyRecord, unknown>>) =>
  checkCatalogue({ sample: { ...sound, ...over } as AnyRecord })
    .map((f) => f.code)
    // Routes name the real record types, which the sample registry lacks.
    .filter((code) => !code.startsWith('C3'))

describe('the start-up checks', () => {
  it('find nothing in the catalogue', () => expect(checkCatalogue(records)).toEqual([]))
  it('accept the sample', () => expect(broken({})).toEqual([]))
  it.each([
    ['C101', pages({ list: { columns: ['nothing'], filters: [], order: 'title' } })],
    ['C102', pages({ list: { columns: [], filters: ['nothing'], order: 'title' } })],
    ['C104', pages({ form: [{ title: '一', fields: ['title'] }] })],
    [
      'C105',
      {
        fields: { ...sound.fields, version: text('版本') },
        ...pages({ form: [{ title: '一', fields: ['title', 'grade', 'version'] }] }),
      },
    ],
    [
      'C108',
      {
        fields: { title: text('名称', { visibleWhen: isNot('nowhere', '1') }), grade: sound.fields['grade'] },
      },
    ],
    ['C115', { spreadsheet: { key: ['nothing'] } }],
    ['C116', { statistics: { dimensions: ['nothing'] } }],
    ['C201', { regime: 'reviewed' }],
    ['C217', { keptBy: 'superior' }],
    ['C221', { owner: 'person' }],
    ['C222', { owner: 'institution' }],
    [
      'C222',
      { owner: 'institution', regime: 'mixed', review: { chain: [{ level: 'school' }], reasons: [] } },
    ],
    ['C202', { fields: { title: text('名称', { sealed: true }), grade: sound.fields['grade'] } }],
    [
      'C204',
      {
        fields: {
          title: text('名称', { derived: { from: 'nothing.x', by: 'best' } }),
          grade: sound.fields['grade'],
        },
      },
    ],
    [
      'C206',
      { fields: { title: sound.fields['title'], grade: dict('级别', 'degreeLevel', { default: '77' }) } },
    ],
  ])('%s is found when planted', (code, over) => expect(broken(over)).toContain(code))
})
