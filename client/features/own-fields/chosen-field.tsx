import type { OwnTypeView } from '../../../catalogue/contract/own-fields.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { today } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { FieldEditor, faultsOfField } from './field-editor.tsx'
import { StricterEditor } from './stricter-editor.tsx'
import type { OwnDraftState } from './use-own-draft.ts'

/** The field that is open: one of the office's own, or a shipped one that the highest office may tighten. */
export function ChosenField({
  view,
  facts,
  draft,
  errors,
  chosen,
}: {
  view: OwnTypeView
  facts: AnyRecord
  draft: OwnDraftState
  errors: readonly FieldFault[]
  chosen: string
}) {
  const at = draft.body.fields.findIndex(({ key }) => key === chosen)
  const field = draft.body.fields[at]
  const shipped = facts.fields[chosen]
  const regime = draft.body.record?.regime ?? facts.regime
  const sections = draft.body.record
    ? draft.body.fields.map((one) => one.section)
    : facts.pages.form.map(({ title }) => title)
  const isPublished = view.body.fields.some((one) => one.key === chosen)
  if (shipped && view.isTop)
    return (
      <Panel title={shipped.label}>
        <StricterEditor
          fieldKey={chosen}
          field={shipped}
          body={draft.body}
          faultAt={(path) => errors.find((one) => one.field.replace(/^body\./, '') === path)?.message}
          onChange={draft.setBody}
        />
      </Panel>
    )
  if (!field)
    return (
      <Panel title="栏目设置">
        <Empty text="尚未新增栏目。点左侧“新增栏目”开始。" />
      </Panel>
    )
  return (
    <Panel title={field.label || '新栏目'} beside={<span className="x-faint">{field.key}</span>}>
      <FieldEditor
        field={field}
        isPublished={isPublished}
        sections={[...new Set(sections)]}
        hasTwoWriters={
          regime === 'mixed' || (regime === 'recorded' && draft.body.record?.owner !== 'institution')
        }
        faultAt={faultsOfField(errors, at)}
        onChange={draft.put}
      />
      <EndOrRemove
        isPublished={isPublished}
        ended={field.ended}
        faultAt={faultsOfField(errors, at)}
        onRemove={() => draft.remove(field.key)}
        onEnd={(ended) => {
          const { ended: _before, ...open } = field
          draft.put(ended ? { ...open, ended } : open)
        }}
      />
    </Panel>
  )
}

function EndOrRemove(props: {
  isPublished: boolean
  ended: { from: string; says: string } | undefined
  faultAt: (part: string) => string | undefined
  onRemove: () => void
  onEnd: (ended: { from: string; says: string } | null) => void
}) {
  const { isPublished, ended, faultAt, onRemove, onEnd } = props
  if (!isPublished)
    return (
      <Button look="text" onClick={onRemove}>
        删除该栏目
      </Button>
    )
  if (ended)
    return (
      <div className="own-pair">
        <TextField
          label="自何日起停用"
          type="date"
          value={ended.from}
          fault={faultAt('ended.from')}
          onChange={(from) => onEnd({ ...ended, from })}
        />
        <TextField
          label="停用说明"
          maxLength={60}
          value={ended.says}
          fault={faultAt('ended.says')}
          onChange={(says) => onEnd({ ...ended, says })}
        />
        <Button look="text" onClick={() => onEnd(null)}>
          恢复使用
        </Button>
      </div>
    )
  return (
    <Button look="text" onClick={() => onEnd({ from: today(), says: '' })}>
      停用该栏目（已填的保留）
    </Button>
  )
}
