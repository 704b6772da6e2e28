import { useSearchParams } from 'react-router'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { sentenceTime } from '../../platform/format.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useReadings } from './use-account.ts'

/** Who opened my archive, latest first. */
export function ReadingsTab() {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const { data, error, refetch } = useReadings(page)
  if (error && !data) return <ErrorBox title="查看记录没能打开" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  if (data.total === 0) return <Empty text="还没有人打开过您的档案。学校或教育局打开时，会在这里留下记录。" />
  return (
    <>
      <Panel flush title="谁看过我的档案">
        <ul className="personal-rows">
          {data.list.map(({ id, at, who, office, role, what }) => (
            <li key={id}>
              <div>
                <b>{who}</b>
                <span className="x-soft">
                  {'　'}
                  {office}
                  {isRole(role) && `（${roleEntry(role).label}）`}
                </span>
                <p className="x-soft x-dense">看了{what}</p>
              </div>
              <span className="x-faint x-dense x-num">{sentenceTime(at)}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Pager {...data} onPage={(to) => setSearch({ tab: 'readings', page: String(to) })} />
    </>
  )
}
