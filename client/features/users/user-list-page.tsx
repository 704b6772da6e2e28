import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { UserLine } from '../../../catalogue/contract/administration/users.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked, type ListRequest } from '../../engine/list/use-asked.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { personOf } from '../../platform/api/by-number.ts'
import { listTime } from '../../platform/format.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useUsers } from './use-users.ts'
import { UserBatchBar } from './user-batch-bar.tsx'
import { roleLabel, roleOptions, statusLabels } from './words.ts'
import './users.css'

const editPath = '/appCore/userSetEdit'
const keys = ['q', 'role', 'institution', 'status'] as const
type Key = (typeof keys)[number]

const search = {
  key: 'q',
  label: '姓名或账号',
  hint: '姓名、拼音、账号，或完整证件号、手机号',
} as const
const filters: readonly BarFilter<Key>[] = [
  { kind: 'choice', key: 'role', label: '角色', options: roleOptions },
  { kind: 'text', key: 'institution', label: '所属机构', hint: '名称中的几个字' },
  {
    kind: 'choice',
    key: 'status',
    label: '状态',
    options: Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
  },
]

/** Every identity of the portal, newest first unless it is ordered otherwise; several may be acted on. */
export function UserListPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const { data, error, refetch, isPlaceholderData } = useUsers(asked)
  const navigate = useNavigate()
  const ask = async (key: Key, value: string) => {
    const person = key === 'q' ? await personOf(value) : undefined
    if (person === undefined) asked.put({ [key]: value })
    else if (person) void navigate(`${editPath}?id=${person.id}`)
  }
  return (
    <PageFrame
      title={entry.title}
      note="每行一个身份；同一个人可以有多个身份"
      actions={
        <ButtonLink to={editPath} look="primary" icon="add">
          新增用户
        </ButtonLink>
      }
    >
      <div className="users-list">
        <FilterBar
          search={search}
          filters={filters}
          asked={asked}
          onAsk={(key, value) => void ask(key, value)}
        >
          <ExportButton
            title="用户"
            list="users"
            query={{ ...asked.filter, sort: asked.sort }}
            columns={columns}
            total={data?.total}
            unit="条"
          />
        </FilterBar>
      </div>
      {error && <ErrorBox title="用户打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={12} />}
      {data && !error && <Found page={data} stale={isPlaceholderData} asked={asked} />}
    </PageFrame>
  )
}

/** A page of identities, of which several may be chosen, also from several pages. */
function Found(props: {
  page: NonNullable<ReturnType<typeof useUsers>['data']>
  stale: boolean
  asked: ListRequest<Key>
}) {
  const { page, stale, asked } = props
  const [chosen, setChosen] = useState<ReadonlyMap<string, UserLine>>(new Map())
  const choose = (ids: ReadonlySet<string>) => {
    const all = new Map([...chosen, ...page.list.map((line) => [String(line.identityId), line] as const)])
    setChosen(new Map([...all].filter(([id]) => ids.has(id))))
  }
  if (page.list.length === 0)
    return (
      <Empty
        text={asked.isNarrowed ? '没有符合条件的用户。' : '暂无用户。'}
        action={asked.isNarrowed && <Button onClick={asked.clear}>看全部</Button>}
      />
    )
  return (
    <>
      <LineTable
        label="用户"
        lines={page.list}
        columns={columns}
        keyOf={({ identityId }) => String(identityId)}
        stale={stale}
        order={{ sort: asked.sort, onSort: (sort) => asked.put({ sort }) }}
        choice={{
          chosen: new Set(chosen.keys()),
          onChange: choose,
          nameOf: ({ name, role, institution }) => `${name}，${roleLabel(role)}，${institution}`,
        }}
        testId="user-line"
      />
      <Pager {...page} onPage={asked.setPage} />
      {chosen.size > 0 && (
        <UserBatchBar
          lines={[...chosen.values()]}
          onDone={(refused) =>
            setChosen(new Map([...chosen].filter(([, { identityId }]) => refused.includes(identityId))))
          }
        />
      )}
    </>
  )
}

const columns: readonly LineColumn<UserLine>[] = [
  {
    key: 'name',
    title: '姓名',
    wide: true,
    sort: 'name',
    render: ({ id, name }) => <Link to={`${editPath}?id=${id}`}>{name}</Link>,
  },
  {
    key: 'account',
    title: '账号',
    render: ({ loginName }) => loginName ?? <span className="x-faint">未设账号</span>,
  },
  { key: 'role', title: '角色', render: ({ role }) => roleLabel(role) },
  { key: 'institution', title: '所属机构', render: ({ institution }) => institution },
  {
    key: 'status',
    title: '状态',
    render: ({ status }) => <span className={status === '1' ? '' : 'users-off'}>{statusLabels[status]}</span>,
  },
  {
    key: 'last',
    title: '上次登录',
    render: ({ lastLoginAt }) =>
      lastLoginAt ? (
        <span className="x-num">{listTime(lastLoginAt)}</span>
      ) : (
        <span className="x-faint">没有登录过</span>
      ),
  },
  { key: 'id', title: '编号', figure: true, sort: 'id', render: ({ identityId }) => identityId },
]
