import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { SeatBoard } from '../../../catalogue/contract/training/enrolments.ts'
import { listOf } from '../../../catalogue/processes/training-project-fields.ts'
import { listDate, listTime } from '../../platform/format.ts'

/** A step on the way of a project, with what is to be known of it. */
export interface Stage {
  readonly key: string
  readonly label: string
  readonly says: string
  readonly at: 'over' | 'now' | 'ahead'
  /** Days until it ends, of the one that is on. */
  readonly left: number | null
}

type Project = Pick<CampaignView, 'state' | 'value' | 'entries'>
type Seats = Pick<SeatBoard, 'pools' | 'counts'>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const day = (value: unknown): string => (text(value) === '' ? '' : listDate(text(value)))

/** The place of the stage that a project is in. */
function placeOf({ state, value }: Project, { counts }: Seats, now: string): number {
  if (state === 'recruiting') return text(value['signupEnd']) < now ? 2 : 1
  if (state === 'preparing') return (counts['recommending'] ?? 0) > 0 ? 2 : 3
  return { ongoing: 4, assessing: 5, finished: 6 }[state] ?? -1
}

const count = (many: number | undefined, word: string): string => (many ? `${many} 人${word}` : '')
const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('　')
const span = (from: string, to: string): string =>
  from === '' || to === '' ? from || to : `${from} 至 ${to}`

function seatsText({ value }: Project, { pools }: Seats): string {
  const quota = `${Number(value['quota'] ?? 0)} 个`
  if (value['invited'] === true) return joined(quota, '由主办单位邀请')
  if (value['pooled'] === true) return joined(quota, '各单位共用')
  const given = pools.filter(({ own }) => !own).length
  return given === 0 ? quota : joined(quota, `${given} 个单位`)
}

/**
 * The stages of a project, with dates and counts that are known of each.
 * @param now the present minute in Asia/Shanghai, 2026-11-30T08:00
 */
export function stagesOf(project: Project, seats: Seats, now: string): Stage[] {
  const { value, entries } = project
  const { counts } = seats
  const [start, end] = [text(value['startDate']), text(value['endDate'])]
  const deadline = text(value['signupEnd'])
  const place = placeOf(project, seats, now)
  const later = [value['rated'] === true && '满意度', value['followUp'] === true && '30 日、90 日']
  const stages = [
    { key: 'seats', label: '名额下达', says: seatsText(project, seats), until: '' },
    {
      key: 'entries',
      label: '报名与推荐',
      says: joined(span(day(value['signupStart']), day(deadline)), entries > 0 ? `${entries} 人` : ''),
      until: deadline,
    },
    { key: 'decisions', label: '审核', says: count(counts['recommending'], '待审'), until: start },
    {
      key: 'answers',
      label: '本人确认与候补',
      says: joined(
        count((counts['toConfirm'] ?? 0) + (counts['offered'] ?? 0), '待答复'),
        count(counts['waitlisted'], '候补'),
      ),
      until: start,
    },
    { key: 'course', label: '开班', says: span(day(start), day(end)), until: end },
    {
      key: 'results',
      label: '考核结业',
      says: count((counts['qualified'] ?? 0) + (counts['unqualified'] ?? 0), '有结果'),
      until: '',
    },
    { key: 'later', label: '回访', says: later.filter((one) => one !== false).join('、'), until: '' },
  ]
  return stages.map(({ until, ...stage }, nth) => ({
    ...stage,
    at: nth === place ? 'now' : nth < place ? 'over' : 'ahead',
    left: nth === place && until !== '' ? daysTo(until, now) : null,
  }))
}

/** Whole days from now to a day; null once it is over. */
function daysTo(until: string, now: string): number | null {
  const days = Math.round((Date.parse(until.slice(0, 10)) - Date.parse(now.slice(0, 10))) / 86_400_000)
  return days < 0 ? null : days
}

/** What the portal does by itself to the seats of a project that has not begun. */
export function nextByPortal(
  { state, value }: Pick<Project, 'state' | 'value'>,
  { pools }: Pick<Seats, 'pools'>,
): { readonly what: string; readonly when: string }[] {
  if (!['recruiting', 'preparing'].includes(state)) return []
  const own = pools.find((pool) => pool.own)
  const left = pools.filter((pool) => !pool.own).reduce((sum, { whole }) => sum + whole.left, 0)
  const offers = pools.flatMap(({ until }) => until ?? [])
  const [soonest] = offers.toSorted()
  const begins = listOf(value['sessions'])
    .flatMap(({ startsAt }) => (text(startsAt) === '' ? [] : text(startsAt)))
    .toSorted()[0]
  const stops = begins === undefined ? Number.NaN : Date.parse(`${begins}:00+08:00`)
  const hours = Number(value['lastOfferHours'] ?? 12)
  return [
    ...(text(value['quotaReturnsOn']) !== '' && left > 0
      ? [{ what: `下级未用的 ${left} 个名额退回，先给候补`, when: day(value['quotaReturnsOn']) }]
      : []),
    ...(soonest === undefined ? [] : [{ what: '待答复的到期，席位给下一位', when: listTime(soonest) }]),
    ...(own !== undefined && !Number.isNaN(stops)
      ? [
          {
            what: '停止递补，空席由主办单位安排',
            when: listTime(new Date(stops - hours * 3_600_000).toISOString()),
          },
        ]
      : []),
  ]
}
