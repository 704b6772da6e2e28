import { useState } from 'react'
import { viewMinutes } from '../../../catalogue/contract/administration/view-as.ts'
import type { UserLine } from '../../../catalogue/contract/administration/users.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { beginViewing } from '../../platform/session/viewing.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { PersonPicker } from './person-picker.tsx'

/** Whose eyes, and why: from then on the whole portal shows what that person sees. */
export function ViewAsView() {
  const [viewed, setViewed] = useState<UserLine | null>(null)
  const [reason, setReason] = useState('')
  const { busy, faults, setFaults, run } = useAct(['identityId', 'reason'])
  const begin = () => {
    if (viewed === null) setFaults({ identityId: '请先搜索并选定以谁的身份查看' })
    else void run(() => beginViewing(viewed.identityId, reason))
  }
  return (
    <div className="permission-panels">
      <Panel title="以其身份查看">
        <p className="x-soft">
          看到的就是对方看到的：只能看，不能办理，至多 {viewMinutes}{' '}
          分钟；证件号等仍只显示首尾。开始、结束和看过的每一页都以您的名义记入日志，教师在“谁看过我的档案”里看得到。
        </p>
        <div className="permission-ask">
          <PersonPicker
            label="以谁的身份"
            chosen={viewed}
            fault={faults['identityId']}
            onChoose={setViewed}
          />
          <TextField
            label="原因"
            value={reason}
            maxLength={200}
            fault={faults['reason']}
            help="如 教师来电说看不到学历记录"
            onChange={setReason}
          />
        </div>
        {faults['form'] !== undefined && <ErrorBox title="开始失败" detail={faults['form']} />}
        <Button look="primary" icon="eye" busy={busy} onClick={begin}>
          开始查看
        </Button>
      </Panel>
    </div>
  )
}
