import { labelOf } from '../dictionaries/dictionaries.ts'
import type { Archive } from './judge.ts'

type Values = Readonly<Record<string, unknown>>

/** A training of somebody: one that is registered, or one whose seat is taken. */
export interface TrainingDays {
  readonly title: string
  readonly startDate: string
  readonly endDate: string
}

/** What somebody is judged by. */
export interface Trainee {
  readonly archive: Archive
  /** Code of the dictionary urbanRural of the school where the person works; null where nothing says it. */
  readonly urbanRural: string | null
  /** Trainings that the person is going to, beside this one. */
  readonly going: readonly TrainingDays[]
}

/** A condition that does not hold, with what the archive has. */
export interface UnmetCondition {
  /** Whether a written reason is enough. */
  readonly advisory: boolean
  readonly message: string
}

const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const whole = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** The same day some years before; 29 February becomes the day after. */
const yearsBefore = (day: string, years: number): string =>
  `${Number(day.slice(0, 4)) - years}${day.slice(4)}`

const months = (text: string): number => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))

/** Whether a project sets conditions that the archive of a person answers. */
export const asksArchive = (project: Values): boolean =>
  choices.some(({ key }) => listed(project[key]).length > 0) ||
  project['backbone'] === true ||
  ['minTeachingYears', 'maxAge', 'newTeacherYears', 'notTrainedYears', 'notSameKindYears'].some(
    (key) => whole(project[key]) !== null,
  )

/** What of the conditions of a project does not hold for somebody on a day. */
export function unmetConditions(
  project: Values,
  { archive, going, urbanRural }: Trainee,
  day: string,
): UnmetCondition[] {
  const basic = archive['basicInfo']?.[0] ?? {}
  return [
    ...unlisted(project, basic),
    ...unfit(project, basic, day),
    ...unmeant(project, { basic, urbanRural }, day),
    ...trainedLately(project, archive['trainingRegistration'] ?? [], day),
    ...overlapping(project, going),
  ]
}

const choices = [
  { key: 'schoolStage', of: 'schoolStage', label: '学段', dict: 'schoolStage' },
  { key: 'subject', of: 'subject', label: '学科', dict: 'subject' },
  { key: 'titleLevels', of: 'titleLevel', label: '职称', dict: 'titleLevel' },
] as const

function unlisted(project: Values, basic: Values): UnmetCondition[] {
  return choices.flatMap(({ key, of, label, dict }) => {
    const wanted = listed(project[key])
    const own = basic[of]
    const has = listed(own).length > 0 ? listed(own) : textIn(own) === '' ? [] : [textIn(own)]
    if (wanted.length === 0 || has.some((code) => wanted.includes(code))) return []
    const words = (codes: readonly string[]) => codes.map((code) => labelOf(dict, code)).join('、')
    const found = has.length === 0 ? `档案里没有填写${label}` : `${label}为${words(has)}`
    return [{ advisory: false, message: `${found}，项目面向${words(wanted)}` }]
  })
}

function unfit(project: Values, basic: Values, day: string): UnmetCondition[] {
  const [since, born] = [textIn(basic['teachStartMonth']), textIn(basic['birthDate'])]
  const [least, oldest] = [whole(project['minTeachingYears']), whole(project['maxAge'])]
  const taught = since === '' ? null : Math.floor((months(day) - months(since)) / 12)
  const age =
    born === ''
      ? null
      : Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0)
  const found = (value: number | null, unit: string) =>
    value === null ? '档案里没有填写' : `${value} ${unit}`
  return [
    ...(least !== null && (taught === null || taught < least)
      ? [{ advisory: false, message: `教龄：${found(taught, '年')}，需满 ${least} 年` }]
      : []),
    ...(oldest !== null && (age === null || age > oldest)
      ? [{ advisory: false, message: `年龄：${found(age, '岁')}，需不超过 ${oldest} 岁` }]
      : []),
  ]
}

/** Whom a project is not meant for: schools of other places, who is no backbone teacher, who is new no longer. */
function unmeant(
  project: Values,
  { basic, urbanRural }: { readonly basic: Values; readonly urbanRural: string | null },
  day: string,
): UnmetCondition[] {
  const places = listed(project['urbanRural'])
  const words = (codes: readonly string[]) => codes.map((code) => labelOf('urbanRural', code)).join('、')
  const since = textIn(basic['teachStartMonth'])
  const limit = whole(project['newTeacherYears'])
  const taught = since === '' ? null : Math.floor((months(day) - months(since)) / 12)
  return [
    ...(places.length > 0 && (urbanRural === null || !places.includes(urbanRural))
      ? [
          `${urbanRural === null ? '任职学校没有登记城乡分类' : `任职学校在${words([urbanRural])}`}，项目面向${words(places)}`,
        ]
      : []),
    ...(project['backbone'] === true && basic['isBackboneTeacher'] !== true
      ? ['基本信息里不是县级及以上骨干教师，项目只限骨干教师']
      : []),
    ...(limit !== null && (taught === null || taught >= limit)
      ? [`教龄：${taught === null ? '档案里没有填写' : `${taught} 年`}，项目只限教龄不满 ${limit} 年的新教师`]
      : []),
  ].map((message) => ({ advisory: false, message }))
}

/** Registrations in force that ended within the years of a condition, the latest one first. */
function trainedLately(project: Values, registered: readonly Values[], day: string): UnmetCondition[] {
  const advisory = project['advisory'] === true
  const level = textIn(project['notTrainedLevel']) || '5'
  const kind = textIn(project['trainingKind'])
  const rules = [
    {
      years: whole(project['notTrainedYears']),
      counts: (one: Values) => textIn(one['trainingLevel']) !== '' && textIn(one['trainingLevel']) <= level,
      says: `${labelOf('trainingLevel', level)}以上培训`,
    },
    {
      years: whole(project['notSameKindYears']),
      counts: (one: Values) => textIn(one['trainingKind']) === kind,
      says: '同类培训',
    },
  ]
  return rules.flatMap(({ years, counts, says }) => {
    if (years === null) return []
    const since = yearsBefore(day, years)
    const [last] = registered
      .filter((one) => counts(one) && textIn(one['endDate']) > since)
      .toSorted((a, b) => (textIn(a['endDate']) < textIn(b['endDate']) ? 1 : -1))
    return last
      ? [
          {
            advisory,
            message: `近 ${years} 年参加过${says}：${textIn(last['projectName'])}，${textIn(last['endDate'])} 结束`,
          },
        ]
      : []
  })
}

function overlapping(project: Values, going: readonly TrainingDays[]): UnmetCondition[] {
  if (project['noOverlap'] !== true) return []
  const [from, to] = [textIn(project['startDate']), textIn(project['endDate'])]
  return going
    .filter(({ startDate, endDate }) => startDate <= to && endDate >= from)
    .map(({ title, startDate, endDate }) => ({
      advisory: project['advisory'] === true,
      message: `日期与已报名的“${title}”重叠（${startDate} 至 ${endDate}）`,
    }))
}

/** The last day of a training at county level or above; null for never. */
export const trainedUntil = (registered: readonly Values[]): string | null =>
  registered
    .filter((one) => textIn(one['trainingLevel']) !== '' && textIn(one['trainingLevel']) <= '4')
    .map((one) => textIn(one['endDate']))
    .toSorted()
    .at(-1) ?? null
