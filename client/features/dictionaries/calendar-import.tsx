import { useId, useState } from 'react'
import { calendarImported } from '../../../catalogue/contract/administration/calendar.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { Button } from '../../ui/forms/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import '../../ui/forms/labelled.css'

/**
 * The State Council's list, pasted. What is wrong is told line by line, and nothing is taken until all of it
 * is right.
 */
export function CalendarImport({ onDone }: { onDone: (year: number) => Promise<void> }) {
  const [text, setText] = useState('')
  const [faults, setFaults] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const id = useId()
  const send = async () => {
    setBusy(true)
    setFaults([])
    try {
      const { added, changed, same, year } = await api.post('/api/v1/calendarManage/import', {
        schema: calendarImported,
        body: { text },
      })
      notify.success(`已导入：新增 ${added} 天，改动 ${changed} 天，原已相同 ${same} 天`, { stay: 5000 })
      setText('')
      await onDone(year)
    } catch (error) {
      setFaults(
        error instanceof ApiError && error.errors.length > 0
          ? error.errors.map(({ message }) => message)
          : [sentenceOf(error)],
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title="粘贴放假安排">
      <div className="x-labelled">
        <label htmlFor={id}>一行一天或一段，后面写名称</label>
        <textarea
          id={id}
          className="calendar-text"
          rows={6}
          value={text}
          maxLength={20_000}
          placeholder={'2027-10-01至2027-10-07 国庆节\n2027-10-09 调休上班'}
          aria-invalid={faults.length > 0}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div id={`${id}-note`} aria-live="polite">
        {faults.map((fault) => (
          <p key={fault} className="calendar-fault">
            {fault}
          </p>
        ))}
        <p className="x-soft x-dense">
          名称里有“上班”“调休”的算上班，有“寒假”“暑假”的算寒暑假，其余算节假日。
        </p>
      </div>
      <Button look="primary" busy={busy} onClick={() => void send()}>
        导入
      </Button>
    </Panel>
  )
}
