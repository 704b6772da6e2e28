import { labelOf } from '../../catalogue/dictionaries/dictionaries.ts'
import type { Values } from '../../server/engine/records/index.ts'
import type { Career } from '../region/careers.ts'
import type { Life } from '../region/lives.ts'
import type { Teacher } from '../region/people.ts'
import type { Random } from '../writing/random.ts'

/** Whom a record is about. */
export interface About {
  readonly teacher: Teacher
  readonly life: Life
  readonly career: Career
  readonly places: Places
}

/** What the levels above a school are called, and who issues papers there. */
export interface Places {
  readonly area: string
  readonly city: string
  readonly areaBureau: string
  readonly cityBureau: string
}

const areas: Readonly<Record<string, string>> = {
  441702: '江城区',
  441704: '阳东区',
  441721: '阳西县',
  441781: '阳春市',
  440904: '电白区',
  440902: '茂南区',
  445302: '云城区',
  445321: '新兴县',
}
const cities: Readonly<Record<string, string>> = { 4417: '阳江市', 4409: '茂名市', 4453: '云浮市' }

/** The names above a school. A school of the city has its papers from the city. */
export function placesOf(teacher: Teacher): Places {
  const { plan } = teacher
  const city = cities[plan.area.slice(0, 4)] ?? '阳江市'
  const area = plan.parent.endsWith('00') ? city : (areas[plan.area] ?? city)
  return { area, city, areaBureau: `${area}教育局`, cityBureau: `${city}教育局` }
}

/**
 * Makes the values of one record about somebody, true on a day 'YYYY-MM-DD'; null where it does not fit this
 * person. Keys left out stay empty.
 */
export type Maker = (random: Random, about: About, on: string) => Values | null

/** The word before a subject's brackets: 信息技术（信息科技） is called 信息技术 in a school. */
export const subjectName = (subject: string): string => labelOf('subject', subject).replace(/（.*$/, '')

export const yearOf = (day: string): number => Number(day.slice(0, 4))
export const monthOf = (day: string): string => day.slice(0, 7)
const two = (n: number) => String(n).padStart(2, '0')

/** A day some days later, 'YYYY-MM-DD'. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Some day of a month. */
export const dayIn = (random: Random, month: string): string => `${month}-${two(random.int(1, 27))}`

/** The school year and term a day falls into; the school year is named after the autumn it begins in. */
export function termOf(day: string): { schoolYear: number; semester: string } {
  const month = Number(day.slice(5, 7))
  const year = yearOf(day)
  if (month >= 8) return { schoolYear: year, semester: '1' }
  if (month === 1) return { schoolYear: year - 1, semester: '1' }
  return { schoolYear: year - 1, semester: '2' }
}

/** A number for papers of one person that nobody else has. */
export const serial = ({ teacher }: About, random: Random): string =>
  `${String(teacher.id).padStart(4, '0')}${String(random.int(0, 9999)).padStart(4, '0')}`

const gradesOf: Readonly<Record<string, readonly string[]>> = {
  1: ['K2', 'K3', 'K4'],
  2: ['01', '02', '03', '04', '05', '06'],
  3: ['07', '08', '09'],
  4: ['10', '11', '12'],
  6: ['V1', 'V2', 'V3'],
  A: ['02', '04', '06'],
}
/** A grade of a stage of schooling. */
export const gradeOf = (random: Random, stage: string): string => random.pick(gradesOf[stage] ?? ['01'])

const topics: Readonly<Record<string, readonly string[]>> = {
  13: ['单元整体阅读', '整本书阅读', '古诗文诵读', '习作起步', '群文阅读', '口语交际'],
  14: ['问题情境', '数形结合', '错题资源', '分层作业', '模型意识', '数学阅读'],
  41: ['主题语境', '语篇教学', '词汇情境化', '读写结合', '绘本阅读'],
  16: ['实验探究', '生活中的物理', '科学思维'],
  17: ['化学实验改进', '宏微结合', '项目式学习'],
  18: ['生命观念', '模型制作', '校园植物调查'],
  22: ['大课间', '体能练习', '课课练'],
  24: ['合唱训练', '渔歌进课堂'],
  25: ['风筝绘制', '漆艺体验', '沙画'],
  85: ['户外游戏', '自主区域活动', '绘本阅读', '海边资源利用', '一日生活'],
  91: ['工作过程导向', '项目教学', '实训考核'],
  95: ['生活化教学', '个别化教育', '感觉统合'],
}
const general = ['核心素养', '课堂提问', '小组合作', '作业设计', '学习评价', '信息技术融合'] as const

/** Something one could work on in a subject. */
export const topicOf = (random: Random, subject: string): string =>
  random.pick([...(topics[subject] ?? []), ...general])
