import { describe, expect, it } from 'vitest'
import {
  exportStates,
  isSaid,
  needsFull,
  type ExportJob,
} from '../../../catalogue/contract/administration/exports.ts'
import { paceWords, purposeWords, sizeWords, stateNote, stateWords } from './words.ts'

const start = '2026-11-27T08:00:00.000Z'
const job = {
  state: 'writing',
  rows: 10_000,
  done: 1_000,
  startedAt: start,
  lapsesAt: null,
  keptUntil: null,
  decidedBy: null,
  reason: '',
  fault: null,
} as unknown as ExportJob
const after = (seconds: number) => Date.parse(start) + seconds * 1000

describe('an exported file', () => {
  it('says how many people it is about only where that is not the number of rows', () => {
    expect(sizeWords({ rows: 80, people: 62 })).toBe('80 条，62 人')
    expect(sizeWords({ rows: 80, people: 80 })).toBe('80 条')
    expect(sizeWords({ rows: 1200, people: 0 })).toBe('1,200 条')
  })

  it('says how long it still takes, in seconds and then in minutes', () => {
    expect(paceWords(job, after(10))).toBe('每秒 100 条，约还要 2 分钟')
    expect(paceWords({ ...job, done: 9_000 }, after(10))).toBe('每秒 900 条，约还要 2 秒')
    expect(paceWords({ ...job, done: 0 }, after(10))).toBe('')
    expect(paceWords({ ...job, startedAt: null }, after(10))).toBe('')
  })

  it('promises no end in no time and divides by no zero in its first moment', () => {
    expect(paceWords({ ...job, done: 1 }, after(0))).toBe('每秒 1 条，约还要 167 分钟')
  })

  it('has a word for each state', () => {
    for (const state of exportStates) expect(stateWords[state][0]).toMatch(/[一-龥]/)
  })

  it('says why there is none', () => {
    expect(stateNote({ ...job, state: 'refused', decidedBy: '陈主任', reason: '用途不明' })).toBe(
      '陈主任：用途不明',
    )
    expect(stateNote({ ...job, state: 'failed', fault: '磁盘已满' })).toBe('磁盘已满')
    expect(stateNote({ ...job, state: 'expired' })).toContain('重新导出')
    expect(stateNote(job)).toBe('')
  })
})

describe('a purpose', () => {
  it('is told with its words, if it has any', () => {
    expect(purposeWords({ purpose: '其他', purposeText: '校庆' })).toBe('其他：校庆')
    expect(purposeWords({ purpose: '工作统计', purposeText: '' })).toBe('工作统计')
  })

  it('opens full numbers only where the work needs them; 其他 has to be said', () => {
    expect(needsFull('4')).toBe(true)
    expect(needsFull('1')).toBe(false)
    expect(isSaid('9')).toBe(true)
    expect(isSaid('4')).toBe(false)
  })
})
