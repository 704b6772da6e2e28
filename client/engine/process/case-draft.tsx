import type { ComponentType } from 'react'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { formsOf } from '../../../catalogue/processes/reading.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { useFocusOnFault } from '../../ui/forms/use-focus-on-fault.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { useLeaveGuard } from '../form/leave-guard.ts'
import { CaseFields } from './case-fields.tsx'
import { CaseMoves } from './case-moves.tsx'
import { PeoplePart } from './people-part.tsx'
import { useCaseForm, type CaseForm } from './use-case-form.ts'

/** The form of a case while its office fills it in. It saves itself; handing in is a button of its own. */
export function CaseDraft({
  definition,
  view,
  Beside,
}: {
  definition: AnyProcess
  view: CaseView
  Beside?: BesideCase | undefined
}) {
  const form = useCaseForm(view)
  useLeaveGuard(form.unsaved)
  useFocusOnFault('.process-draft', form.faults)
  const rest = Object.entries(form.faults).filter(([key]) => !Object.hasOwn(definition.fields, key))
  return (
    <div className="process-draft">
      {form.saving.step === 'newer' && <Newer form={form} />}
      {rest.length > 0 && (
        <ErrorBox
          title="还不能提交"
          detail={rest.map(([, message]) => message).join('；')}
          kept="填写的内容都还在"
        />
      )}
      <Panel title={titleOf(definition, view.opens)} extra={<SaveState form={form} />}>
        <CaseFields
          definition={definition}
          stages={view.opens}
          values={form.values}
          faults={form.faults}
          rules={view.fileRules}
          onSet={form.set}
        />
        {view.warnings.map(({ field, message }) => (
          <p key={`${field} ${message}`} className="xr-help">
            提醒：{message}
          </p>
        ))}
      </Panel>
      <PeoplePart definition={definition} view={view} />
      {Beside && <Beside view={view} />}
      <CaseMoves
        definition={definition}
        view={view}
        before={form.save}
        onRefused={(faults) => form.show(faults)}
      />
    </div>
  )
}

/** Part of a feature below the form of a case; it gets the form as last saved. */
export type BesideCase = ComponentType<{ readonly view: CaseView }>

const titleOf = (definition: AnyProcess, opens: readonly string[]): string =>
  formsOf(definition)
    .filter(({ stage }) => opens.includes(stage))
    .map(({ title }) => title)
    .join('、')

function SaveState({ form: { saving, unsaved } }: { form: CaseForm }) {
  return (
    <output className="xr-save" data-testid="save-line">
      {saving.step === 'saving' && '正在保存…'}
      {saving.step === 'failed' &&
        (saving.unanswered ? (
          '连不上网络或服务器，网络恢复后自动保存。填写的内容都在。'
        ) : (
          <span className="xr-fault">没有保存成：{saving.message}　填写的内容还在</span>
        ))}
      {saving.step !== 'saving' && saving.step !== 'failed' && unsaved && '有改动，停下几秒后自动保存草稿'}
      {saving.step === 'saved' && !unsaved && (
        <>
          草稿已保存　
          <span className="x-num">{saving.at.toLocaleTimeString('zh-CN', { hour12: false })}</span>
        </>
      )}
      {saving.step === 'idle' && !unsaved && '没有未保存的改动'}
    </output>
  )
}

function Newer({ form }: { form: CaseForm }) {
  return (
    <div className="x-panel process-newer" role="alert">
      <p>同事刚改过该表。您填的还在，没有覆盖对方的。</p>
      <Button onClick={() => void form.goOn(true)}>在对方的基础上保留我填的</Button>
      <Button look="text" onClick={() => void form.goOn(false)}>
        放弃我填的，看对方的
      </Button>
    </div>
  )
}
