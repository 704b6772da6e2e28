import { useId, useState } from 'react'
import type { MessageTemplate } from '../../../catalogue/contract/account/message-templates.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useTemplates } from './use-templates.ts'

type Text = Pick<MessageTemplate, 'title' | 'content'>

/** Templates of the office: one is taken over, what is typed is kept as one, one is deleted. */
export function TemplateBar({ text, onTake }: { text: Text; onTake: (text: Text) => void }) {
  const id = useId()
  const { list, keep, drop } = useTemplates()
  const [chosen, setChosen] = useState('')
  const [naming, setNaming] = useState(false)
  const take = (name: string) => {
    setChosen(name)
    const found = list.find((one) => one.name === name)
    if (found) onTake({ title: found.title, content: found.content })
  }
  const remove = async () => {
    const title = `删除模板“${chosen}”？`
    const said = '本单位其他人也不能再用；已经发出的消息不受影响。'
    if (!(await confirm({ title, text: said, ok: '删除模板', danger: true }))) return
    drop.mutate(chosen, { onSuccess: () => setChosen('') })
  }
  const ready = text.title.trim() !== '' && text.content.trim() !== ''
  return (
    <div className="messages-templates">
      <div className="x-labelled">
        <label htmlFor={id}>套用模板</label>
        <select id={id} value={chosen} onChange={(event) => take(event.target.value)}>
          <option value="">{list.length === 0 ? '本单位暂无模板' : '不套用'}</option>
          {list.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      {chosen !== '' && (
        <Button look="text" icon="trash" busy={drop.isPending} onClick={() => void remove()}>
          删除该模板
        </Button>
      )}
      {ready && !naming && (
        <Button look="text" onClick={() => setNaming(true)}>
          存为模板
        </Button>
      )}
      {naming && (
        <Naming
          first={chosen}
          fault={keep.error ? sentenceOf(keep.error) : undefined}
          busy={keep.isPending}
          onClose={() => setNaming(false)}
          onName={(name) =>
            keep.mutate(
              { name, title: text.title, content: text.content },
              {
                onSuccess: () => {
                  setChosen(name)
                  setNaming(false)
                },
              },
            )
          }
        />
      )}
    </div>
  )
}

function Naming({
  first,
  fault,
  busy,
  onName,
  onClose,
}: {
  first: string
  fault: string | undefined
  busy: boolean
  onName: (name: string) => void
  onClose: () => void
}) {
  const [name, setName] = useState(first)
  const [missing, setMissing] = useState(false)
  return (
    <div className="messages-naming">
      <TextField
        label="模板名称"
        value={name}
        maxLength={30}
        fault={missing && name.trim() === '' ? '请填写模板名称' : fault}
        help="本单位的人都可以用；同名的替换。"
        onChange={setName}
      />
      <Button onClick={onClose}>不存了</Button>
      <Button busy={busy} onClick={() => (name.trim() === '' ? setMissing(true) : onName(name.trim()))}>
        保存模板
      </Button>
    </div>
  )
}
