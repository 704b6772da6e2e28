import { useState } from 'react'
import { why, type Why } from '../../../catalogue/contract/archive/permission.ts'
import type { UserLine } from '../../../catalogue/contract/administration/users.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { PersonPicker } from './person-picker.tsx'
import { definitions, verbLabels } from './words.ts'

const types = definitions.filter(({ owner }) => owner === 'teacher')

/** A person, a teacher, perhaps a type of record: whether the one sees the other's, step by step. */
export function WhyView() {
  const [viewer, setViewer] = useState<UserLine | null>(null)
  const [subject, setSubject] = useState<UserLine | null>(null)
  const [type, setType] = useState('')
  const [answer, setAnswer] = useState<Why | null>(null)
  const { busy, faults, setFaults, run } = useAct(['identityId', 'subjectId', 'type'])
  const ask = () => {
    if (!viewer || !subject) {
      setFaults({
        ...(!viewer && { identityId: '请先搜索并选定谁在看' }),
        ...(!subject && { subjectId: '请先搜索并选定看谁的档案' }),
      })
      return
    }
    void run(async () => {
      const query = { identityId: viewer.identityId, subjectId: subject.identityId, type }
      setAnswer(
        await api.get('/api/v1/permission/why', {
          schema: why,
          query: type === '' ? { ...query, type: undefined } : query,
        }),
      )
    })
  }
  // An answer about somebody else is worse than none.
  const anew =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setAnswer(null)
    }
  return (
    <div className="permission-panels">
      <Panel title="问谁看谁">
        <div className="permission-ask">
          <PersonPicker
            label="谁在看"
            chosen={viewer}
            fault={faults['identityId']}
            onChoose={anew(setViewer)}
          />
          <PersonPicker
            label="看谁的档案"
            role={2}
            chosen={subject}
            fault={faults['subjectId']}
            onChoose={anew(setSubject)}
          />
          <label className="x-labelled">
            哪一类记录
            <select value={type} onChange={(event) => anew(setType)(event.target.value)}>
              <option value="">整个档案</option>
              {types.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        </div>
        {faults['form'] !== undefined && <ErrorBox title="查询失败" detail={faults['form']} />}
        <Button look="primary" busy={busy} onClick={ask}>
          查询
        </Button>
      </Panel>
      {answer && <Answer answer={answer} />}
    </div>
  )
}

function Answer({ answer: { allowed, viewer, subject, steps, records } }: { answer: Why }) {
  return (
    <Panel
      title={allowed ? '能看到' : '看不到'}
      beside={<span className="x-soft">{`${viewer} → ${subject}`}</span>}
    >
      <ol className="permission-steps">
        {steps.map(({ title, ok, text }) => (
          <li key={title} data-ok={ok}>
            <Icon name={ok ? 'check' : 'close'} />
            <b>{title}</b>
            <span>
              <span className="x-hidden">{ok ? '通过：' : '到此为止：'}</span>
              {text}
            </span>
          </li>
        ))}
      </ol>
      {records.length > 0 && (
        <ul className="permission-records">
          {records.map(({ id, sees, text, can, masked }, i) => (
            <li key={id}>
              <p>
                <b>
                  第 {i + 1} 条：{sees ? '看得到' : '看不到'}
                </b>
                　{text}
              </p>
              {sees && (
                <p className="x-soft x-dense">
                  {can.length > 0 ? `可以${can.map((verb) => verbLabels[verb]).join('、')}` : '只能看'}
                  {masked.length > 0 && `；只显示首尾：${masked.join('、')}`}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
