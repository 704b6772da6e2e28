import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { legalAnswer } from '../../../catalogue/contract/portal/legal.ts'
import { legalTexts } from '../../../catalogue/legal/texts.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { sentenceTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

const acts = { agreed: '已同意', read: '已阅读' } as const

/** The texts in force, and which edition the person agreed to or was shown. */
export function ConsentsTab() {
  const { data, error, refetch } = useQuery({
    queryKey: ['account', 'legal'],
    queryFn: ({ signal }) => api.get('/api/v1/account/legal', { schema: legalAnswer, quiet: true, signal }),
  })
  if (error && !data)
    return <ErrorBox title="同意记录打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  return (
    <div className="personal-panels">
      <Panel title="现行文本">
        <ul className="personal-rows">
          {legalTexts.map(({ path, title }) => (
            <li key={path}>
              <Link to={path}>{title}</Link>
            </li>
          ))}
          <li>
            <Link to="/home/xinxiBaohu">个人信息保护</Link>
          </li>
        </ul>
      </Panel>
      <Panel title="同意和阅读的记录">
        {data.log.length === 0 && <Empty text="暂无记录。" />}
        <ul className="personal-rows">
          {data.log.map(({ name, title, edition, act, at }) => (
            <li key={`${name}${edition}${act}`}>
              <span>
                {acts[act]}《{title}》版本 {edition}
              </span>
              <span className="x-faint x-dense x-num">{sentenceTime(at)}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
