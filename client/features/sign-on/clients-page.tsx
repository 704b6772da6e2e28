import { useSearchParams } from 'react-router'
import type {
  SignOnClient,
  SignOnClients,
} from '../../../catalogue/contract/administration/sign-on-clients.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { ClientForm } from './client-form.tsx'
import { useClients } from './use-sign-on.ts'
import './sign-on.css'

/** The apps of the region and how each signs people in; one of them is edited below its list. */
export function SignOnClientsPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch } = useClients()
  const chosen = data?.list.find(({ app }) => app === search.get('app'))
  return (
    <PageFrame
      title={entry.title}
      note={data && data.issuer !== null ? `认证服务地址：${data.issuer}` : undefined}
    >
      {error && !data && (
        <ErrorBox title="应用打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={6} />}
      {data && <Registered data={data} onOpen={(app) => setSearch({ app })} />}
      {chosen && <ClientForm key={`${chosen.app} ${chosen.client?.version}`} one={chosen} />}
    </PageFrame>
  )
}

function Registered({ data, onOpen }: { data: SignOnClients; onOpen: (app: string) => void }) {
  return (
    <>
      {data.issuer === null && (
        <ErrorBox title="还不能接入应用" detail="请先设置 PUBLIC_ORIGIN，即本平台对外的地址。" />
      )}
      {data.list.length === 0 ? (
        <Empty text="暂无应用。请先在应用中心新增应用，再登记登录接入。" />
      ) : (
        <LineTable
          label="应用的登录接入"
          lines={data.list}
          columns={columnsOf(onOpen)}
          keyOf={({ app }) => app}
          stale={false}
        />
      )}
    </>
  )
}

function stateOf({ client, appEnabled }: SignOnClient): string {
  if (client === null) return '未接入'
  if (!appEnabled) return '应用已停用'
  if (!client.enabled) return '已停用'
  return client.secretMadeAt === null && client.authMethod.startsWith('client_secret')
    ? '待生成密钥'
    : '已接入'
}

const columnsOf = (onOpen: (app: string) => void): readonly LineColumn<SignOnClient>[] => [
  { key: 'name', title: '应用', wide: true, render: ({ name }) => <b>{name}</b> },
  { key: 'id', title: '客户端编号', render: ({ clientId }) => clientId },
  { key: 'state', title: '状态', render: stateOf },
  { key: 'people', title: '授权人数', figure: true, render: ({ client }) => client?.people ?? 0 },
  {
    key: 'used',
    title: '最后使用',
    render: ({ client }) => (client?.lastUsedAt ? listTime(client.lastUsedAt) : '没有'),
  },
  {
    key: 'acts',
    title: '操作',
    render: ({ app, name, client }) => (
      <Button look="text" onClick={() => onOpen(app)}>
        {client === null ? '登记' : '修改'}
        <span className="x-hidden">{name}</span>
      </Button>
    ),
  },
]
