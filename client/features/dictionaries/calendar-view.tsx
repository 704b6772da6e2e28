import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  calendarYear,
  dayKinds,
  type CalendarDay,
} from '../../../catalogue/contract/administration/calendar.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { today } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { CalendarImport } from './calendar-import.tsx'
import { DayDialog } from './day-dialog.tsx'
import './calendar.css'

const weekdays = ['一', '二', '三', '四', '五', '六', '日'] as const
const short = { '1': '休', '2': '班', '3': '假' } as const

/** One year as twelve months; a day is clicked to say how it counts. The year stands in the address. */
export function CalendarView() {
  const [search, setSearch] = useSearchParams()
  const cache = useQueryClient()
  const asked = Math.trunc(Number(search.get('year')))
  const year = asked >= 2000 && asked <= 2100 ? asked : Number(today().slice(0, 4))
  const key = ['calendar', year]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      api.get('/api/v1/calendarManage', { schema: calendarYear, query: { year }, quiet: true, signal }),
    staleTime: 0,
  })
  const [open, setOpen] = useState<string | null>(null)
  const go = (to: number) => setSearch({ view: 'calendar', year: String(to) })
  const days = new Map(data?.days.map((one) => [one.day, one]))
  return (
    <>
      <div className="calendar-head">
        <Button icon="left" disabled={year <= 2000} onClick={() => go(year - 1)}>
          上一年
        </Button>
        <h2>{year}年</h2>
        <Button disabled={year >= 2100} onClick={() => go(year + 1)}>
          下一年
        </Button>
        <span className="x-soft x-dense">休：法定节假日　班：调休上班　假：寒暑假。点一天可修改。</span>
      </div>
      {error && !data && (
        <ErrorBox title="日历打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={12} />}
      {data && (
        <div className="calendar-year">
          {Array.from({ length: 12 }, (_, month) => (
            <Month key={month} year={year} month={month} days={days} onOpen={setOpen} />
          ))}
        </div>
      )}
      <CalendarImport
        onDone={async (to) => {
          await cache.invalidateQueries({ queryKey: ['calendar'] })
          if (to !== year) go(to)
        }}
      />
      {open !== null && (
        <DayDialog
          day={open}
          known={days.get(open) ?? null}
          onClose={() => setOpen(null)}
          onKept={() => cache.invalidateQueries({ queryKey: key })}
        />
      )}
    </>
  )
}

function Month(props: {
  year: number
  month: number
  days: ReadonlyMap<string, CalendarDay>
  onOpen: (day: string) => void
}) {
  const { year, month, days, onOpen } = props
  const count = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const first = (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7
  const all = Array.from(
    { length: count },
    (_, i) => `${year}-${String(month + 1).padStart(2, '0')}-${String(i + 1).padStart(2, '0')}`,
  )
  const works = all.filter((day, i) =>
    days.has(day) ? days.get(day)?.kind === '2' : (first + i) % 7 < 5,
  ).length
  return (
    <section className="calendar-month" aria-label={`${month + 1}月`}>
      <h3>
        {month + 1}月<span className="x-faint x-note">　{works} 个工作日</span>
      </h3>
      <div className="calendar-grid">
        {weekdays.map((word) => (
          <span key={word} className="x-faint x-note" aria-hidden="true">
            {word}
          </span>
        ))}
        {all.map((day, i) => {
          const known = days.get(day)
          const weekday = (first + i) % 7
          const words = [
            `${month + 1}月${i + 1}日`,
            `星期${weekdays[weekday]}`,
            known && dayKinds[known.kind],
            known?.name,
          ]
            .filter(Boolean)
            .join('，')
          return (
            <button
              key={day}
              type="button"
              data-day={day}
              data-kind={known?.kind ?? (weekday > 4 ? 'weekend' : 'work')}
              style={i === 0 ? { gridColumnStart: first + 1 } : undefined}
              aria-label={words}
              title={known ? known.name || dayKinds[known.kind] : undefined}
              onClick={() => onOpen(day)}
            >
              {i + 1}
              {known && <small>{short[known.kind]}</small>}
            </button>
          )
        })}
      </div>
    </section>
  )
}
