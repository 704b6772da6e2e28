import { Link, useNavigate, useSearchParams } from 'react-router'
import type { UserLine } from '../../../catalogue/contract/administration/users.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { personOf } from '../../platform/api/by-number.ts'
import { listTime } from '../../platform/format.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { FilterForm } from '../../ui/forms/filter-form.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useUsers, type UserFilter } from './use-users.ts'
import { roleLabel, roleOptions, statusLabels } from './words.ts'
import './users.css'

const editPath = '/appCore/userSetEdit'

/** Every identity of the portal, newest first. Filters and page stand in the address. */
export function UserListPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const of = (key: string) => search.get(key) ?? ''
  const filter: UserFilter = {
    q: of('q'),
    role: of('role'),
    institution: of('institution'),
    status: of('status'),
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
  }
  const { data, error, refetch, isPlaceholderData } = useUsers(filter)
  const go = (to: Partial<UserFilter>) => {
    const kept = Object.entries({ ...filter, page: 1, ...to }).filter(
      ([key, value]) => value !== '' && !(key === 'page' && value === 1),
    )
    setSearch(Object.fromEntries(kept.map(([key, value]) => [key, String(value)])))
  }
  const navigate = useNavigate()
  const find = async (to: Partial<UserFilter>) => {
    const person = await personOf(to.q ?? '')
    if (person === undefined) go(to)
    else if (person) void navigate(`${editPath}?id=${person.id}`)
  }
  const clear = () => go({ q: '', role: '', institution: '', status: '' })
  const filtered = filter.q !== '' || filter.role !== '' || filter.institution !== '' || filter.status !== ''
  return (
    <PageFrame
      title={entry.title}
      note="一行是一个身份；同一个人可以有多个身份"
      actions={
        <ButtonLink to={editPath} look="primary" icon="add">
          新增用户
        </ButtonLink>
      }
    >
      <Filters
        key={search.toString()}
        filter={filter}
        filtered={filtered}
        onChange={(to) => void find(to)}
        onClear={clear}
      />
      {error && <ErrorBox title="用户没能打开" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={12} />}
      {data && !error && (
        <Found
          page={data}
          stale={isPlaceholderData}
          onClear={filtered ? clear : null}
          onPage={(page) => go({ page })}
        />
      )}
    </PageFrame>
  )
}

/** A page of identities; `onClear` where a filter narrows it. */
function Found(props: {
  page: NonNullable<ReturnType<typeof useUsers>['data']>
  stale: boolean
  onClear: (() => void) | null
  onPage: (page: number) => void
}) {
  const { page, stale, onClear, onPage } = props
  if (page.list.length === 0)
    return (
      <Empty
        text={onClear ? '没有符合条件的用户。' : '还没有用户。'}
        action={onClear && <Button onClick={onClear}>看全部</Button>}
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
        testId="user-line"
      />
      <Pager {...page} onPage={onPage} />
    </>
  )
}

const columns: readonly LineColumn<UserLine>[] = [
  {
    key: 'name',
    title: '姓名',
    wide: true,
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
]

function Filters({
  filter,
  filtered,
  onChange,
  onClear,
}: {
  filter: UserFilter
  filtered: boolean
  onChange: (to: Partial<UserFilter>) => void
  onClear: () => void
}) {
  return (
    <FilterForm
      filtered={filtered}
      onAsk={(of) =>
        onChange({ q: of('q'), role: of('role'), institution: of('institution'), status: of('status') })
      }
      onClear={onClear}
    >
      <label className="users-wide">
        姓名或账号
        <input
          name="q"
          type="search"
          defaultValue={filter.q}
          maxLength={60}
          placeholder="姓名、拼音、账号，或完整证件号、手机号"
        />
      </label>
      <label>
        角色
        <select name="role" defaultValue={filter.role}>
          <option value="">全部角色</option>
          {roleOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        所属机构
        <input
          name="institution"
          type="search"
          defaultValue={filter.institution}
          maxLength={60}
          placeholder="名称中的几个字"
        />
      </label>
      <label>
        状态
        <select name="status" defaultValue={filter.status}>
          <option value="">全部状态</option>
          {Object.entries(statusLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </FilterForm>
  )
}
