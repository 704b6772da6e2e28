import { date, decimal, dict, file, integer, lines, richText, text, year } from '../../define.ts'
import { attachable } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'
import { is } from '../../rules/condition.ts'
import { defineContent } from '../define.ts'
import { body, byAuthorities, visibility } from '../fields.ts'

/** One line of a plan: a kind of training, for how many, and what it costs. */
const item = {
  name: text('分项名称', { required: true, maxLength: 100 }),
  trainingKind: dict('培训类别', 'trainingKind', { required: true }),
  people: integer('人数', { required: true, min: 1, max: 999_999, example: '120' }),
  hours: decimal('学时', { min: 0, max: 500, precision: 1 }),
  cost: integer('元/人', { min: 0, max: 99_999, example: '800' }),
  need: text('依据的需求', { maxLength: 200 }),
}

interface PlanItem {
  readonly people?: unknown
  readonly cost?: unknown
}

const itemsOf = (value: unknown): readonly PlanItem[] => (Array.isArray(value) ? value : [])

/** What the lines cost, in yuan, as far as they say so. */
const costOf = (items: readonly PlanItem[]): number =>
  items.reduce((sum, { people, cost }) => sum + (Number(people) || 0) * (Number(cost) || 0), 0)

/** 培训计划: what an authority plans for a year (modules.json, trainingPlan). */
export const trainingPlan = defineContent({
  name: 'trainingPlan',
  title: '培训计划',
  place: 31,
  desk: 'pxjh',
  fields: {
    title: text('计划名称', { required: true, maxLength: 100, example: '阳江市 2027 年中小学教师培训计划' }),
    planYear: year('年度', { required: true }),
    trainingLevel: dict('级别', 'trainingLevel', { required: true, excludeItems: ['5'] }),
    objective: richText('培训目标', { ...body, required: true }),
    items: lines('分项', item, {
      most: 50,
      help: '每行一类培训：人数、学时和每人经费；人数合计不超过计划人数，经费合计不超过经费',
    }),
    targetCount: integer('计划人数', { required: true, min: 1, max: 999_999 }),
    budget: decimal('经费（万元）', { min: 0, max: 99_999, precision: 2 }),
    fundKind: dict('经费来源', 'fundKind'),
    startDate: date('起始日期', { required: true }),
    endDate: date('结束日期', { required: true }),
    files: file('文件', { multiple: true, maxSizeMB: 50, accept: attachable }),
    visibility,
  },
  ...byAuthorities,
  headline: 'title',
  columns: ['planYear', 'trainingLevel', 'targetCount', 'budget'],
  order: 'newest',
  category: 'trainingLevel',
  deskFilters: ['planYear'],
  searched: ['objective'],
  audience: { visibility: 'visibility' },
  prefilled: { trainingLevel: { area: '4', city: '3', province: '2' } },
  reserved: { trainingLevel: { 1: 'province', 2: 'province', 3: 'city' } },
  checks: [
    {
      holds: ({ startDate, endDate }) => notBefore(endDate, startDate),
      message: '结束日期不得早于起始日期',
      fields: ['endDate', 'startDate'],
    },
    {
      holds: ({ items, targetCount }) => {
        const planned = itemsOf(items).reduce((sum, { people }) => sum + (Number(people) || 0), 0)
        return planned === 0 || planned <= Number(targetCount)
      },
      message: '分项人数合计超过了计划人数',
      fields: ['items', 'targetCount'],
    },
    {
      holds: ({ items, budget }) =>
        budget === null ||
        budget === undefined ||
        costOf(itemsOf(items)) <= Math.round(Number(budget) * 10_000),
      message: '分项经费合计（人数 × 元/人）超过了经费',
      fields: ['items', 'budget'],
    },
  ],
  approval: {
    second: false,
    chain: [
      { level: 'city', when: is('trainingLevel', '4') },
      { level: 'province', when: is('trainingLevel', '3') },
    ],
    reasons: ['与上级计划重复', '人数与经费不符', '目标不具体', '缺少附件', '有错别字或表述不清'],
  },
  public: {
    path: '/home/messageData/peixunJihua',
    look: 'list',
    lines: [['planYear', 'trainingLevel', { field: 'targetCount', unit: '人' }]],
    facts: [
      'planYear',
      'trainingLevel',
      { field: 'targetCount', unit: '人' },
      { field: 'budget', label: '经费', unit: '万元' },
      'fundKind',
      { field: 'startDate', label: '起止', until: 'endDate' },
    ],
    texts: ['objective'],
  },
})
