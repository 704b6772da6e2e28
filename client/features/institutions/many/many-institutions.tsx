import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  institutionRowsAnswer,
  mostRows,
  type InstitutionRowsAnswer,
  type InstitutionView,
} from '../../../../catalogue/contract/administration/institutions.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { kindsBelow } from '../../../../catalogue/institutions/kinds.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { useLeaveGuard } from '../../../engine/form/leave-guard.ts'
import { PastePanel } from '../../../engine/pasted/paste-panel.tsx'
import { PastedTable } from '../../../engine/pasted/pasted-table.tsx'
import { readPasted } from '../../../engine/pasted/read-pasted.ts'
import { api } from '../../../platform/api/api.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { useAct } from '../../../platform/api/use-act.ts'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useAddresses } from '../addresses.ts'
import { areaBelow } from '../area-below.ts'
import { KindChoice } from '../kind-choice.tsx'
import { path, useForgetAll, useInstitution } from '../use-institutions.ts'
import { pastedColumns, sampleOf, shapeOf } from './pasted.ts'

/**
 * Many institutions of one kind below one, pasted from a spreadsheet: read, checked by the server, then
 * added.
 */
export function ManyInstitutions({ parentId, entry }: { parentId: number; entry: PageEntry }) {
  const { data: parent, error, refetch } = useInstitution(parentId)
  const { list } = useAddresses()
  return (
    <PageFrame
      title="批量新增机构"
      crumbs={[{ label: entry.title, to: list }]}
      note={parent && `上级：${parent.name}`}
      actions={<ButtonLink to="/history/getHistoryUp?type=school">用工作簿连同账号一起导入</ButtonLink>}
    >
      {error && (
        <ErrorBox title="上级机构打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!parent && !error && <Skeleton lines={8} />}
      {parent && <Paste parent={parent} />}
    </PageFrame>
  )
}

function Paste({ parent }: { parent: InstitutionView }) {
  const kinds = kindsBelow(parent.level)
  const [kind, setKind] = useState(kinds[0] ?? '')
  const [text, setText] = useState('')
  const [told, setTold] = useState<InstitutionRowsAnswer | null>(null)
  const { busy, faults, run } = useAct([])
  const navigate = useNavigate()
  const addresses = useAddresses()
  const forget = useForgetAll()
  const pass = useLeaveGuard(text !== '')
  const areaCode = areaBelow(parent)
  const pasted = useMemo(() => readPasted(text, shapeOf(kind, { areaCode })), [kind, text, areaCode])
  const { rows } = pasted
  const unread = rows.some((row) => Object.keys(row.faults).length > 0)
  const ask = async (check: boolean) => {
    const body = { parentId: parent.id, kind, check, rows: rows.map(({ sent }) => sent) }
    const answer = await api.post(`${path}/many`, { schema: institutionRowsAnswer, body })
    setTold(answer)
    if (answer.added === 0) return
    await forget()
    notify.success(`已新增 ${answer.added} 个机构`)
    pass()
    void navigate(addresses.below(parent.id))
  }
  const clean = told !== null && told.rows.every((row) => row.faults.length === 0)
  const change = (next: string) => {
    setText(next)
    setTold(null)
  }
  return (
    <div className="institutions-form">
      <PastePanel
        label={`${labelOf('orgType', kind)}名单`}
        columns={pastedColumns(kind)}
        note="空着的列无需填；“所属区划”写名称或代码，不填时与上级相同。"
        sample={sampleOf(kind)}
        text={text}
        pasted={pasted}
        most={mostRows}
        onChange={change}
      >
        <KindChoice
          kinds={kinds}
          value={kind}
          onChange={(next) => {
            setKind(next)
            setTold(null)
          }}
        />
      </PastePanel>
      {rows.length > 0 && (
        <Panel title={`第二步：核对 ${rows.length} 行`} flush>
          <PastedTable pasted={pasted} told={told?.rows ?? null} />
        </Panel>
      )}
      {faults['form'] !== undefined && (
        <ErrorBox title="办理失败" detail={faults['form']} kept="粘贴的内容都还在" />
      )}
      <div className="institutions-acts">
        <Button
          look={clean ? 'plain' : 'primary'}
          large
          busy={busy}
          disabled={rows.length === 0 || rows.length > mostRows || unread}
          onClick={() => void run(() => ask(true))}
        >
          核对
        </Button>
        <Button
          look={clean ? 'primary' : 'plain'}
          large
          busy={busy}
          disabled={!clean}
          onClick={() => void run(() => ask(false))}
        >
          新增这 {rows.length} 个机构
        </Button>
        <ButtonLink to={addresses.below(parent.id)} large>
          返回
        </ButtonLink>
      </div>
    </div>
  )
}
