import { Link, useSearchParams } from 'react-router'
import type { ClientView } from '../../../catalogue/contract/administration/clients.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { editAskedIn, editModeLabels, type EditAsked } from '../../../catalogue/pages/edit-mode.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { WithoutNumber } from '../../ui/feedback/without-number.tsx'
import { ViewOnly } from '../../ui/forms/view-only.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BindingPage } from './binding-page.tsx'
import { ClientForm } from './client-form.tsx'
import { useClient, useClients } from './use-clients.ts'
import './clients.css'

const list = '/appCore/customerUserSet'
const edit = '/appCore/customerUserEdit'

/** Clients, one of them, or the accounts bound to one; which, the route says. */
export function ClientsPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = Number(search.get('id'))
  const one = Number.isInteger(id) && id > 0 ? id : null
  if (entry.path === edit) return <EditRoute key={search.toString()} {...editAskedIn(search)} />
  if (entry.path === list) return <ListRoute title={entry.title} />
  return <BindingPage key={one} id={one} title={entry.title} />
}

function ListRoute({ title }: { title: string }) {
  const asked = useAsked(['q'])
  const { data, error, refetch, isPlaceholderData } = useClients(asked.of('q'), asked.page, asked.sort)
  return (
    <PageFrame
      title={title}
      note="站点方案包含域名、栏目和账号"
      actions={
        <ButtonLink to={edit} look="primary" icon="add">
          新增站点方案
        </ButtonLink>
      }
    >
      <FilterBar
        search={{ key: 'q', label: '方案名称' }}
        filters={[]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      {error && (
        <ErrorBox title="站点方案打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={6} />}
      {data && data.list.length === 0 && <Empty text="没有符合条件的站点方案。" />}
      {data && data.list.length > 0 && (
        <>
          <LineTable
            label="站点方案"
            lines={data.list}
            columns={columns}
            keyOf={({ id }) => String(id)}
            stale={isPlaceholderData}
            order={{ sort: asked.sort, onSort: (sort) => asked.put({ sort }) }}
          />
          <Pager {...data} onPage={asked.setPage} />
        </>
      )}
    </PageFrame>
  )
}

const columns: readonly LineColumn<ClientView>[] = [
  {
    key: 'name',
    title: '方案名称',
    wide: true,
    sort: 'name',
    render: ({ id, name }) => <Link to={`${edit}?id=${id}`}>{name}</Link>,
  },
  { key: 'id', title: '编号', sort: 'id', render: ({ id }) => <span className="x-num">{id}</span> },
  { key: 'kind', title: '类别', render: ({ clientKind }) => labelOf('clientKind', clientKind) },
  {
    key: 'navigation',
    title: '栏目',
    render: ({ navigation }) => (navigation ? `县区、市 ${navigation.length} 个栏目` : '全部栏目'),
  },
  { key: 'enabled', title: '状态', render: ({ enabled }) => (enabled ? '启用' : '停用') },
  {
    key: 'accounts',
    title: '账号',
    figure: true,
    render: ({ id, name, accounts }) => (
      <Link to={`/appCore/customerBinding?id=${id}`}>
        {accounts} 个账号<span className="x-hidden">，{name}</span>
      </Link>
    ),
  },
]

function EditRoute({ mode, id }: EditAsked) {
  const { data, error, refetch } = useClient(id)
  const title = `${editModeLabels[mode]}站点方案`
  return (
    <PageFrame title={data?.name ?? title} crumbs={[{ label: '站点方案', to: list }, { label: title }]}>
      {id === null && mode === 'add' && <ClientForm client={null} />}
      {id === null && mode !== 'add' && <WithoutNumber list={list} label="站点方案" />}
      {error && !data && (
        <ErrorBox title="站点方案打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {id !== null && !data && !error && <Skeleton lines={8} />}
      {data && (
        <ViewOnly on={mode === 'view'}>
          <ClientForm key={data.version} client={data} />
        </ViewOnly>
      )}
    </PageFrame>
  )
}
