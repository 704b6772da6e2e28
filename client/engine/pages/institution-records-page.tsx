import { useState } from 'react'
import { keptAbove } from '../../../catalogue/rules/sides.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { PageFrame, type Crumb } from '../../ui/layout/page-frame.tsx'
import { useOptionsById } from '../data/options.ts'
import { confirmingColumns, institutionColumn, ownerColumn, type Column } from '../list/columns.tsx'
import { useListState } from '../list/list-state.ts'
import { RecordList } from '../list/record-list.tsx'
import '../engine.css'
import { OwnerPicker } from './owner-picker.tsx'
import { usePageState, type PageState, type PageType } from './page-state.ts'
import { RecordEditor } from './record-editor.tsx'
import { RecordPage } from './record-page.tsx'
import { TypeTabs } from './type-tabs.tsx'

/** Records that an institution writes, about its teachers or about itself. */
export function InstitutionRecordsPage() {
  const page = usePageState()
  const { current, entry, id, isNew, edit, go, field } = page
  if (!current)
    return (
      <PageFrame title={entry.title}>
        <Empty text="该栏目暂未开通。" />
      </PageFrame>
    )
  const crumbs = [
    { label: entry.title, to: `${entry.path}${page.types.length > 1 ? `?tab=${current.name}` : ''}` },
  ]
  if (isNew && keeps(page, current)) return <NewRecord page={page} type={current} crumbs={crumbs} />
  if (id !== null && edit) {
    return (
      <RecordEditor
        key={`${current.name}/${id}`}
        definition={current.definition}
        id={id}
        side="institution"
        crumbs={crumbs}
        focus={field}
        onCreated={() => undefined}
        onDone={(done) => go({ id: done })}
        onCancel={() => go({ id })}
      />
    )
  }
  if (id !== null) {
    return (
      <RecordPage
        key={id}
        definition={current.definition}
        id={id}
        crumbs={crumbs}
        onEdit={() => go({ id, edit: true })}
        onGone={() => go({})}
      />
    )
  }
  return <AllRecords page={page} type={current} />
}

const isAbove = ({ role }: PageState): boolean => role !== null && role > 3

/** Whether the reader writes records of this type. Schools only read types that a higher office keeps. */
const keeps = (page: PageState, { definition }: PageType): boolean => isAbove(page) || !keptAbove(definition)

/**
 * A new record: its owner is chosen first, because the form depends on it. The owner of an institution’s
 * record is the institution: a school’s own, for those above it the chosen one.
 */
function NewRecord({ page, type, crumbs }: { page: PageState; type: PageType; crumbs: readonly Crumb[] }) {
  const { go } = page
  const of = type.definition.owner
  const { place } = useListState(type.definition).state
  const [ownerId, setOwnerId] = useState(page.owner)
  const [owner] = useOptionsById(
    of === 'teacher' ? 'teachers' : 'institutions',
    ownerId === null ? [] : [ownerId],
  )
  if (ownerId === null && (of === 'teacher' || isAbove(page))) {
    const first = of === 'institution' ? place : null
    return (
      <PageFrame
        title={`新增${type.label}`}
        crumbs={[...crumbs, { label: of === 'teacher' ? '选教师' : '选单位' }]}
      >
        <OwnerPicker of={of} first={first} onPick={setOwnerId} onCancel={() => go({})} />
      </PageFrame>
    )
  }
  return (
    <RecordEditor
      key={`new-${ownerId}`}
      definition={type.definition}
      id={null}
      side="institution"
      {...(ownerId !== null && { ownerId })}
      ownerNote={owner && `${owner.name}　${owner.note}`}
      crumbs={crumbs}
      focus={null}
      onCreated={() => undefined}
      onDone={(done) => go({ id: done })}
      onCancel={() => go({})}
    />
  )
}

const forTeachers = [ownerColumn]
const wide = [ownerColumn, institutionColumn]
const ofInstitutions = [institutionColumn]
const nothing: readonly Column[] = []

function noteOf(page: PageState, type: PageType): string {
  if (!keeps(page, type)) return '由上级教育局登记；有出入的，请告诉上级教育局'
  const by = keptAbove(type.definition) ? '教育局' : isAbove(page) ? '学校或教育局' : '学校'
  return `由${by}登记，保存即生效，保留历史`
}

function AllRecords({ page, type }: { page: PageState; type: PageType }) {
  const { entry, go } = page
  const above = isAbove(page)
  const before =
    type.definition.owner === 'teacher' ? (above ? wide : forTeachers) : above ? ofInstitutions : nothing
  const add = keeps(page, type) && (
    <Button look="primary" icon="add" onClick={() => go({ isNew: true })}>
      新增{type.label}
    </Button>
  )
  return (
    <PageFrame title={entry.title} note={noteOf(page, type)} actions={add}>
      <TypeTabs page={page} />
      <RecordList
        key={type.name}
        definition={type.definition}
        before={before}
        after={confirmingColumns(type.definition)}
        views="institution-records"
        searchHint={type.definition.owner === 'teacher' ? '姓名、拼音首字母' : '名称'}
        verb="查看"
        onOpen={(row) => go({ id: row.id })}
        acts={(row) =>
          row.can.includes('edit') && (
            <button
              type="button"
              className="xr-link"
              aria-label={`修改 ${row.ownerName} ${row.summary}`}
              onClick={() => go({ id: row.id, edit: true })}
            >
              修改
            </button>
          )
        }
        empty={`暂无${type.label}。`}
        emptyAction={add}
      />
    </PageFrame>
  )
}
