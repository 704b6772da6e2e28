import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { NewUser } from './new-user.tsx'
import { useUser } from './use-users.ts'
import { UserPanels } from './user-panels.tsx'
import './users.css'

const list = { label: '用户管理', to: '/appCore/userSet' }

/** One person (`?id=`) with identities and password, or a new one. */
export function UserEditPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = Number(search.get('id'))
  if (Number.isInteger(id) && id > 0) return <KnownUser key={id} id={id} entry={entry} />
  return (
    <PageFrame title="新增用户" crumbs={[list, { label: '新增用户' }]}>
      <NewUser />
    </PageFrame>
  )
}

function KnownUser({ id, entry }: { id: number; entry: PageEntry }) {
  const { data, error, refetch } = useUser(id)
  return (
    <PageFrame
      title={data?.name ?? entry.title}
      crumbs={[list, { label: data?.name ?? entry.title }]}
      actions={
        <ButtonLink to={`/appCore/logs?personId=${id}`} icon="list">
          看此人的日志
        </ButtonLink>
      }
    >
      {error && !data && (
        <ErrorBox title="用户没能打开" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={8} />}
      {data && <UserPanels key={data.version} user={data} />}
    </PageFrame>
  )
}
