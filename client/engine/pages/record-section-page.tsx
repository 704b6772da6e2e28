import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { sideOf } from '../../../catalogue/rules/sides.ts'
import type { ListRow } from '../../../catalogue/contract/archive/records.ts'
import { useRecordList } from '../data/queries.ts'
import { stateColumn } from '../list/columns.tsx'
import { RecordList } from '../list/record-list.tsx'
import { mayUrge, useRecordActs, type RecordActs, type Subject } from '../record/use-record-acts.tsx'
import { useSession } from '../../platform/session/session.ts'
import '../engine.css'
import { usePageState, type PageState, type PageType } from './page-state.ts'
import { RecordEditor } from './record-editor.tsx'
import { RecordPage } from './record-page.tsx'
import { TypeTabs } from './type-tabs.tsx'

/** A section of the teacher’s own archive: one record, or a list of them. */
export function RecordSectionPage() {
  const page = usePageState()
  const { current, id, isNew, edit, go, field, entry } = page
  if (!current)
    return (
      <PageFrame title={entry.title}>
        <Empty text="该栏目暂未开通。" />
      </PageFrame>
    )
  const back = `${entry.path}${page.types.length > 1 ? `?tab=${current.name}` : ''}`
  if (isNew || (id !== null && edit)) {
    return (
      <RecordEditor
        key={isNew ? 'new' : `${current.name}/${id}`}
        definition={current.definition}
        id={id}
        side="teacher"
        crumbs={[{ label: entry.title, to: back }]}
        focus={field}
        onCreated={(made) => go({ id: made, isNew: true }, { replace: true })}
        onDone={(done) => go(current.definition.cardinality === 'one' ? {} : { id: done })}
        onCancel={() => go(isNew || current.definition.cardinality === 'one' ? {} : { id })}
      />
    )
  }
  if (current.definition.cardinality === 'one') return <OnlyRecord page={page} type={current} />
  if (id !== null) {
    return (
      <RecordPage
        key={id}
        definition={current.definition}
        id={id}
        crumbs={[
          { label: entry.title, to: back },
          ...(current.label === entry.title ? [] : [{ label: current.label }]),
        ]}
        onEdit={() => go({ id, edit: true })}
        onGone={() => go({})}
      />
    )
  }
  return <Section page={page} type={current} />
}

/** A type with one record per teacher: the record is shown without a list. */
function OnlyRecord({ page, type }: { page: PageState; type: PageType }) {
  const reads = useReadsOnly()
  const { entry, go } = page
  const { data } = useRecordList(type.name, {})
  const [row] = data?.list ?? []
  const crumbs = page.types.length > 1 ? [{ label: entry.title }] : []
  if (row) {
    return (
      <RecordPage
        key={row.id}
        definition={type.definition}
        id={row.id}
        title={entry.title}
        crumbs={crumbs}
        head={<TypeTabs page={page} />}
        onEdit={() => go({ id: row.id, edit: true })}
        onGone={() => go({})}
      />
    )
  }
  const byOwner = type.definition.regime === 'own' || type.definition.regime === 'reviewed'
  return (
    <PageFrame title={entry.title} crumbs={crumbs}>
      <TypeTabs page={page} />
      {!data ? (
        <Skeleton lines={10} />
      ) : (
        <Empty
          text={
            byOwner
              ? `暂无${type.label}记录。`
              : `${type.label}由学校建立，建立后您可以补充和修改自己的部分。`
          }
          action={
            byOwner &&
            !reads && (
              <Button look="primary" icon="add" onClick={() => go({ isNew: true })}>
                填写{type.label}
              </Button>
            )
          }
        />
      )}
    </PageFrame>
  )
}

const after = [stateColumn]

/** Whether the reader has left the region: they begin nothing new. */
const useReadsOnly = () => (useSession()?.reads_only ?? null) !== null

function Section({ page, type }: { page: PageState; type: PageType }) {
  const { entry, go } = page
  const acts = useRecordActs(type.definition)
  const reads = useReadsOnly()
  const writable = !reads && type.definition.regime !== 'recorded' && type.definition.regime !== 'mixed'
  const add = writable && (
    <Button look="primary" icon="add" onClick={() => go({ isNew: true })}>
      新增{type.label}
    </Button>
  )
  return (
    <PageFrame title={entry.title} note={noteOf(type)} actions={add}>
      <TypeTabs page={page} />
      <RecordList
        definition={type.definition}
        plain
        after={after}
        verb="查看"
        onOpen={(row) => go({ id: row.id })}
        acts={(row) => (
          <RowActs row={row} acts={acts} verb={verbOf(type)} onEdit={() => go({ id: row.id, edit: true })} />
        )}
        empty={`暂无${type.label}。`}
        emptyAction={add}
      />
      {acts.dialog}
    </PageFrame>
  )
}

function noteOf({ definition }: PageType): string {
  if (definition.regime === 'recorded') return '由学校登记，如有误可申请更正'
  if (definition.regime === 'own') return '由本人维护，保存就生效'
  return '填好后提交审核，通过后生效'
}

/** What a teacher does to a record: of one that the school registers, the part that is left to him. */
function verbOf({ definition }: PageType): string {
  const own = Object.values(definition.fields).filter((field) => sideOf(definition, field) === 'teacher')
  return definition.regime === 'recorded' && own.length === 1 ? `填写${own[0]?.label ?? ''}` : '修改'
}

const subjectOf = (row: ListRow): Subject => ({ ...row, hasEffective: row.effective })

/** The acts of a row, which the server sends with it (`can`). */
function RowActs({
  row,
  acts,
  verb,
  onEdit,
}: {
  row: ListRow
  acts: RecordActs
  verb: string
  onEdit: () => void
}) {
  const subject = subjectOf(row)
  const word = (label: string) => ({ 'aria-label': `${label} ${row.summary}` })
  return (
    <>
      {row.can.includes('edit') && (
        <button type="button" className="xr-link" {...word(verb)} onClick={onEdit}>
          {verb}
        </button>
      )}
      {row.can.includes('withdraw') && (
        <button
          type="button"
          className="xr-link"
          {...word('撤回')}
          onClick={() => void acts.withdraw(subject)}
        >
          撤回
        </button>
      )}
      {mayUrge(row) && (
        <button type="button" className="xr-link" {...word('催办')} onClick={() => void acts.urge(subject)}>
          催办
        </button>
      )}
      {row.can.includes('delete') && (
        <button type="button" className="xr-link" {...word('删除')} onClick={() => void acts.remove(subject)}>
          {row.effective && row.pending ? '放弃改动' : '删除'}
        </button>
      )}
    </>
  )
}
