import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { agreesFor, forEverybody, teacher, writesForSelf } from '../../../catalogue/contents/agreement.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { officePath } from '../../../catalogue/contents/paths.ts'
import type { AnyContent, ContentName } from '../../../catalogue/contents/define.ts'
import { fieldsOf } from '../../../catalogue/rules/condition.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { PageTabs } from '../../engine/process/page-tabs.tsx'
import { useSession } from '../../platform/session/session.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { OpenedContent } from './opened-content.tsx'
import { ContentList } from './content-list.tsx'
import { ContentUndo } from './review/undo.tsx'

/** Who has to agree before something of this type is published; nothing where nobody has to. */
function noteOf(definition: AnyContent, role: number | undefined): string | undefined {
  const { title, approval } = definition
  if (role !== undefined && writesForSelf(definition, role))
    return `${title}写好后送审：学校先审；共享到更大范围的，再由县区、市、省逐级审核。通过后按所选范围共享。`
  if (approval?.second)
    return `${title}须由另一个人审核通过才发布：写好后送审，本单位同事先审，再按审核流程逐级上报。`
  if (role === undefined || !agreesFor(definition, role, forEverybody(definition))) return undefined
  const { visibility } = definition.audience ?? {}
  return approval?.chain.every(({ when }) => when && fieldsOf(when).every((key) => key === visibility))
    ? `${title}登录可见的，本单位直接发布；全网公开的，送上级教育局同意后发布。`
    : `${title}写好后送审，按审核流程由上级同意后发布；不须上级同意的直接发布。`
}

/**
 * What an office publishes or a teacher writes, a tab for each type that the role writes: the list, one of it
 * (`?id=`), a new one (`?new=1`).
 */
export function OfficePage({ entry, beside }: { entry: PageEntry; beside?: ReactNode }) {
  const { path, title } = entry
  const role = useSession()?.role
  const [search, setSearch] = useSearchParams()
  const types = (Object.keys(contents) as ContentName[]).filter(
    (name) =>
      role !== undefined &&
      contents[name].writers.includes(role) &&
      officePath(role, contents[name])?.startsWith(`${path}?`) === true,
  )
  const type = types.find((name) => name === search.get('tab')) ?? types[0]
  if (!type) return null
  const id = Number(search.get('id'))
  const one = Number.isInteger(id) && id > 0 ? id : null
  const isNew = search.get('new') === '1'
  const list = `${path}?tab=${type}`
  const name = contents[type].title
  if (one !== null || isNew)
    return (
      <OpenedContent
        type={type}
        id={one}
        list={list}
        crumbs={[{ label: title, to: path }, ...(types.length > 1 ? [{ label: name, to: list }] : [])]}
        address={(made) => `${list}&id=${made}`}
      />
    )
  return (
    <PageFrame
      title={title}
      note={noteOf(contents[type], role)}
      actions={
        <>
          {beside}
          {contents[type].approval && role !== teacher && (
            <ButtonLink to={`${list}&queue=mine`}>等我审核</ButtonLink>
          )}
          <ButtonLink to={`${list}&new=1`} look="primary" icon="add">
            新增{name}
          </ButtonLink>
        </>
      }
    >
      {entry.tabs && <PageTabs entry={entry} current={type} first={type} />}
      {types.length > 1 && (
        <StateTabs
          label={title}
          tabs={types.map((key) => ({ key, label: contents[key].title }))}
          current={type}
          onSelect={(key) => setSearch({ tab: key })}
        />
      )}
      {search.get('queue') === 'mine' && <ContentUndo type={type} />}
      <ContentList key={type} type={type} editPath={path} keep={{ tab: type }} />
    </PageFrame>
  )
}
