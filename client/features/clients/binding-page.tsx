import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import type { BoundAccount } from '../../../catalogue/contract/administration/clients.ts'
import { OneChoice } from '../../engine/list/one-choice.tsx'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useBinding, useClientCalls, useClients, usePlaces } from './use-clients.ts'

/** Everybody's client: where an account goes that is taken from another. */
const usual = 1

/** The accounts of a client; an institution's accounts may be brought in, one account taken out. */
export function BindingPage({ id, title }: { id: number | null; title: string }) {
  const [, setSearch] = useSearchParams()
  const { data: clients } = useClients('', 1)
  const current = id ?? clients?.list[0]?.id ?? null
  return (
    <PageFrame title={title} note="绑定后，账号下次打开页面时按方案的栏目显示">
      <div className="clients-pick">
        <OneChoice
          label="站点方案"
          value={current === null ? '' : String(current)}
          options={(clients?.list ?? []).map((client) => ({
            value: String(client.id),
            label: `${client.id} ${client.name}`,
          }))}
          onChange={(chosen) => setSearch({ id: chosen })}
        />
      </div>
      {current !== null && <Bound key={current} id={current} />}
    </PageFrame>
  )
}

function Bound({ id }: { id: number }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useBinding(id, page)
  const { bind } = useClientCalls()
  const run = async (to: number, body: object) => {
    try {
      const { bound } = await bind.mutateAsync({ id: to, body })
      notify.success(`已调整 ${bound} 个账号`)
    } catch (fault) {
      notify.warn(sentenceOf(fault))
    }
  }
  return (
    <>
      <BringIn onPick={(place) => void run(id, { orgs: [place] })} />
      {error && <ErrorBox title="账号打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && data.list.length === 0 && <Empty text="该方案暂无账号。" />}
      {data && data.list.length > 0 && (
        <>
          <LineTable
            label="绑定的账号"
            lines={data.list}
            columns={columnsOf(id === usual ? null : (account) => void run(usual, { users: [account] }))}
            keyOf={({ identityId }) => String(identityId)}
            stale={isPlaceholderData}
          />
          <Pager {...data} onPage={setPage} />
        </>
      )}
    </>
  )
}

/** The accounts of a client; `onTakeOut` where they can be given back to everybody's client. */
const columnsOf = (onTakeOut: ((identityId: number) => void) | null): readonly LineColumn<BoundAccount>[] => [
  { key: 'name', title: '姓名', wide: true, render: ({ name }) => <b>{name}</b> },
  { key: 'role', title: '角色', render: ({ role }) => (isRole(role) ? roleEntry(role).label : role) },
  { key: 'institution', title: '所属机构', render: ({ institution }) => institution },
  { key: 'page', title: '页面方案', figure: true, render: ({ pageId }) => pageId },
  ...(onTakeOut
    ? [
        {
          key: 'acts',
          title: '操作',
          render: ({ identityId, name }: BoundAccount) => (
            <Button look="text" onClick={() => onTakeOut(identityId)}>
              移出<span className="x-hidden">{name}</span>
            </Button>
          ),
        },
      ]
    : []),
]

function BringIn({ onPick }: { onPick: (place: number) => void }) {
  const [q, setQ] = useState('')
  const { data } = usePlaces(q.trim())
  const pick = async (place: number, name: string) => {
    if (
      !(await confirm({
        title: `把“${name}”的全部账号归到该方案？`,
        text: '原方案不再管理这些账号。',
        ok: '绑定',
      }))
    )
      return
    onPick(place)
    setQ('')
  }
  return (
    <Panel title="绑定机构">
      <TextField
        label="机构名称"
        value={q}
        onChange={setQ}
        maxLength={60}
        help="至少两个字；绑定该机构的全部账号"
      />
      {q.trim().length > 1 && data && (
        <ul className="clients-places">
          {data.list.map((place) => (
            <li key={place.id}>
              <Button onClick={() => void pick(place.id, place.name)}>绑定{place.name}</Button>
            </li>
          ))}
          {data.list.length === 0 && <li className="x-soft">没有这样的机构。</li>}
        </ul>
      )}
    </Panel>
  )
}
