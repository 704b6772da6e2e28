import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { dutyLabels } from '../../../catalogue/access/duties.ts'
import type { AccountRequest } from '../../../catalogue/contract/administration/users.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { PasswordDialog } from '../../ui/feedback/password-dialog.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { RefusalDialog } from './refusal-dialog.tsx'
import { useDecision, useRequests, type RequestState } from './use-requests.ts'
import { roleLabel } from './words.ts'
import './users.css'

const tabs = [
  { key: 'open', label: '待确认' },
  { key: 'closed', label: '已办结' },
] as const satisfies readonly { key: RequestState; label: string }[]

const stateLabels = {
  open: '待确认',
  confirmed: '已确认',
  refused: '不同意',
  withdrawn: '已撤回',
  expired: '已过期',
} as const satisfies Record<AccountRequest['state'], string>

/**
 * Roles of administrators and authorities that one administrator asked for: another one confirms or refuses,
 * who asked takes back.
 */
export function AccountRequestsPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const state: RequestState = search.get('state') === 'closed' ? 'closed' : 'open'
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const { data, error, refetch, isPlaceholderData } = useRequests(state, page)
  return (
    <PageFrame
      title={entry.title}
      note="系统管理员和县区、市、省的身份，由一位管理员申请，另一位管理员确认后生效；7 天内没有确认即过期"
    >
      <StateTabs
        label="办理状态"
        tabs={tabs}
        current={state}
        onSelect={(next) => setSearch(next === 'open' ? {} : { state: next })}
      />
      {error && !data && (
        <ErrorBox title="申请打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={8} />}
      {data && data.list.length === 0 && (
        <Empty text={state === 'open' ? '没有待确认的身份申请。' : '暂无已办结的身份申请。'} />
      )}
      {data && data.list.length > 0 && (
        <>
          <LineTable
            label="身份申请"
            lines={data.list}
            columns={columns}
            keyOf={({ id }) => String(id)}
            stale={isPlaceholderData}
            testId="account-request"
          />
          <Pager
            {...data}
            onPage={(next) => setSearch({ ...(state === 'closed' && { state }), page: String(next) })}
          />
        </>
      )}
    </PageFrame>
  )
}

const roleText = ({ role, duties }: AccountRequest) =>
  roleLabel(role) + (duties ? `（${duties.map((duty) => dutyLabels[duty]).join('、')}）` : '')

const columns: readonly LineColumn<AccountRequest>[] = [
  {
    key: 'person',
    title: '姓名',
    wide: true,
    render: ({ person }) => <Link to={`/appCore/userSetEdit?id=${person.id}`}>{person.name}</Link>,
  },
  { key: 'role', title: '申请的身份', render: (request) => <b>{roleText(request)}</b> },
  { key: 'institution', title: '所属机构', render: ({ institution }) => institution },
  {
    key: 'asked',
    title: '申请',
    render: ({ askedBy, askedAt }) => (
      <span>
        {askedBy} 于 <span className="x-num">{listTime(askedAt)}</span>
      </span>
    ),
  },
  { key: 'state', title: '办理', render: (request) => <Outcome request={request} /> },
  { key: 'acts', title: '操作', render: (request) => <Acts request={request} /> },
]

function Acts({ request }: { request: AccountRequest }) {
  const { id, person, institution, can } = request
  const [refusing, setRefusing] = useState(false)
  const [password, setPassword] = useState<string | null>(null)
  const { mutate, isPending } = useDecision(setPassword)
  const cache = useQueryClient()
  const agree = async () => {
    const text = `确认后，${person.name}可以“${institution}（${roleText(request)}）”身份登录，并以站内消息和短信通知本人。请先向申请人核实。`
    if (await confirm({ title: '确认该身份申请？', text, ok: '确认生效' })) mutate({ id, verb: 'confirm' })
  }
  return (
    <span className="users-acts">
      {password !== null && (
        <PasswordDialog
          name={person.name}
          password={password}
          onClose={() => void cache.invalidateQueries({ queryKey: ['users'] })}
        />
      )}
      {can.includes('confirm') && (
        <Button look="primary" busy={isPending} onClick={() => void agree()}>
          确认<span className="x-hidden">{person.name}的身份</span>
        </Button>
      )}
      {can.includes('refuse') && (
        <Button onClick={() => setRefusing(true)}>
          不同意<span className="x-hidden">{person.name}的身份</span>
        </Button>
      )}
      {can.includes('withdraw') && (
        <Button busy={isPending} onClick={() => mutate({ id, verb: 'withdraw' })}>
          撤回申请<span className="x-hidden">，{person.name}</span>
        </Button>
      )}
      {refusing && (
        <RefusalDialog
          name={person.name}
          busy={isPending}
          onSend={(reason) => mutate({ id, verb: 'refuse', reason })}
          onClose={() => setRefusing(false)}
        />
      )}
    </span>
  )
}

function Outcome({
  request: { state, decidedBy, decidedAt, expiresAt, reason },
}: {
  request: AccountRequest
}) {
  if (state === 'open') return <span className="x-soft">{listTime(expiresAt)} 过期</span>
  if (state === 'expired' || decidedBy === null || decidedAt === null) return <>{stateLabels[state]}</>
  return (
    <span>
      {decidedBy} 于 <span className="x-num">{listTime(decidedAt)}</span> {stateLabels[state]}
      {reason !== '' && <span className="users-reason">原因：{reason}</span>}
    </span>
  )
}
