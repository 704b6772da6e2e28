import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../catalogue/contents/define.ts'
import { editAskedIn, editModeLabels } from '../../../catalogue/pages/edit-mode.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { WithoutNumber } from '../../ui/feedback/without-number.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { ContentList } from './content-list.tsx'
import { OpenedContent } from './opened-content.tsx'
import { OfficePage } from './office-page.tsx'
import { ownRoutes } from './paths.ts'
import { SettingsPage } from './settings-page.tsx'
import './contents.css'

/**
 * The pages of those who write what the portal shows, drawn from the declarations; which one, the route says. A
 * feature may put links beside the acts of an office's list.
 */
export function ContentsPage({ entry, beside }: { entry: PageEntry; beside?: ReactNode }) {
  const { path, title } = entry
  if (!path.startsWith('/appCore/')) return <OfficePage entry={entry} beside={beside} />
  const listed = ownRoutes[path]
  if (listed) return <ListRoute type={listed} title={title} path={path} />
  const edited = path.endsWith('Edit') ? ownRoutes[path.slice(0, -'Edit'.length)] : undefined
  if (edited) return <EditRoute type={edited} path={path} />
  return <SettingsPage title={title} />
}

function ListRoute({ type, title, path }: { type: ContentName; title: string; path: string }) {
  return (
    <PageFrame
      title={title}
      actions={
        <ButtonLink to={`${path}Edit`} look="primary" icon="add">
          新增{contents[type].title}
        </ButtonLink>
      }
    >
      <ContentList type={type} editPath={`${path}Edit`} />
    </PageFrame>
  )
}

function EditRoute({ type, path }: { type: ContentName; path: string }) {
  const [search] = useSearchParams()
  const { mode, id } = editAskedIn(search)
  const list = path.slice(0, -'Edit'.length)
  const { title } = contents[type]
  const crumbs = [{ label: title, to: list }]
  if (id === null && mode !== 'add')
    return (
      <PageFrame title={`${editModeLabels[mode]}${title}`} crumbs={crumbs}>
        <WithoutNumber list={list} label={title} />
      </PageFrame>
    )
  return (
    <OpenedContent
      type={type}
      id={id}
      mode={mode}
      list={list}
      crumbs={crumbs}
      address={(made) => `${path}?id=${made}`}
    />
  )
}
