import { useQuery } from '@tanstack/react-query'
import { contents } from '../../../../catalogue/contents/contents.ts'
import type { AnyContent, ContentName } from '../../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { contentReach, type ContentReach } from '../../../../catalogue/contract/portal/reach.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { api } from '../../../platform/api/api.ts'
import { thousands } from '../../../platform/format.ts'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Confirmations } from './confirmations.tsx'

/** How many people and institutions it is for, before it is published and after; below, who confirmed. */
export function ReachPanel({
  type,
  view,
  unsaved,
}: {
  type: ContentName
  view: ContentView
  unsaved: boolean
}) {
  const definition: AnyContent = contents[type]
  if (!definition.audience && !definition.shelf) return null
  return (
    <>
      <Panel title="谁能看到">
        <Reach type={type} view={view} />
        <p className="x-faint x-dense">
          按现在能登录的账号数：一人有几个身份只算一人，分角色时各算一次。
          {unsaved ? '有没保存的填写，人数按已保存的算。' : '数的是工作稿，发布后就是这些人。'}
        </p>
      </Panel>
      {definition.confirms && view.live && <Confirmations type={type} view={view} />}
    </>
  )
}

const isCounted = ({ audience, shelf }: AnyContent): boolean => audience !== undefined || shelf !== undefined

/** What stands before the number of readers. */
function leadOf({ everybody, reach }: ContentReach): string {
  if (everybody) return '全网公开，不登录也能看；有账号的'
  return reach === undefined ? '登录后能看到的' : `通过后“${labelOf('shareScope', reach)}”能用的`
}

/** The readers of a working copy as figures. */
export function Reach({ type, view }: { type: ContentName; view: ContentView }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['contents', type, 'reach', view.id, view.version],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/contents/${type}/${view.id}/reach`, { schema: contentReach, quiet: true, signal }),
    enabled: isCounted(contents[type]),
    staleTime: 0,
  })
  if (error && !data)
    return <ErrorBox title="统计失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={3} />
  return (
    <>
      <p data-testid="reach">
        {leadOf(data)}
        <b className="x-num"> {thousands(data.people)} </b>人，分属
        <b className="x-num"> {thousands(data.institutions)} </b>个单位
      </p>
      {data.byRole.length > 0 && (
        <ul className="contents-roles">
          {data.byRole.map(({ role, label, people }) => (
            <li key={role}>
              {label} <b className="x-num">{thousands(people)}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
