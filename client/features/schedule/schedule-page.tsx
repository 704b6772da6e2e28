import { Link } from 'react-router'
import type { Appointment, Schedule } from '../../../catalogue/contract/schedule.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { clashesOf } from '../../../catalogue/schedule/clashes.ts'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { fullTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { useSchedule } from './use-schedule.ts'
import './schedule.css'

/** Days on one page: four weeks, so that the weekdays stay where they are. */
const days = 28

const kinds: Readonly<Record<Appointment['kind'], string>> = {
  training: '培训',
  activity: '教研',
  live: '直播',
}
const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const

/** The day so many days later, 'YYYY-MM-DD'. */
const dayAfter = (day: string, many: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + many * 86_400_000).toISOString().slice(0, 10)

/** 我的日程: what a teacher is expected at, day by day; two things at once are pointed out. */
export function SchedulePage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(['from'] as const)
  const answer = useSchedule(asked.of('from'), days)
  return (
    <PageFrame
      title={entry.title}
      note="要参加的培训和教研活动，以及收藏的直播"
      actions={<ButtonLink to="/teacher/personal?tab=choices">订阅到手机日历</ButtonLink>}
    >
      <Loaded answer={answer} failed="日程打开失败" lines={10}>
        {(data) => (
          <>
            <div className="schedule-head">
              <Button onClick={() => asked.put({ from: dayAfter(data.from, -days) })}>前四周</Button>
              <b>
                {data.from} 至 {dayAfter(data.from, data.days - 1)}
              </b>
              <Button onClick={() => asked.put({ from: dayAfter(data.from, days) })}>后四周</Button>
              {asked.of('from') !== '' && (
                <Button look="text" onClick={asked.clear}>
                  回到今天
                </Button>
              )}
            </div>
            <Days data={data} />
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}

function Days({ data: { list } }: { data: Schedule }) {
  if (list.length === 0)
    return (
      <Empty
        text="这四周没有安排。"
        action={<ButtonLink to="/teacher/jyda">看正在报名的教研活动</ButtonLink>}
      />
    )
  const clashes = clashesOf(list)
  const titles = new Map(list.map(({ ref, title }) => [ref, title]))
  const byDay = Map.groupBy(list, ({ startsAt }) => dayOf(startsAt))
  return (
    <ol className="schedule-days" data-testid="schedule">
      {[...byDay].map(([day, some]) => (
        <li key={day}>
          <h2>
            {day} <span className="x-soft">{weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]}</span>
          </h2>
          <ul>
            {some.map((one) => (
              <Line
                key={one.ref}
                one={one}
                clashing={(clashes.get(one.ref) ?? []).map((ref) => titles.get(ref) ?? '')}
              />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

const textAt = (moment: number): string => fullTime(new Date(moment).toISOString())
const dayOf = (moment: number): string => textAt(moment).slice(0, 10)
const timeOf = (moment: number): string => textAt(moment).slice(11, 16)

function Line({ one, clashing }: { one: Appointment; clashing: readonly string[] }) {
  const { kind, title, place, startsAt, endsAt, isCancelled, path } = one
  const [first, last] = [dayOf(startsAt), dayOf(endsAt)]
  const day = last === first ? '' : last === dayAfter(first, 1) ? '次日 ' : `${last.slice(5)} `
  const end = `${day}${timeOf(endsAt)}`
  return (
    <li data-testid="appointment" data-cancelled={isCancelled || undefined}>
      <span className="x-num schedule-time">
        {timeOf(startsAt)}–{end}
      </span>
      <span className="schedule-kind x-dense">{kinds[kind]}</span>
      <span className="schedule-what">
        <Link to={path}>{title}</Link>
        {place !== '' && <span className="x-soft x-dense">{place}</span>}
        {isCancelled && <b className="x-soft">已取消</b>}
        {clashing.length > 0 && <b className="schedule-clash">时间冲突：{clashing.join('、')}</b>}
      </span>
    </li>
  )
}
