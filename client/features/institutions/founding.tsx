import { useState } from 'react'
import type { InstitutionView } from '../../../catalogue/contract/administration/institutions.ts'
import type { FieldMap } from '../../../catalogue/define.ts'
import { institutionFields, renaming } from '../../../catalogue/institutions/fields.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useFocusOnFault } from '../../ui/forms/use-focus-on-fault.ts'
import { FactFields } from './fact-fields.tsx'
import { KindChoice } from './kind-choice.tsx'
import { ActPanel, useSend } from './structure-acts.tsx'
import { useFacts } from './use-facts.ts'

const { name, code } = renaming
const fields = { name, areaCode: institutionFields['areaCode'], code } as FieldMap

/** Name that the first start gives the root of the tree. */
const unnamed = '平台'

/** What the installation is for and who runs it: one form, while nothing stands below the root. */
export function Founding({ view }: { view: InstitutionView }) {
  const [kind, setKind] = useState(view.kind)
  const isNew = view.name === unnamed
  const was = {
    name: isNew ? null : view.name,
    areaCode: isNew ? null : view.facts['areaCode'],
    code: view.code,
  }
  const typed = useFacts(fields, was)
  const { busy, faults, run } = useAct(Object.keys(fields))
  const send = useSend(view)
  const nothing = kind === view.kind && Object.keys(typed.changed).length === 0
  useLeaveGuard(!nothing)
  useFocusOnFault('.institutions-form', faults)
  return (
    <ActPanel
      title="本平台给谁使用"
      failed="保存失败"
      fault={faults['form']}
      onSubmit={() => void run(() => send('level', { kind, ...typed.values }, '已保存'))}
    >
      <p className="x-soft x-dense">有了下级机构或教师以后，级别不能再改；名称可以在这一页更名。</p>
      <div className="institutions-fields">
        <KindChoice kinds={['10', '20', '30']} value={kind} onChange={setKind} />
      </div>
      <FactFields fields={fields} values={typed.values} faults={faults} onSet={typed.set} />
      <Button type="submit" look="primary" busy={busy} disabled={nothing}>
        保存
      </Button>
    </ActPanel>
  )
}
