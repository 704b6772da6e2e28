import { useState } from 'react'
import type { TemplateLine } from '../../../catalogue/contract/blueprint-templates.ts'
import type { Blueprint, PaperValue } from '../../../catalogue/papers/value.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useTemplateActs, useTemplates } from './use-templates.ts'
import './blueprint.css'

/** Beginning a blueprint from a kept one, and keeping the present one. */
export function TemplatePart({
  plan,
  of,
  onTake,
}: {
  plan: Blueprint
  of: Pick<PaperValue, 'schoolStage' | 'subject'>
  onTake: (plan: Blueprint) => void
}) {
  const { schoolStage, subject } = of
  if (schoolStage === null || subject === null)
    return <p className="x-soft x-dense">选好学段、学科以后，可以用模板，也可以把蓝图存为模板。</p>
  return (
    <div className="blueprint-template">
      <Chosen
        schoolStage={schoolStage}
        subject={subject}
        onTake={({ blueprint }) => onTake({ ...blueprint, seed: plan.seed, excluded: plan.excluded })}
      />
      <Keeping plan={plan} schoolStage={schoolStage} subject={subject} />
    </div>
  )
}

interface Subject {
  readonly schoolStage: string
  readonly subject: string
}

const makerOf = ({ own, author, org }: TemplateLine): string => (own ? '' : `（${author ?? org}）`)

function Chosen({ schoolStage, subject, onTake }: Subject & { onTake: (template: TemplateLine) => void }) {
  const list = useTemplates({ schoolStage, subject }).data?.list ?? []
  const [chosen, setChosen] = useState('')
  if (list.length === 0) return null
  return (
    <Choice
      label="用模板"
      value={chosen}
      options={list.map((one) => ({ code: String(one.id), label: `${one.title}${makerOf(one)}` }))}
      onChange={(code) => {
        setChosen(code)
        const found = list.find(({ id }) => String(id) === code)
        if (found) onTake(found)
      }}
    />
  )
}

function Keeping({ plan, schoolStage, subject }: Subject & { plan: Blueprint }) {
  const { keep } = useTemplateActs()
  const [isOpen, setOpen] = useState(false)
  const [title, setTitle] = useState('')
  const [shared, setShared] = useState(false)
  const { busy, faults, run } = useAct(['title'])
  if (!isOpen)
    return (
      <Button look="text" icon="save" onClick={() => setOpen(true)}>
        存为模板
      </Button>
    )
  const { seed: _seed, excluded: _excluded, ...blueprint } = plan
  const send = () =>
    run(async () => {
      await keep.mutateAsync({ title, schoolStage, subject, blueprint, shared })
      notify.success('已存为模板')
      setOpen(false)
      setTitle('')
    })
  return (
    <>
      <TextField
        label="模板名称"
        value={title}
        onChange={setTitle}
        fault={faults['title'] ?? faults['form']}
        maxLength={60}
      />
      <label className="paper-toggle">
        <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />
        本单位的人也能用
      </label>
      <div className="blueprint-template-acts">
        <Button look="primary" busy={busy} onClick={() => void send()}>
          保存模板
        </Button>
        <Button look="text" onClick={() => setOpen(false)}>
          取消
        </Button>
      </div>
    </>
  )
}
