import { dateTime, decimal, integer, text } from '../define.ts'

/** One sitting of an activity: what people check in to, and how many hours it gives. */
export const sitting = {
  title: text('场次', { required: true, maxLength: 60, example: '上课与观课' }),
  startsAt: dateTime('开始', { required: true }),
  endsAt: dateTime('结束', { required: true }),
  place: text('地点', { maxLength: 100 }),
  hours: decimal('学时', { required: true, min: 0, max: 8, precision: 1 }),
}

/** One item of the rubric by which lessons of an activity are observed; the weights sum to 100. */
export const rubricLine = {
  item: text('观察项目', { required: true, maxLength: 30 }),
  weight: integer('分值', { required: true, min: 1, max: 98 }),
  best: text('好的表现', { required: true, maxLength: 120 }),
  poor: text('欠缺的表现', { required: true, maxLength: 120 }),
}

type Line = Readonly<Record<string, unknown>>
/** The lines of a value, in their order; none where it is empty. */
export const linesOf = (value: unknown): readonly Line[] => (Array.isArray(value) ? value : [])

/** A text as people read it: without markup and without spaces. */
export const wordsIn = (markup: unknown): string =>
  typeof markup === 'string'
    ? markup
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/&nbsp;|\s/g, '')
        .trim()
    : ''

/** The fewest characters of a summary with which an activity is archived (teaching-research.md, 3.3). */
export const leastSummary = 50
