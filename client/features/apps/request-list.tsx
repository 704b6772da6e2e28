import { useState } from 'react'
import { roleEntry, isRole } from '../../../catalogue/access/roles.ts'
import type { AppRequest, RequestVerb } from '../../../catalogue/contract/portal/app-centre.ts'
import { ReasonDialog, type ReasonQuestion } from '../../engine/record/reason-dialog.tsx'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { useAppActs, useRequests } from './use-apps.ts'
import { requestWords } from './words.ts'
import './apps.css'

type Of = 'own' | 'office'
const done: Readonly<Record<RequestVerb, string>> = {
  withdraw: '已撤回',
  grant: '已同意',
  refuse: '已答复不同意',
  revoke: '已停止使用',
}

const questionOf = ({ person, app }: AppRequest, verb: RequestVerb): ReasonQuestion | null => {
  if (verb === 'refuse')
    return {
      title: `不同意${person}使用“${app.name}”？`,
      text: '申请人会看到原因，可以再次申请。',
      ok: '不同意',
      label: '原因',
    }
  if (verb === 'revoke')
    return {
      title: `停止${person}使用“${app.name}”？`,
      text: '立即不能再打开，本人会收到消息。',
      ok: '停止使用',
      label: '原因',
    }
  return null
}

interface RequestDialog {
  readonly request: AppRequest
  readonly verb: RequestVerb
  readonly question: ReasonQuestion
}

/** Requests with what became of them: one's own, or those of the people below with what may be done. */
export function RequestList({ of }: { of: Of }) {
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<RequestDialog | null>(null)
  const answer = useRequests(of, page)
  const { decide } = useAppActs()
  const run = async (request: AppRequest, verb: RequestVerb, reason = '') => {
    try {
      await decide.mutateAsync({ id: request.id, verb, reason })
      notify.success(done[verb])
      setAsked(null)
    } catch (error) {
      notify.error(sentenceOf(error))
    }
  }
  const act = (request: AppRequest, verb: RequestVerb) => {
    const question = questionOf(request, verb)
    if (question) setAsked({ request, verb, question })
    else void run(request, verb)
  }
  return (
    <Loaded answer={answer} failed="申请打开失败" lines={6}>
      {(data) => (
        <>
          {data.list.length === 0 ? (
            <Empty text={of === 'own' ? '暂无应用申请。' : '范围内暂无应用申请。'} />
          ) : (
            <LineTable
              label={of === 'own' ? '我的申请' : '申请与授权'}
              lines={data.list}
              columns={columnsOf(of, act)}
              keyOf={({ id }) => String(id)}
              stale={answer.isPlaceholderData}
              testId="app-request"
            />
          )}
          <Pager {...data} onPage={setPage} />
          {asked && (
            <ReasonDialog
              question={asked.question}
              busy={decide.isPending}
              onAnswer={(reason) =>
                reason === null ? setAsked(null) : void run(asked.request, asked.verb, reason)
              }
            />
          )}
        </>
      )}
    </Loaded>
  )
}

const roleOf = (role: number): string => (isRole(role) ? roleEntry(role).label : '')

function columnsOf(
  of: Of,
  act: (request: AppRequest, verb: RequestVerb) => void,
): readonly LineColumn<AppRequest>[] {
  const who: LineColumn<AppRequest> = {
    key: 'person',
    title: '申请人',
    render: ({ person, role, institution }) => `${person}　${roleOf(role)}　${institution}`,
  }
  return [
    { key: 'app', title: '应用', wide: true, render: ({ app }) => <b>{app.name}</b> },
    ...(of === 'office' ? [who] : []),
    { key: 'reason', title: '用途', render: ({ reason }) => reason },
    { key: 'asked', title: '申请时间', render: ({ askedAt }) => listTime(askedAt) },
    {
      key: 'state',
      title: '状态',
      render: ({ state, decidedBy, answer }) =>
        `${requestWords[state]}${decidedBy !== null && state !== 'withdrawn' ? `　${decidedBy}` : ''}${answer === '' ? '' : `：${answer}`}`,
    },
    { key: 'acts', title: '操作', render: (request) => <Acts request={request} of={of} act={act} /> },
  ]
}

function Acts({
  request,
  of,
  act,
}: {
  request: AppRequest
  of: Of
  act: (request: AppRequest, verb: RequestVerb) => void
}) {
  const button = (verb: RequestVerb, label: string) => (
    <Button
      key={verb}
      look="text"
      aria-label={`${label}：${request.person} ${request.app.name}`}
      onClick={() => act(request, verb)}
    >
      {label}
    </Button>
  )
  if (of === 'own') return request.state === 'open' ? button('withdraw', '撤回') : null
  if (request.mine) return <>{[button('grant', '同意'), button('refuse', '不同意')]}</>
  return request.state === 'granted' ? button('revoke', '停止使用') : null
}
