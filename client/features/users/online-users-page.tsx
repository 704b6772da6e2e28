import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { Link } from 'react-router'
import { onlinePage, type OnlineLine } from '../../../catalogue/contract/administration/online.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked, type ListRequest } from '../../engine/list/use-asked.ts'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { deviceWords } from '../../platform/device-words.ts'
import { listTime, thousands } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { roleLabel, roleOptions } from './words.ts'
import './users.css'

const path = '/api/v1/userManage/online'
const keys = ['q', 'role'] as const
type Key = (typeof keys)[number]

const filters: readonly BarFilter<Key>[] = [
  { kind: 'choice', key: 'role', label: '角色', options: roleOptions },
]

function useOnline({ filter, page }: Pick<ListRequest<string>, 'filter' | 'page'>) {
  const query = { ...filter, page, pageSize: 50 }
  return useQuery({
    queryKey: ['users', 'online', query],
    queryFn: ({ signal }) => api.get(path, { schema: onlinePage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 60_000,
  })
}

/** The devices that are signed in now; one of them may be ended. */
export function OnlineUsersPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const answer = useOnline(asked)
  const columns = useColumns()
  const { data } = answer
  return (
    <PageFrame
      title={entry.title}
      note={
        data && `${thousands(data.people)} 人，${thousands(data.total)} 台设备；30 分钟没有操作的不在其中`
      }
    >
      <div className="users-list">
        <FilterBar
          search={{ key: 'q', label: '姓名或账号' }}
          filters={filters}
          asked={asked}
          onAsk={(key, value) => asked.put({ [key]: value })}
        />
      </div>
      <Loaded answer={answer} failed="在线用户打开失败" lines={10}>
        {(page) =>
          page.list.length === 0 ? (
            <Empty
              text={asked.isNarrowed ? '没有符合条件的在线用户。' : '暂无在线用户。'}
              action={asked.isNarrowed && <Button onClick={asked.clear}>查看全部</Button>}
            />
          ) : (
            <>
              <LineTable
                label="在线用户"
                lines={page.list}
                columns={columns}
                keyOf={({ id }) => id}
                stale={answer.isPlaceholderData}
                testId="online-line"
              />
              <Pager {...page} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

const facts: readonly LineColumn<OnlineLine>[] = [
  {
    key: 'name',
    title: '姓名',
    wide: true,
    render: ({ personId, name }) => <Link to={`/appCore/userSetEdit?id=${personId}`}>{name}</Link>,
  },
  { key: 'account', title: '账号', render: ({ loginName }) => loginName ?? '未设置' },
  { key: 'role', title: '角色', render: ({ role }) => roleLabel(role) },
  { key: 'institution', title: '所属机构', render: ({ institution }) => institution },
  { key: 'device', title: '设备', render: ({ agent }) => deviceWords(agent) },
  { key: 'ip', title: '地址', render: ({ ip }) => <span className="x-num">{ip}</span> },
  {
    key: 'signedIn',
    title: '登录时间',
    render: ({ signedInAt }) => <span className="x-num">{listTime(signedInAt)}</span>,
  },
  {
    key: 'seen',
    title: '最近操作',
    render: ({ lastSeenAt }) => <span className="x-num">{listTime(lastSeenAt)}</span>,
  },
]

function useColumns(): readonly LineColumn<OnlineLine>[] {
  const cache = useQueryClient()
  const { busy, run } = useAct([])
  const end = async (line: OnlineLine) => {
    const whose = `${line.name}的${deviceWords(line.agent)}`
    const yes = await confirm({
      title: `让${whose}退出登录？`,
      text: '对方下一次操作时会看到已被管理员退出，没有保存的填写保留在其本机。',
      ok: '退出登录',
      danger: true,
    })
    if (!yes) return
    await run(async () => {
      await api.del(`${path}/${line.id}`, { schema: z.boolean() })
      notify.success(`${whose}已退出登录`)
    })
    await cache.invalidateQueries({ queryKey: ['users', 'online'] })
  }
  return [
    ...facts,
    {
      key: 'act',
      title: '操作',
      render: (line) =>
        line.current ? (
          <span className="x-faint">本机</span>
        ) : (
          <Button
            look="text"
            busy={busy}
            aria-label={`让${line.name}的${deviceWords(line.agent)}退出登录`}
            onClick={() => void end(line)}
          >
            退出登录
          </Button>
        ),
    },
  ]
}
