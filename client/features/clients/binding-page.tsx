import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { RowList } from '../../ui/layout/row-list.tsx'
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
    <PageFrame title={title} note="绑定后，账号下次打开页面时按客户的栏目显示">
      <label className="x-labelled clients-pick">
        客户
        <select value={current ?? ''} onChange={(event) => setSearch({ id: event.target.value })}>
          {clients?.list.map((client) => (
            <option key={client.id} value={client.id}>
              {client.id} {client.name}
            </option>
          ))}
        </select>
      </label>
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
      {error && <ErrorBox title="账号没能打开" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && data.list.length === 0 && <Empty text="这个客户还没有账号。" />}
      {data && data.list.length > 0 && (
        <>
          <RowList stale={isPlaceholderData} label="绑定的账号">
            {data.list.map(({ identityId, name, role, institution, pageId }) => (
              <li key={identityId} className="clients-row">
                <b>{name}</b>
                <span className="x-soft">{isRole(role) ? roleEntry(role).label : role}</span>
                <span className="x-soft">{institution}</span>
                <span className="x-faint x-dense">页面方案 {pageId}</span>
                {id !== usual && (
                  <Button onClick={() => void run(usual, { users: [identityId] })}>
                    移出<span className="x-hidden">{name}</span>
                  </Button>
                )}
              </li>
            ))}
          </RowList>
          <Pager {...data} onPage={setPage} />
        </>
      )}
    </>
  )
}

function BringIn({ onPick }: { onPick: (place: number) => void }) {
  const [q, setQ] = useState('')
  const { data } = usePlaces(q.trim())
  const pick = async (place: number, name: string) => {
    if (
      !(await confirm({
        title: `把“${name}”的全部账号归到这个客户？`,
        text: '它们原来的客户不再管这些账号。',
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
