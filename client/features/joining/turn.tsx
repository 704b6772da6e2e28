import { date } from '../../../catalogue/define.ts'
import type { JoinPreview } from '../../../catalogue/contract/archive/joining.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { MembershipLines } from './sides.tsx'

const on = date('从哪一天起以它为准', { required: true, help: '这一天以前以另一份为准' })

/** Where both archives name another school for one day: which one is the present one, and since when. */
export function TurnChoice(props: {
  preview: JoinPreview
  turn: { readonly present: 'kept' | 'joined' | null; readonly on: string | null }
  onChange: (turn: { present: 'kept' | 'joined' | null; on: string | null }) => void
}) {
  const { preview, turn, onChange } = props
  const { overlaps, memberships, faults } = preview
  const fault = faults.find(({ field }) => field === 'on')?.message
  const complete = turn.present !== null && turn.on !== null
  return (
    <Panel title="人事关系">
      {overlaps.length === 0 ? (
        <p className="x-soft">两份的人事关系没有冲突，合并后是：</p>
      ) : (
        <>
          <ul className="joining-days">
            {overlaps.map(({ kept, joined, from, to }) => (
              <li key={`${kept} ${joined} ${from}`}>
                <span className="x-num">
                  {from} 至 {to ?? '今'}
                </span>{' '}
                一份写着{kept}，另一份写着{joined}
              </li>
            ))}
          </ul>
          <fieldset className="joining-turn">
            <legend>现在的单位以哪一份为准</legend>
            {(['kept', 'joined'] as const).map((side) => (
              <label key={side} className="joining-choice">
                <input
                  type="radio"
                  name="present"
                  checked={turn.present === side}
                  onChange={() => onChange({ ...turn, present: side })}
                />
                <span>
                  {side === 'kept' ? '保留的一份' : '并入的一份'}（{preview[side].institution || '没有单位'}）
                </span>
              </label>
            ))}
          </fieldset>
          <div className="joining-fields">
            <FieldRow
              name="on"
              field={on}
              value={turn.on}
              row={{}}
              required
              fault={complete ? fault : undefined}
              onSet={(_, value) => onChange({ ...turn, on: typeof value === 'string' ? value : null })}
              onLeave={() => undefined}
            />
          </div>
        </>
      )}
      <div aria-live="polite">
        {memberships.length > 0 && (
          <>
            {overlaps.length > 0 && <p className="x-soft">合并后是：</p>}
            <MembershipLines list={memberships} />
          </>
        )}
      </div>
    </Panel>
  )
}
