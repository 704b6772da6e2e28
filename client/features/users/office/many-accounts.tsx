import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { accountFields } from '../../../../catalogue/access/account-fields.ts'
import { keptRoles } from '../../../../catalogue/access/office-accounts.ts'
import type { Role } from '../../../../catalogue/access/roles.ts'
import {
  mostCodes,
  type AccountRowsAnswer,
} from '../../../../catalogue/contract/administration/office-accounts.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { useLeaveGuard } from '../../../engine/form/leave-guard.ts'
import { PastePanel } from '../../../engine/pasted/paste-panel.tsx'
import { PastedTable } from '../../../engine/pasted/pasted-table.tsx'
import { readPasted, type PastedShape } from '../../../engine/pasted/read-pasted.ts'
import { useAct } from '../../../platform/api/use-act.ts'
import { useSession } from '../../../platform/session/session.ts'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { CodesSheet } from './codes-sheet.tsx'
import { useGiveMany } from './use-accounts.ts'

/**
 * Many new accounts pasted from a spreadsheet: read, checked by the server, then opened, with the codes to
 * hand out.
 */
export function ManyAccounts({ entry }: { entry: PageEntry }) {
  const session = useSession()
  const { pathname } = useLocation()
  if (!session) return null
  return (
    <PageFrame title="批量新增账号" crumbs={[{ label: entry.title, to: pathname }]}>
      <Paste role={session.role} />
    </PageFrame>
  )
}

function shapeFor(role: Role): PastedShape {
  const fields = accountFields(keptRoles(role))
  const columns = Object.entries(fields).map(([key, { label, required }]) => ({ key, label, required }))
  return { columns, fields, given: {} }
}

/** Heads and one line to begin with. */
const sampleOf = ({ columns }: PastedShape): string => {
  const example: Readonly<Record<string, string>> = {
    name: '林疏影',
    mobile: '13800000000',
    role: '教师',
    institution: '第一小学',
  }
  const lines = [columns.map(({ label }) => label), columns.map(({ key }) => example[key] ?? '')]
  return lines.map((cells) => cells.join('\t')).join('\n')
}

function Paste({ role }: { role: Role }) {
  const [text, setText] = useState('')
  const [told, setTold] = useState<AccountRowsAnswer | null>(null)
  const { busy, faults, run } = useAct([])
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const give = useGiveMany()
  const shape = useMemo(() => shapeFor(role), [role])
  const pasted = useMemo(() => readPasted(text, shape), [text, shape])
  const { rows } = pasted
  const given = told !== null && told.codes.length > 0
  const pass = useLeaveGuard(text !== '' && !given)
  const unread = rows.some((row) => Object.keys(row.faults).length > 0)
  const clean = told !== null && told.rows.every((row) => row.faults.length === 0)
  const unfit = rows.length === 0 || rows.length > mostCodes || unread
  const ask = async (check: boolean) => {
    const answer = await give(
      check,
      rows.map(({ sent }) => sent),
    )
    setTold(answer)
    if (answer.codes.length > 0) notify.success(`已新增 ${answer.codes.length} 个账号`)
  }
  const leave = () => {
    pass()
    void navigate(pathname)
  }
  if (given) return <CodesSheet codes={{ list: told.codes }} onClose={leave} />
  return (
    <div className="users-form">
      <PastePanel
        label="账号名单"
        columns={shape.columns}
        note="账号、证件号、手机号至少填一项；接通短信的一次性密码发到手机，其他的新增后显示一次，供打印。"
        sample={sampleOf(shape)}
        text={text}
        pasted={pasted}
        most={mostCodes}
        onChange={(next) => {
          setText(next)
          setTold(null)
        }}
      />
      {rows.length > 0 && (
        <Panel title={`第二步：核对 ${rows.length} 行`} flush>
          <PastedTable pasted={pasted} told={told?.rows ?? null} />
        </Panel>
      )}
      {faults['form'] !== undefined && (
        <ErrorBox title="办理失败" detail={faults['form']} kept="粘贴的内容都还在" />
      )}
      <div className="users-acts">
        <Button
          look={clean ? 'plain' : 'primary'}
          busy={busy}
          disabled={unfit}
          onClick={() => void run(() => ask(true))}
        >
          核对
        </Button>
        <Button
          look={clean ? 'primary' : 'plain'}
          busy={busy}
          disabled={!clean}
          onClick={() => void run(() => ask(false))}
        >
          {rows.length === 0 ? '新增账号' : `新增这 ${rows.length} 个账号`}
        </Button>
        <ButtonLink to={pathname}>返回列表</ButtonLink>
      </div>
    </div>
  )
}
