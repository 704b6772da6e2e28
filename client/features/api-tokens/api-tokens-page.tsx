import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  tokenScopes,
  type ApiCall,
  type ApiToken,
} from '../../../catalogue/contract/administration/api-tokens.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listDate, listTime } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { useCalls, useTokenActs, useTokens } from './use-tokens.ts'
import './api-tokens.css'

const states: Readonly<Record<ApiToken['state'], string>> = {
  live: '有效',
  expired: '已过期',
  revoked: '已撤销',
  ended: '发放人或单位已停用',
}

/** The tokens of the office, or what one of them was used for: `?id=3`. */
export function ApiTokensPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const id = Number(search.get('id'))
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const turn = (to: number) =>
    setSearch({ ...(id > 0 && { id: String(id) }), ...(to > 1 && { page: String(to) }) })
  return Number.isInteger(id) && id > 0 ? (
    <Calls entry={entry} id={id} page={page} onPage={turn} />
  ) : (
    <Tokens entry={entry} page={page} onPage={turn} />
  )
}

interface PagedEntry {
  entry: PageEntry
  page: number
  onPage: (page: number) => void
}

function Tokens({ entry, page, onPage }: PagedEntry) {
  const [issuing, setIssuing] = useState(false)
  const answer = useTokens(page)
  const { revoke } = useTokenActs()
  const take = async ({ id, name }: ApiToken) => {
    const text = '用该令牌的系统立即读不到数据，令牌不能恢复。'
    if (!(await confirm({ title: `撤销“${name}”的令牌？`, text, ok: '撤销令牌', danger: true }))) return
    try {
      await revoke.mutateAsync(id)
      notify.success('已撤销')
    } catch (error) {
      notify.error(sentenceOf(error))
    }
  }
  return (
    <PageFrame
      title={entry.title}
      note="其他系统凭令牌读取本平台的数据；身份同步的地址是 /scim/v2"
      actions={
        <>
          <a className="x-button" href="/api/docs">
            接口文档
          </a>
          <Button look="primary" icon="add" onClick={() => setIssuing(true)}>
            发放令牌
          </Button>
        </>
      }
    >
      <Loaded answer={answer} failed="令牌打开失败" lines={6}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text="暂无令牌。发放后，一个系统可以读取所选范围的数据，不能改动。" />
          ) : (
            <>
              <LineTable
                label="访问令牌"
                lines={data.list}
                columns={tokenColumns(entry.path, (token) => void take(token))}
                keyOf={({ id }) => String(id)}
                stale={answer.isPlaceholderData}
                testId="api-token"
              />
              <Pager {...data} onPage={onPage} />
            </>
          )
        }
      </Loaded>
      {issuing && <IssueDialog onClose={() => setIssuing(false)} />}
    </PageFrame>
  )
}

const tokenColumns = (path: string, onRevoke: (token: ApiToken) => void): readonly LineColumn<ApiToken>[] => [
  {
    key: 'name',
    title: '系统',
    wide: true,
    render: ({ id, name }) => <Link to={`${path}?id=${id}`}>{name}</Link>,
  },
  { key: 'scopes', title: '权限', render: ({ scopes }) => scopes.map((one) => tokenScopes[one]).join('、') },
  { key: 'place', title: '范围', render: ({ place }) => place },
  { key: 'limit', title: '每分钟', figure: true, render: ({ perMinute }) => `${perMinute} 次` },
  {
    key: 'networks',
    title: '来源地址',
    render: ({ networks }) => (networks.length === 0 ? '不限' : networks.join('、')),
  },
  {
    key: 'by',
    title: '发放',
    render: ({ by, office, createdAt }) => `${office}　${by}　${listDate(createdAt)}`,
  },
  { key: 'until', title: '有效期至', render: ({ expiresAt }) => listDate(expiresAt) },
  {
    key: 'last',
    title: '最近调用',
    render: ({ lastCallAt }) => (lastCallAt === null ? '没有用过' : listTime(lastCallAt)),
  },
  {
    key: 'users',
    title: '身份同步',
    render: ({ users }) =>
      users === null ? '—' : `${users.all} 人，待入职 ${users.waiting}，已停用 ${users.off}`,
  },
  { key: 'state', title: '状态', render: ({ state }) => states[state] },
  {
    key: 'acts',
    title: '操作',
    render: (token) =>
      token.state === 'live' && (
        <Button look="text" aria-label={`撤销${token.name}的令牌`} onClick={() => onRevoke(token)}>
          撤销
        </Button>
      ),
  },
]

const callColumns: readonly LineColumn<ApiCall>[] = [
  {
    key: 'call',
    title: '接口',
    wide: true,
    render: ({ call }) => <code className="token-call">{call}</code>,
  },
  { key: 'at', title: '时间', render: ({ at }) => listTime(at) },
  { key: 'status', title: '结果', figure: true, render: ({ status }) => status },
  { key: 'lines', title: '条数', figure: true, render: ({ lines }) => lines ?? '—' },
  { key: 'ms', title: '用时', figure: true, render: ({ ms }) => `${ms} 毫秒` },
  { key: 'address', title: '来源', render: ({ address }) => address },
]

function Calls({ entry, id, page, onPage }: PagedEntry & { id: number }) {
  const answer = useCalls(id, page)
  return (
    <PageFrame
      title="调用记录"
      crumbs={[{ label: entry.title, to: entry.path }, { label: '调用记录' }]}
      note="保存 180 天；超出每分钟次数的不逐条记录"
    >
      <Loaded answer={answer} failed="调用记录打开失败" lines={6}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text="该令牌暂无使用记录。" />
          ) : (
            <>
              <LineTable
                label="调用记录"
                lines={data.list}
                columns={callColumns}
                keyOf={(call) => call.id}
                stale={answer.isPlaceholderData}
              />
              <Pager {...data} onPage={onPage} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}
