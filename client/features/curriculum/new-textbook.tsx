import { useState } from 'react'
import { selectable, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useTextbookActs } from './use-textbooks.ts'

const codes = [
  ['stage', '学段', 'schoolStage'],
  ['subject', '学科', 'subject'],
  ['edition', '教材版本', 'textbookEdition'],
  ['grade', '年级', 'grade'],
  ['semester', '册次（可不填）', 'semester'],
] as const satisfies readonly (readonly [string, string, DictName])[]
const texts = [
  ['title', '书名'],
  ['year', '年份'],
  ['source', '依据（例如出版社、目录页）'],
] as const
type Key = (typeof codes)[number][0] | (typeof texts)[number][0]
const keys: readonly Key[] = [...codes.map(([key]) => key), ...texts.map(([key]) => key)]
const empty: Readonly<Record<Key, string>> = {
  stage: '',
  subject: '',
  edition: '',
  grade: '',
  semester: '',
  title: '',
  year: '',
  source: '',
}

/** A textbook of the own institution, before it has chapters. */
export function NewTextbook({ onDone }: { onDone: (id: number | null) => void }) {
  const { begin } = useTextbookActs()
  const { busy, faults, run } = useAct(keys)
  const [typed, setTyped] = useState(empty)
  const put = (key: Key) => (value: string) => setTyped((now) => ({ ...now, [key]: value }))
  const within = typed.stage === '' ? {} : { within: typed.stage }
  const save = () =>
    run(async () => {
      const { semester, year, ...rest } = typed
      const id = await begin({
        ...rest,
        semester: semester === '' ? null : semester,
        year: Number(year),
      })
      notify.success('已新增教材，请下载表格填写章节')
      onDone(id)
    })
  return (
    <Panel title="新增教材">
      <form
        className="curriculum-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {codes.map(([key, label, dict]) => (
          <Choice
            key={key}
            label={label}
            value={typed[key]}
            fault={faults[key]}
            options={selectable(dict, key === 'grade' || key === 'subject' ? within : {})}
            onChange={put(key)}
          />
        ))}
        {texts.map(([key, label]) => (
          <TextField
            key={key}
            required
            label={label}
            value={typed[key]}
            fault={faults[key]}
            onChange={put(key)}
            {...(key === 'year' && { inputMode: 'numeric' as const })}
          />
        ))}
        {faults['form'] !== undefined && <p className="x-labelled-fault">{faults['form']}</p>}
        <div className="curriculum-acts">
          <Button type="submit" look="primary" busy={busy}>
            保存
          </Button>
          <Button onClick={() => onDone(null)}>取消</Button>
        </div>
      </form>
    </Panel>
  )
}
