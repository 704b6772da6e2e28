import { Fragment } from 'react'
import { contents } from '../../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../../catalogue/contents/define.ts'
import type { ContentFinding, ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { FieldRow } from '../../../engine/form/field-row.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { ViewOnly } from '../../../ui/forms/view-only.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { audienceKeys } from '../review/reader-view.tsx'
import { ContentSurroundings } from '../content-surroundings.tsx'
import { Findings, useFindings } from './findings.tsx'
import { EditBar } from './edit-bar.tsx'
import { NearPanel } from '../near.tsx'
import { Looks } from './looks.tsx'
import { Publishing } from './publishing.tsx'
import { ReachPanel } from './reach-panel.tsx'
import { useActs } from './use-acts.ts'
import { useContentForm, type ContentFormState } from './use-content-form.ts'
import { Versions } from './versions.tsx'

/** Keys of the fields that stand beside the text, with what concerns publishing. */
const besideKeys = (type: ContentName): readonly string[] => {
  const { confirms } = contents[type]
  return [...audienceKeys(contents[type]), ...(confirms ? [confirms] : [])]
}

/**
 * One content to be written and published, or with `view` null a new one: the text, beside it everything that
 * concerns publishing, below it the acts. `address` is where one stands by its number.
 */
export function ContentEdit({
  type,
  view,
  address,
  onGone,
}: {
  type: ContentName
  view: ContentView | null
  address: (id: number) => string
  onGone: () => void
}) {
  const content = useContentForm({ type, view, address })
  const acts = useActs({ type, view, content, onGone })
  const { typed } = content.form
  const beside = besideKeys(type)
  return (
    <ContentSurroundings files={view?.files}>
      <div className="contents-edit">
        <div className="contents-main">
          <WorkingCopy type={type} view={view} content={content} />
          {view && <Looks type={type} view={view} />}
          {view && <Versions type={type} view={view} />}
        </div>
        <div className="contents-main">
          <Publishing view={view} acts={acts} content={content}>
            {beside.length > 0 && (
              <div className="contents-beside" key={content.form.round}>
                <ContentFields keys={beside} content={content} />
              </div>
            )}
          </Publishing>
          {view && <NearPanel type={type} view={view} unsaved={typed} />}
          {view && <ReachPanel type={type} view={view} unsaved={typed} />}
        </div>
      </div>
      <EditBar type={type} view={view} content={content} acts={acts} />
    </ContentSurroundings>
  )
}

/** Some fields of the form, with what was found in their files. */
function ContentFields(props: {
  keys: readonly string[]
  content: ContentFormState
  found?: readonly ContentFinding[]
}) {
  const { keys, content, found = [] } = props
  const { form, faults, fields } = content
  return keys.map((key) => {
    const field = fields[key]
    return (
      field && (
        <Fragment key={key}>
          <FieldRow
            name={key}
            field={field}
            value={form.values[key]}
            row={form.values}
            required={field.required}
            fault={faults[key]}
            onSet={content.change}
            onLeave={leave}
          />
          <Findings found={found.filter((one) => one.field === key)} />
        </Fragment>
      )
    )
  })
}

interface WorkingCopyProps {
  readonly type: ContentName
  readonly view: ContentView | null
  readonly content: ContentFormState
}

/** The form of the working copy, with what has to be known before one types. */
function WorkingCopy({ type, view, content }: WorkingCopyProps) {
  const { form, faults } = content
  const { typed } = form
  const beside = besideKeys(type)
  const found = useFindings(type, form.values)
  const keys = Object.keys(content.fields).filter((key) => !beside.includes(key))
  return (
    <Panel
      title={view ? '内容' : `新的${contents[type].title}`}
      extra={form.kept && typed && <span>上次没保存的填写已恢复</span>}
    >
      {view?.state === 'inReview' && <p className="x-soft">正在审核。改动保存后审核即撤回，要重新送审。</p>}
      {view?.remark && <p className="contents-remark">退回意见：{view.remark}</p>}
      {typed && form.newer !== null && <NewerText onKeep={content.keepMine} onTake={content.startAnew} />}
      {faults['form'] && <ErrorBox title="办理失败，您的填写已保留" detail={faults['form']} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void content.save()
        }}
      >
        <ViewOnly on={view !== null && !view.can.includes('edit')}>
          <div className="contents-fields" key={form.round}>
            <ContentFields keys={keys} content={content} found={found} />
          </div>
        </ViewOnly>
      </form>
    </Panel>
  )
}

/** Another person saved a version meanwhile: what was typed here is kept until the person chooses. */
function NewerText({ onKeep, onTake }: { onKeep: () => void; onTake: () => void }) {
  return (
    <div role="alert" className="contents-remark">
      <p>您填写期间，该内容已保存新版本。您的填写保留在下方，尚未保存。</p>
      <div className="contents-acts">
        <Button onClick={onKeep}>保留我的填写</Button>
        <Button onClick={onTake}>放弃我的填写，看新的版本</Button>
      </div>
    </div>
  )
}

/** Nothing is judged before a content is handed in. */
const leave = () => undefined
