import {
  copyKeptDays,
  type PersonalCopy,
  type WithheldContent,
} from '../../../catalogue/contract/account/personal-copy.ts'
import { sizeText } from '../../../catalogue/kinds/file-types.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { isUnderWay, useAskCopy, useCopies, useFetchCopy } from './use-copies.ts'

const stateWords = {
  queued: '等待生成',
  writing: '正在生成',
  ready: '可以下载',
  failed: '生成失败',
  expired: '已过保存期限',
} as const satisfies Record<PersonalCopy['state'], string>

function noteOf({ state, keptUntil, bytes, fault }: PersonalCopy): string {
  if (state === 'ready' && keptUntil !== null && bytes !== null)
    return `${sizeText(bytes)}，${listTime(keptUntil)} 前可以下载`
  return fault ?? ''
}

function CopyLine({ copy }: { copy: PersonalCopy }) {
  const { mutate, isPending } = useFetchCopy()
  const at = listTime(copy.askedAt)
  return (
    <li>
      <div>
        <b>{stateWords[copy.state]}</b>
        <p className="x-soft x-dense">{noteOf(copy)}</p>
        <p className="x-faint x-dense x-num">{at} 申请</p>
      </div>
      {copy.state === 'ready' && (
        <Button
          icon="download"
          busy={isPending}
          aria-label={`下载 ${at} 的副本`}
          onClick={() => mutate(copy)}
        >
          下载
        </Button>
      )}
    </li>
  )
}

const WithheldList = ({ lines }: { lines: readonly WithheldContent[] }) => (
  <Panel flush title="没有列入的内容">
    <ul className="personal-rows">
      {lines.map(({ what, why }) => (
        <li key={what}>
          <div>
            {what}
            <p className="x-soft x-dense">{why}</p>
          </div>
        </li>
      ))}
    </ul>
  </Panel>
)

/** Everything that the portal holds about me, as one file to take along. */
export function CopyTab() {
  const { data, error, refetch } = useCopies()
  const { mutate, isPending } = useAskCopy()
  if (error && !data)
    return <ErrorBox title="数据副本打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  return (
    <div className="personal-panels">
      <Panel
        flush
        title="我的数据副本"
        extra={
          <Button
            look="primary"
            busy={isPending}
            disabled={data.list.some(isUnderWay)}
            onClick={() => mutate()}
          >
            生成副本
          </Button>
        }
      >
        <p className="x-soft x-dense personal-list-foot">
          副本是一个压缩包，包含您的档案和历次修改、附件、账号、登录和同意记录、消息、谁看过和导出过您的档案。不登录也能打开里面的网页。生成后保存
          {copyKeptDays} 天，只有您本人可以下载。
        </p>
        {data.list.length === 0 && <Empty text="暂无副本。点“生成副本”，完成后会收到消息。" />}
        <ul className="personal-rows">
          {data.list.map((copy) => (
            <CopyLine key={copy.id} copy={copy} />
          ))}
        </ul>
      </Panel>
      <WithheldList lines={data.withheld} />
    </div>
  )
}
