import { date, defineRecord, dict, longText, text } from '../../define.ts'
import { influenceMonths } from '../../dictionaries/dictionaries.ts'
import { papers } from '../../kinds/file-types.ts'
import { monthsLater, notBefore } from '../../rules/compare.ts'
import { isFilled } from '../../rules/condition.ts'

const revoked = isFilled('revokeDate')

/**
 * Whether a period of effect ends when its kind says, give or take a month: a period may end on the day
 * before.
 */
function endsAsUsual(kind: string | null, from: string | null, until: string | null): boolean {
  const months = kind === null ? undefined : influenceMonths(kind)
  if (months === undefined || from === null || until === null) return true
  const begin = from.slice(0, 7)
  return notBefore(until, monthsLater(begin, months - 1)) && notBefore(monthsLater(begin, months + 1), until)
}

/**
 * 惩处记录: one row per punishment, registered by the school or the authority above it; the teacher reads
 * their own.
 */
export const punishment = defineRecord({
  name: 'punishment',
  title: '惩处记录',
  archive: 'integrity',
  owner: 'teacher',
  regime: 'recorded',
  cardinality: 'many',
  fields: {
    punishmentKind: dict('处分类别', 'punishmentKind', { required: true, excludeItems: ['0'] }),
    punishmentReason: dict('处分原因', 'punishmentReason', { required: true }),
    occurDate: date('处分发生日期', { required: true, help: '被处分的行为发生的日期' }),
    description: longText('处分记录描述', { required: true, maxLength: 2000, masked: true }),
    punishUnit: text('处分单位名称', { required: true, maxLength: 100 }),
    punishDate: date('处分日期', { required: true, help: '处分决定的日期' }),
    docNo: text('处分文号', { maxLength: 60, masked: true }),
    influenceUntil: date('影响期至', {
      help: '警告 6 个月，记过 12 个月，记大过 18 个月，降级、撤职、降低岗位等级 24 个月',
    }),
    revokeDate: date('处分撤销日期', { help: '处分没有撤销或解除的不填' }),
    revokeReason: text('处分撤销原因', { maxLength: 100, visibleWhen: revoked, requiredWhen: revoked }),
    appeal: longText('申诉情况', { maxLength: 1000 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: true },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['punishmentKind', 'punishDate'],
        message: '该教师同一天的同类处分已经登记过，请看是否重复',
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r) => notBefore(r.punishDate, r.occurDate),
        message: '处分不会早于行为发生，请核对这两个日期',
        fields: ['punishDate', 'occurDate'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.punishDate),
        message: '处分日期晚于今天，请核对',
        fields: ['punishDate'],
      },
      {
        holds: (r) => notBefore(r.revokeDate, r.punishDate),
        message: '撤销不会早于处分，请核对这两个日期',
        fields: ['revokeDate', 'punishDate'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.revokeDate),
        message: '处分撤销日期晚于今天，请核对',
        fields: ['revokeDate'],
      },
      {
        holds: (r) => notBefore(r.influenceUntil, r.punishDate),
        message: '影响期在处分日期以前就到了，请核对',
        fields: ['influenceUntil', 'punishDate'],
      },
      {
        holds: (r) => endsAsUsual(r.punishmentKind, r.punishDate, r.influenceUntil),
        message: '影响期与该处分通常的期限不同，请照处分决定核对',
        fields: ['influenceUntil', 'punishmentKind', 'punishDate'],
        level: 'warning',
      },
    ],
  },
  pages: {
    list: {
      columns: [
        'punishmentKind',
        'punishmentReason',
        'punishUnit',
        'punishDate',
        'influenceUntil',
        'revokeDate',
      ],
      filters: ['punishmentKind', 'punishmentReason', 'punishDate', 'influenceUntil'],
      order: 'punishDate',
      descending: true,
    },
    form: [
      { title: '事由', fields: ['punishmentReason', 'occurDate', 'description'] },
      { title: '处分', fields: ['punishmentKind', 'punishUnit', 'punishDate', 'docNo', 'influenceUntil'] },
      { title: '撤销与申诉', fields: ['revokeDate', 'revokeReason', 'appeal'] },
    ],
    summary: ['punishmentKind', 'punishDate'],
  },
  statistics: { dimensions: ['punishmentKind', 'punishmentReason'] },
})
