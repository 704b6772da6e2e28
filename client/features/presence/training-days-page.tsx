import { Link, useSearchParams } from 'react-router'
import type { TrainingDayLine } from '../../../catalogue/contract/training/presence.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { ChangeDay, NewDay } from './day-form.tsx'
import { LedSessionPage } from './led-session-page.tsx'
import { useDays } from './use-presence.ts'
import { stateWords, timesText } from './words.ts'
import './presence.css'

/** 校本研修: the list, a new one (`?new=1`), or one of them with its list and its screen (`?id=`). */
export function TrainingDaysPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('id')
  if (search.has('new')) return <NewDay entry={entry} />
  if (id === null) return <Days entry={entry} />
  if (search.has('edit')) return <ChangeDay entry={entry} id={id} />
  return <LedSessionPage key={id} entry={entry} id={id} />
}

const columnsOf = (path: string): readonly LineColumn<TrainingDayLine>[] => [
  {
    key: 'title',
    title: '主题',
    wide: true,
    render: ({ id, title }) => <Link to={`${path}?id=${id}`}>{title}</Link>,
  },
  { key: 'times', title: '时间', render: timesText },
  { key: 'place', title: '地点', render: ({ place }) => place },
  { key: 'hours', title: '学时', figure: true, render: ({ hours }) => hours.toFixed(1) },
  {
    key: 'came',
    title: '已登记 / 应到',
    figure: true,
    render: ({ marked, expected }) => `${marked} / ${expected}`,
  },
  {
    key: 'doubts',
    title: '待核',
    figure: true,
    render: ({ doubts }) => (doubts === 0 ? '—' : <b>{doubts}</b>),
  },
  { key: 'state', title: '进度', render: ({ state }) => stateWords[state] },
]

function Days({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const answer = useDays(page)
  const add = (
    <ButtonLink look="primary" icon="add" to={`${entry.path}?new=1`}>
      新增校本研修
    </ButtonLink>
  )
  return (
    <PageFrame title={entry.title} note="安排本校研修，扫码签到" actions={add}>
      <Loaded answer={answer} failed="校本研修打开失败" lines={6}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text="暂无校本研修。新增一场，选好参加的教师，当天投屏签到。" action={add} />
          ) : (
            <>
              <LineTable
                label="校本研修"
                lines={data.list}
                columns={columnsOf(entry.path)}
                keyOf={({ id }) => id}
                stale={answer.isPlaceholderData}
                testId="training-day"
              />
              <Pager {...data} onPage={(to) => setSearch(to > 1 ? { page: String(to) } : {})} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}
