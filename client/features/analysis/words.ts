import type { Analysis, Basis, Panel, RecordFigures } from '../../../catalogue/contract/analysis/figures.ts'
import { fullTime, thousands } from '../../platform/format.ts'

export const basisWords = {
  personnel: '人事关系',
  teaching: '任教关系',
} as const satisfies Record<Basis, string>

/** How far down figures reach: 东浦区，含下级 86 所学校. */
export function placeWords({ place }: Pick<Analysis, 'place'>): string {
  return place.kind === 'institution' || place.schools === 0
    ? place.name
    : `${place.name}，含下级 ${thousands(place.schools)} 所学校`
}

/** Day, basis and time of figures, printed with each of them. */
export function momentWords({ on, basis, at, frozen, version, demo }: Analysis): string {
  const state = frozen ? `年度统计${version === null ? '' : `第 ${version} 版`}` : `数据时间 ${fullTime(at)}`
  return [`统计时点 ${on}`, `按${basisWords[basis]}`, state, ...(demo ? ['演示数据'] : [])].join('，')
}

/** Whose figures they are and of which day, for heads and pictures of panels. */
export interface About {
  readonly title: string
  readonly place: string
  readonly on: string
  readonly notes: readonly string[]
  readonly moment: string
}

export const aboutAnalysis = (data: Analysis): About => ({
  title: data.title,
  place: data.place.name,
  on: data.on,
  notes: [placeWords(data), momentWords(data)],
  moment: momentWords(data),
})

/** Records are those in force now. */
export function aboutRecords({ title, place, at, demo }: RecordFigures): About {
  const moment = `现行有效的记录，数据时间 ${fullTime(at)}${demo ? '，演示数据' : ''}`
  return { title, place: place.name, on: at.slice(0, 10), notes: [`${place.name}，含下级`, moment], moment }
}

/** Who is left out: 未填出生日期 12 人. */
export function excludedWords({ excluded }: Panel): string {
  return excluded.length === 0
    ? '无'
    : excluded.map(({ reason, persons }) => `${reason} ${thousands(persons)} 人`).join('，')
}

/** A row of a panel by place, as the number of the place; null for other rows. */
export function placeOfRow(row: string): number | null {
  const found = /^p(\d+)$/.exec(row)
  return found ? Number(found[1]) : null
}
