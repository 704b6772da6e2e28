import { useSearchParams } from 'react-router'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { sentenceTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useReadings } from './use-account.ts'

const whatIsListed =
  '这里列出他人读到您档案的每一次：整份档案、单条记录、办理记录、过去某日的内容、佐证材料、列表、审核列表、名单和数据质量检查，以及导出成文件的列表和用途；同一个人同一天读同一项，只列一行。选人时的姓名、待办事项、更正和确认的办理列表、统计数字不在其内。'

/** Who opened my archive, latest first. */
export function ReadingsTab() {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const { data, error, refetch } = useReadings(page)
  if (error && !data)
    return <ErrorBox title="查看记录打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  if (data.total === 0) return <Empty text="暂无查阅记录。学校或教育局打开时，会在这里留下记录。" />
  return (
    <>
      <p className="x-soft x-dense">{whatIsListed}</p>
      <Panel flush title="谁看过我的档案">
        <ul className="personal-rows">
          {data.list.map(({ id, at, who, office, role, what, how }) => (
            <li key={id}>
              <div>
                <b>{who}</b>
                <span className="x-soft">
                  {'　'}
                  {office}
                  {isRole(role) && `（${roleEntry(role).label}）`}
                </span>
                <p className="x-soft x-dense">
                  {how === 'exported' ? '导出了' : '看了'}
                  {what}
                </p>
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
