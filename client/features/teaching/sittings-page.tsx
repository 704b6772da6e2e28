import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { SittingList } from '../../../catalogue/contract/teaching/activities.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { noticesPath } from '../../../catalogue/processes/paths.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { useSittings } from './use-teaching.ts'
import { minuteText } from './words.ts'

/** The page on which a session is led, which is another feature's. */
type LedPage = ComponentType<{ entry: PageEntry; id: string }>
type Line = SittingList['list'][number]

/** 教研签到: the sittings of own activities; one that is led (`?id=`). */
export function SittingsPage({ entry, Led }: { entry: PageEntry; Led: LedPage }) {
  const [search] = useSearchParams()
  const id = search.get('id')
  if (id !== null) return <Led key={id} entry={entry} id={id} />
  return <Sittings entry={entry} />
}

function Sittings({ entry }: { entry: PageEntry }) {
  const role = useSession()?.role ?? 0
  const answer = useSittings()
  const activities = noticesPath(role, 'researchActivity') ?? '/'
  const columns: LineColumn<Line>[] = [
    {
      key: 'title',
      title: '场次',
      wide: true,
      render: ({ id, title }) => <Link to={`${entry.path}?id=${id}`}>{title}</Link>,
    },
    {
      key: 'activity',
      title: '活动',
      render: ({ activity, activityId }) => (
        <Link to={`${activities}?tab=researchActivity&id=${activityId}`}>{activity}</Link>
      ),
    },
    {
      key: 'time',
      title: '时间',
      render: ({ startsAt, endsAt }) => `${minuteText(startsAt)}–${endsAt.slice(11)}`,
    },
    { key: 'place', title: '地点', render: ({ place }) => place },
    {
      key: 'came',
      title: '签到',
      figure: true,
      render: ({ came, expected }) => (
        <span className="x-num">
          {came} / {expected}
        </span>
      ),
    },
  ]
  return (
    <PageFrame title={entry.title} note="本单位主办的教研活动，一周前起的场次">
      <Loaded answer={answer} failed="场次打开失败" lines={6}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty text="没有要签到的场次。" action={<ButtonLink to={activities}>看教研活动</ButtonLink>} />
          ) : (
            <LineTable
              label="场次"
              lines={list}
              columns={columns}
              keyOf={({ id }) => id}
              stale={false}
              testId="own-sitting"
            />
          )
        }
      </Loaded>
    </PageFrame>
  )
}
