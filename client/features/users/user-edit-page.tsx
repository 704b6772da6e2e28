import { useSearchParams } from 'react-router'
import { editAskedIn, editModeLabels, type EditMode } from '../../../catalogue/pages/edit-mode.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { WithoutNumber } from '../../ui/feedback/without-number.tsx'
import { ViewOnly } from '../../ui/forms/view-only.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { NewUser } from './new-user.tsx'
import { useUser } from './use-users.ts'
import { UserPanels } from './user-panels.tsx'
import './users.css'

const list = { label: '用户管理', to: '/appCore/userSet' }

/** One person (`?id=`) with identities and password, or a new one. */
export function UserEditPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const { mode, id } = editAskedIn(search)
  if (id !== null) return <KnownUser key={`${id} ${mode}`} id={id} mode={mode} entry={entry} />
  const title = `${editModeLabels[mode]}用户`
  return (
    <PageFrame title={title} crumbs={[list, { label: title }]}>
      {mode === 'add' ? <NewUser /> : <WithoutNumber list={list.to} label={list.label} />}
    </PageFrame>
  )
}

function KnownUser({ id, mode, entry }: { id: number; mode: EditMode; entry: PageEntry }) {
  const { data, error, refetch } = useUser(id)
  return (
    <PageFrame
      title={data?.name ?? entry.title}
      crumbs={[list, { label: `${editModeLabels[mode]}用户` }]}
      actions={
        <ButtonLink to={`/appCore/logs?personId=${id}`} icon="list">
          看此人的日志
        </ButtonLink>
      }
    >
      {error && !data && (
        <ErrorBox title="用户打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={8} />}
      {data && (
        <ViewOnly on={mode === 'view'}>
          <UserPanels key={data.version} user={data} />
        </ViewOnly>
      )}
    </PageFrame>
  )
}
