import type { PublicContent } from '../../../catalogue/contract/portal.ts'
import { textOf } from './read-field.ts'

/** Types read as cards with a picture; one is opened at the address of the list, `?id=`. */
export const cardTypes = ['teachingActivity', 'liveBroadcast', 'course', 'studio', 'resource'] as const
export type CardType = (typeof cardTypes)[number]
export const isCardType = (feature: string): feature is CardType => cardTypes.some((one) => one === feature)

/** The field with the name, and the sections of text below it. */
export const parts: Readonly<
  Record<
    CardType,
    {
      readonly name: string
      readonly kind: string
      readonly texts: readonly (readonly [key: string, heading: string])[]
    }
  >
> = {
  teachingActivity: {
    name: 'title',
    kind: '活动类别',
    texts: [
      ['content', '活动方案'],
      ['summary', '活动纪要'],
    ],
  },
  liveBroadcast: { name: 'title', kind: '类别', texts: [['introduction', '简介']] },
  course: { name: 'title', kind: '课程等级', texts: [['introduction', '课程简介']] },
  studio: {
    name: 'name',
    kind: '类别',
    texts: [
      ['introduction', '工作室简介'],
      ['hostIntro', '主持人简介'],
      ['plan', '建设规划'],
    ],
  },
  resource: { name: 'title', kind: '资源类别', texts: [['description', '简介']] },
}

/** Lists written one to a line. */
export const lines: Readonly<Partial<Record<CardType, readonly [key: string, heading: string]>>> = {
  course: ['lessons', '课时'],
  studio: ['members', '成员'],
}

const joined = (...texts: (string | undefined)[]) => texts.filter(Boolean).join('　')
const weekdays = ['日', '一', '二', '三', '四', '五', '六']

/**
 * '2026-11-23T14:30' and '…T17:00' as 11月23日 周一 14:30–17:00; over days with both dates. The year is told
 * where it is another.
 */
export function span(from: string, to: string, thisYear = new Date().getFullYear()): string {
  const day = (time: string) => {
    const [year = '', month = '', date = ''] = time.slice(0, 10).split('-')
    const weekday = weekdays[new Date(`${time.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? ''
    return `${Number(year) === thisYear ? '' : `${year}年`}${Number(month)}月${Number(date)}日 周${weekday}`
  }
  const end = from.slice(0, 10) === to.slice(0, 10) ? '' : `${day(to)} `
  return `${day(from)} ${from.slice(11)}–${end}${to.slice(11)}`
}

/** What a card says below its name. */
export function cardLines(type: CardType, one: PublicContent): readonly string[] {
  const of = (key: string) => textOf(one, key)
  const { words } = one
  const time = of('startTime') && span(of('startTime'), of('endTime'))
  if (type === 'teachingActivity')
    return [time, joined(words['activityKind'], words['subject']), joined(of('organizer'), of('place'))]
  if (type === 'liveBroadcast')
    return [time, joined(words['liveKind'], words['subject']), joined(of('lecturer'), of('org'))]
  if (type === 'course')
    return [
      joined(words['schoolStage'], words['subject'], hoursOf(one)),
      joined(of('lecturer'), of('lecturerUnit')),
    ]
  if (type === 'studio')
    return [
      joined(words['studioLevel'], words['studioKind'], words['subject']),
      joined(of('host'), of('org')),
    ]
  return [
    joined(words['resourceKind'], words['schoolStage'], words['subject']),
    joined(of('author'), of('org')),
  ]
}

const hoursOf = (one: PublicContent) => (typeof one['hours'] === 'number' ? `${one['hours']}学时` : '')

/** The facts above the text of one; empty ones are left out. */
export function factsOf(type: CardType, one: PublicContent): (readonly [label: string, value: string])[] {
  const of = (key: string) => textOf(one, key)
  const { words } = one
  const word = (key: string) => words[key] ?? ''
  const time = of('startTime') && span(of('startTime'), of('endTime'))
  const quota = typeof one['quota'] === 'number' ? `${one['quota']}人` : ''
  const facts: Readonly<Record<CardType, readonly (readonly [string, string])[]>> = {
    teachingActivity: [
      ['时间', time],
      ['地点', of('place')],
      ['主办单位', of('organizer')],
      ['主持人', of('host')],
      ['类别', word('activityKind')],
      ['形式', word('activityMode')],
      ['级别', word('adminLevel')],
      ['学段', word('schoolStage')],
      ['学科', word('subject')],
      ['人数上限', quota],
    ],
    liveBroadcast: [
      ['时间', time],
      ['主讲人', of('lecturer')],
      ['单位', of('org')],
      ['类别', word('liveKind')],
      ['学段', word('schoolStage')],
      ['学科', word('subject')],
    ],
    course: [
      ['主讲人', of('lecturer')],
      ['单位', of('lecturerUnit')],
      ['课程等级', word('courseLevel')],
      ['学段', word('schoolStage')],
      ['学科', word('subject')],
      ['学时', hoursOf(one)],
    ],
    studio: [
      ['主持人', of('host')],
      ['依托单位', of('org')],
      ['类别', word('studioKind')],
      ['级别', word('studioLevel')],
      ['区划', word('areaCode')],
      ['学段', word('schoolStage')],
      ['学科', word('subject')],
      ['周期', `${of('periodStart')} 至 ${of('periodEnd')}`],
    ],
    resource: [
      ['作者', of('author')],
      ['单位', of('org')],
      ['类别', word('resourceKind')],
      ['学段', word('schoolStage')],
      ['年级', word('grade')],
      ['学科', word('subject')],
      ['教材版本', word('textbookEdition')],
      ['章节', of('chapter')],
      ['来源', of('sourceNote')],
    ],
  }
  return facts[type].filter(([, value]) => value !== '')
}
