import { describe, expect, it } from 'vitest'
import { defineRecord, month, text, type Unique } from '../define.ts'
import { faultOfRule, holdsAmong, holdsInForce, isLastOpen, isOnlyOpen, isUniqueAmong } from './across.ts'
import { noOverlap } from './among.ts'

const open = { form: 'oneOpen', from: 'start', to: 'end', message: '只能有一条至今' } as const
const overlap = noOverlap('job', 'start', 'end', { message: '时间重叠' })
const job = defineRecord({
  name: 'job',
  title: '工作',
  archive: 'personal',
  owner: 'teacher',
  regime: 'own',
  cardinality: 'many',
  fields: { place: text('单位'), start: month('起'), end: month('止') },
  rules: {
    constraints: [open, overlap],
  },
  pages: {
    list: { columns: ['start'], filters: [], order: 'start' },
    form: [{ title: '一', fields: ['place', 'start', 'end'] }],
    summary: ['place'],
  },
})
const earlier = { id: 'a', place: '一中', start: '2010-09', end: null }

describe('rules between the records of one owner', () => {
  it('let an open record follow an open one, which it ends, and lie before none', () => {
    expect(isLastOpen(open, { start: '2015-09', end: null }, [earlier])).toBe(true)
    expect(isLastOpen(open, { start: '2005-09', end: null }, [earlier])).toBe(false)
    expect(isLastOpen(open, { start: '2010-09' }, [earlier])).toBe(false)
    expect(isLastOpen(open, { start: '2005-09', end: '2008-07' }, [earlier])).toBe(true)
  })

  it('see the earlier open record as it will be closed, and two in force as they are', () => {
    const next = { start: '2015-09', end: null }
    expect(holdsAmong(job, overlap, next, () => [earlier])).toBe(true)
    expect(holdsInForce(job, overlap, next, () => [earlier])).toBe(false)
    expect(isOnlyOpen(open, next, [earlier])).toBe(false)
    expect(isOnlyOpen(open, { ...next, end: '2016-01' }, [earlier])).toBe(true)
  })

  it('compare whole values, or the members of one field, and never empty ones', () => {
    const rule: Unique = { form: 'unique', within: 'owner', fields: ['kind', 'members'], message: '重复' }
    const row = { kind: '1', members: [1, 2] }
    expect(isUniqueAmong(rule, row, [{ kind: '1', members: [1, 2] }])).toBe(false)
    expect(isUniqueAmong(rule, row, [{ kind: '1', members: [2, 3] }])).toBe(true)
    expect(isUniqueAmong({ ...rule, each: 'members' }, row, [{ kind: '1', members: [2, 3] }])).toBe(false)
    expect(isUniqueAmong(rule, { kind: '1', members: null }, [{ kind: '1', members: null }])).toBe(true)
  })

  it('say which field is meant, and whether they only warn', () => {
    expect(faultOfRule(open)).toEqual({ field: 'end', message: '只能有一条至今', warns: false })
    expect(faultOfRule({ ...overlap, level: 'warning' })).toMatchObject({ field: 'start', warns: true })
  })
})
