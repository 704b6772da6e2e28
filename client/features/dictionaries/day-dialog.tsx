import { useId, useState } from 'react'
import {
  calendarDay,
  dayKinds,
  type CalendarDay,
  type DayKind,
} from '../../../catalogue/contract/administration/calendar.ts'
import { api } from '../../platform/api/api.ts'
import { sentenceDate } from '../../platform/format.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { TextField } from '../../ui/forms/text-field.tsx'

const choices: readonly (readonly [DayKind | null, string])[] = [
  [null, '照星期'],
  ['1', dayKinds['1']],
  ['2', dayKinds['2']],
  ['3', dayKinds['3']],
]

/** How one day counts, and what it is called. */
export function DayDialog(props: {
  day: string
  known: CalendarDay | null
  onClose: () => void
  onKept: () => Promise<void>
}) {
  const { day, known, onClose, onKept } = props
  const dialog = useModalDialog(true, onClose)
  const { busy, faults, run } = useAct(['kind', 'name'])
  const [kind, setKind] = useState<DayKind | null>(known?.kind ?? null)
  const [name, setName] = useState(known?.name ?? '')
  const id = useId()
  const save = () =>
    run(async () => {
      await api.put(`/api/v1/calendarManage/${day}`, {
        schema: calendarDay.array(),
        body: { kind, name: kind === null ? '' : name, was: known?.kind ?? null },
      })
      await onKept()
      onClose()
    })
  return (
    <dialog ref={dialog} className="x-dialog calendar-dialog" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{sentenceDate(day)}</h2>
      {faults['form'] !== undefined && <ErrorBox title="保存失败" detail={faults['form']} />}
      <form
        id={`${id}-form`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <fieldset>
          <legend>这一天怎么算</legend>
          {choices.map(([value, label]) => (
            <label key={label}>
              <input
                type="radio"
                name={`${id}-kind`}
                checked={kind === value}
                onChange={() => setKind(value)}
              />
              {label}
            </label>
          ))}
          {faults['kind'] !== undefined && <p className="calendar-fault">{faults['kind']}</p>}
        </fieldset>
        {kind !== null && (
          <TextField
            label="名称"
            value={name}
            maxLength={30}
            fault={faults['name']}
            help="如 国庆节"
            onChange={setName}
          />
        )}
      </form>
      <footer>
        <Button onClick={onClose}>取消</Button>
        <Button look="primary" type="submit" form={`${id}-form`} busy={busy}>
          保存
        </Button>
      </footer>
    </dialog>
  )
}
