import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { FieldMap } from '../../../catalogue/define.ts'
import { dict, longText, teacher, year } from '../../../catalogue/field.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import type { Values } from '../../engine/values.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useTalentActs } from './use-talents.ts'

const fields: FieldMap = {
  teacherId: teacher('教师', { required: true, help: '只能选本范围内在职的教师' }),
  kind: dict('类别', 'highLevelKind', { required: true }),
  level: dict('级别', 'talentLevel'),
  year: year('获得年份'),
  reason: longText('列入的依据', {
    required: true,
    maxLength: 200,
    help: '写明文件或认定的会议，名单和办理记录里都会显示',
  }),
}

const stay = () => undefined

/** Adds somebody to a list by hand, with the reason. */
export function AddByHand({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { add } = useTalentActs()
  const first = Math.trunc(Number(search.get('teacher'))) || null
  const [values, setValues] = useState<Values>({ teacherId: first })
  const { busy, faults, run } = useAct(Object.keys(fields))
  const pass = useLeaveGuard(Object.entries(values).some(([key, value]) => key !== 'teacherId' && value))
  const save = async () => {
    const given = Object.entries(values).filter(([, value]) => value !== null && value !== '')
    await add(Object.fromEntries(given))
    pass()
    await navigate(entry.path)
  }
  return (
    <PageFrame title="人工列入" crumbs={[{ label: entry.title, to: entry.path }]}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run(save)
        }}
      >
        <Panel title="列入名单">
          {faults['form'] !== undefined && (
            <ErrorBox title="没有列入" detail={faults['form']} kept="填写的内容都还在" />
          )}
          <div className="talents-fields">
            {Object.entries(fields).map(([key, field]) => (
              <FieldRow
                key={key}
                name={key}
                field={field}
                value={values[key] ?? null}
                row={values}
                required={field.required}
                fault={faults[key]}
                onSet={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
                onLeave={stay}
              />
            ))}
          </div>
          <div className="talents-buttons">
            <ButtonLink to={entry.path}>取消</ButtonLink>
            <Button type="submit" look="primary" busy={busy}>
              列入名单
            </Button>
          </div>
        </Panel>
      </form>
    </PageFrame>
  )
}
