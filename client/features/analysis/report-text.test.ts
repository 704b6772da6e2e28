import { expect, it } from 'vitest'
import type { Analysis, FigureCell, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { reportText } from './report-text.ts'

const cell = (row: string, value: number | null, more: Partial<FigureCell> = {}): FigureCell => ({
  row,
  column: 'all',
  value,
  opens: false,
  ...more,
})
const panel = (more: Partial<Panel>): Panel => ({
  key: 'staff',
  title: '教职工',
  form: 'bars',
  unit: '人',
  definition: '',
  excluded: [],
  rows: [{ key: 'all', label: '合计' }],
  columns: [{ key: 'all', label: '' }],
  cells: [],
  ...more,
})
const page = (panels: readonly Panel[]): Analysis => ({
  report: 'teacher_analysis',
  title: '队伍分析',
  place: { id: 3, name: '江城区', kind: 'district', schools: 12 },
  on: '2026-09-01',
  basis: 'personnel',
  compare: null,
  versus: null,
  at: '2026-09-01T02:00:00Z',
  frozen: false,
  version: null,
  demo: false,
  stages: [],
  path: [],
  places: [],
  besides: [],
  dates: [],
  panels: [...panels],
  waiting: [],
})

it('says what is one number in the first paragraph, with what a share is of and how it changed', () => {
  const { title, paragraphs } = reportText(
    page([
      panel({ cells: [cell('all', 1418, { before: 1400 })], beside: '2025-09-01' }),
      panel({
        title: '女教师比例',
        unit: '%',
        cells: [cell('all', 72.1, { numerator: 301, denominator: 418 })],
      }),
      panel({ title: '师生比', unit: '∶1', cells: [cell('all', null)] }),
    ]),
  )
  expect(title).toBe('江城区队伍分析情况说明')
  expect(paragraphs).toEqual([
    '截至2026年9月1日，江城区，含下级 12 所学校：教职工 1,418 人，比2025-09-01增加 18 人；女教师比例 72.1%（301 / 418 人）。',
  ])
})

it('gives shares only where the classes add up to the whole, and leaves out what is nothing or hidden', () => {
  const rows = [
    { key: 'all', label: '合计' },
    { key: '1', label: '本科' },
    { key: '2', label: '专科' },
    { key: '3', label: '高中' },
  ]
  const divided = panel({
    title: '学历',
    rows,
    cells: [cell('all', 100), cell('1', 61), cell('2', 39), cell('3', 0)],
    excluded: [{ reason: '未填学历', persons: 2 }],
  })
  const overlapping = panel({
    title: '任教学科',
    rows,
    cells: [cell('all', 100), cell('1', 90), cell('2', 39), cell('3', null, { hidden: true })],
  })
  expect(reportText(page([divided, overlapping])).paragraphs.slice(1)).toEqual([
    '学历 100 人。其中，本科 61 人，占 61.0%；专科 39 人，占 39.0%（未计入：未填学历 2 人）。',
    '任教学科 100 人。其中，本科 90 人；专科 39 人。',
  ])
})

it('says several series row by row, and what stands out', () => {
  const ages = panel({
    title: '年龄和性别',
    rows: [{ key: '1', label: '30 岁以下' }],
    columns: [
      { key: 'm', label: '男' },
      { key: 'f', label: '女' },
    ],
    cells: [cell('1', 12, { column: 'm' }), cell('1', 30, { column: 'f' })],
    sentence: '三十岁以下女教师最多。',
  })
  expect(reportText(page([ages])).paragraphs).toEqual([
    '截至2026年9月1日，江城区，含下级 12 所学校的情况如下。',
    '年龄和性别：30 岁以下：男 12 人、女 30 人。三十岁以下女教师最多。',
  ])
})
