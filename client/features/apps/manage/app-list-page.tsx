import { Link, useSearchParams } from 'react-router'
import type { AppView } from '../../../../catalogue/contract/administration/apps.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { listTime } from '../../../platform/format.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../../ui/layout/line-table.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { Pager } from '../../../ui/layout/pager.tsx'
import { healthWords } from '../words.ts'
import { AppForm } from './app-form.tsx'
import { MaintenanceForm } from './maintenance-form.tsx'
import { useManageActs, useManagedApp, useManagedApps } from './use-manage.ts'
import '../apps.css'

/** The apps of the portal, and one of them; which, the address says: `?id=12`, `?id=new`. */
export function AppListPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('id')
  return id === null ? <List title={entry.title} /> : <One key={id} id={id} list={entry} />
}

function List({ title }: { title: string }) {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const answer = useManagedApps('', page)
  const { order } = useManageActs()
  const move = (ids: readonly string[], id: string, by: 1 | -1) =>
    order.mutate(ids.filter((one) => one !== id).toSpliced(ids.indexOf(id) + by, 0, id), {
      onError: (error) => notify.error(sentenceOf(error)),
    })
  return (
    <PageFrame
      title={title}
      note="应用是本地区的其他系统；谁能看到在“应用授权”中设置"
      actions={
        <>
          <ButtonLink to="/appRole">应用授权</ButtonLink>
          <ButtonLink to="/appCore/apps?id=new" look="primary" icon="add">
            新增应用
          </ButtonLink>
        </>
      }
    >
      <Loaded answer={answer} failed="应用打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text="暂无应用。新增后，在“应用授权”中设置哪些角色可以使用。" />
          ) : (
            <>
              <LineTable
                label="应用"
                lines={data.list}
                columns={columnsOf(
                  data.list.map(({ id }) => id),
                  move,
                )}
                keyOf={({ id }) => id}
                stale={answer.isPlaceholderData}
                testId="managed-app"
              />
              <Pager {...data} onPage={(to) => setSearch(to > 1 ? { page: String(to) } : {})} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

const columnsOf = (
  ids: readonly string[],
  onMove: (ids: readonly string[], id: string, by: 1 | -1) => void,
): readonly LineColumn<AppView>[] => [
  {
    key: 'name',
    title: '应用名称',
    wide: true,
    render: ({ id, name }) => <Link to={`/appCore/apps?id=${id}`}>{name}</Link>,
  },
  { key: 'id', title: '编号', render: ({ id }) => id },
  { key: 'category', title: '分类', render: ({ category }) => labelOf('appCategory', category) },
  { key: 'domain', title: '域名', render: ({ domain }) => <span className="app-domain">{domain}</span> },
  { key: 'mode', title: '打开方式', render: ({ openMode }) => labelOf('openMode', openMode) },
  {
    key: 'bindings',
    title: '授权',
    render: ({ bindings }) => (bindings === 0 ? '没有授权' : `${bindings} 项`),
  },
  {
    key: 'health',
    title: '运行',
    render: ({ health, maintenance }) =>
      maintenance?.now
        ? '维护中'
        : health === null
          ? '未检测'
          : `${healthWords(health) ?? '不检测'}　${listTime(health.at)}`,
  },
  { key: 'enabled', title: '状态', render: ({ enabled }) => (enabled ? '启用' : '停用') },
  {
    key: 'order',
    title: '顺序',
    render: ({ id, name }) => (
      <>
        <Button
          look="text"
          aria-label={`${name}上移`}
          disabled={ids[0] === id}
          onClick={() => onMove(ids, id, -1)}
        >
          上移
        </Button>
        <Button
          look="text"
          aria-label={`${name}下移`}
          disabled={ids.at(-1) === id}
          onClick={() => onMove(ids, id, 1)}
        >
          下移
        </Button>
      </>
    ),
  },
]

function One({ id, list }: { id: string; list: PageEntry }) {
  const isNew = id === 'new'
  const answer = useManagedApp(isNew ? null : id)
  const title = isNew ? '新增应用' : (answer.data?.name ?? '应用')
  return (
    <PageFrame title={title} crumbs={[{ label: list.title, to: list.path }, { label: title }]}>
      {isNew ? (
        <AppForm app={null} />
      ) : (
        <Loaded answer={answer} failed="应用打开失败" lines={8}>
          {(app) => (
            <>
              <AppForm key={app.version} app={app} />
              <div className="app-below">
                <MaintenanceForm key={`${app.maintenance?.from}`} app={app} />
              </div>
            </>
          )}
        </Loaded>
      )}
    </PageFrame>
  )
}
