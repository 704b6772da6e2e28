import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { EntryPairs } from '../../../../catalogue/contract/support-entries.ts'
import { dictionary, labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { casePath } from '../../../../catalogue/processes/paths.ts'
import { amountOfKind, supportEntryKinds as kinds } from '../../../../catalogue/support/kinds.ts'
import { useAct } from '../../../platform/api/use-act.ts'
import { thousands } from '../../../platform/format.ts'
import { useSession } from '../../../platform/session/session.ts'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Choice } from '../../../ui/forms/choice.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useConfirmedSums, useEntryBeginning, useEntryPairs, useSilentEntries } from './use-entries.ts'
import '../support.css'

const writes = (role: number) => role >= 3 && role <= 5

/** What stands above the list of the ledger: sums of what was confirmed, what nobody answers, and a new entry. */
export function LedgerHead() {
  const role = useSession()?.role ?? 0
  const pairs = useEntryPairs(writes(role)).data?.list ?? []
  return (
    <div className="support-ledger">
      <Sums query={allOfThem} />
      <Silent />
      {pairs.length > 0 && <NewEntry pairs={pairs} />}
    </div>
  )
}

const allOfThem = {}

/** What both sides confirmed, in one line; of one agreement where the query names it. */
export function Sums({ query }: { query: Readonly<Record<string, string>> }) {
  const { data } = useConfirmedSums(query)
  if (!data) return null
  if (data.entries === 0)
    return <p className="x-soft">暂无双方都确认的台账；确认以后在这里合计，待确认和有异议的不计。</p>
  return (
    <p className="support-sums" data-testid="support-sums">
      <span>
        <b className="x-num">{data.entries}</b> 条双方已确认
      </span>
      {data.byKind.map((one) => {
        const [many, unit] = amountOfKind(one)
        return (
          <span key={one.kind}>
            {labelOf('supportEntryKind', one.kind)} <b className="x-num">{thousands(many)}</b> {unit}
          </span>
        )
      })}
      {data.hours > 0 && (
        <span>
          学时 <b className="x-num">{data.hours}</b>
        </span>
      )}
    </p>
  )
}

function Silent() {
  const role = useSession()?.role ?? 0
  const { data } = useSilentEntries()
  if (!data || data.total === 0) return null
  return (
    <Panel title="久未确认" beside={<span className="x-soft x-dense">{data.total} 条，不计入合计</span>}>
      <ul className="support-lines" data-testid="support-silent">
        {data.list.map(({ id, title, other, days }) => (
          <li key={id} className="support-waits">
            <Link to={casePath(role, 'supportEntry', id) ?? '/'}>{title}</Link>
            <p className="x-soft x-dense">
              等{other} <span className="x-num">{days}</span> 个工作日
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const entryKinds = dictionary('supportEntryKind').items.filter(({ selectable }) => selectable)

function NewEntry({ pairs }: { pairs: EntryPairs['list'] }) {
  const role = useSession()?.role ?? 0
  const navigate = useNavigate()
  const begin = useEntryBeginning()
  const [agreement, setAgreement] = useState(pairs[0]?.agreement ?? '')
  const [kind, setKind] = useState<string>(kinds.lessons)
  const { busy, faults, run } = useAct(['agreement', 'kind'])
  return (
    <Panel title="记一条">
      {faults['form'] !== undefined && <ErrorBox title="还不能记" detail={faults['form']} />}
      <form
        className="support-new"
        onSubmit={(event) => {
          event.preventDefault()
          void run(async () => {
            const id = await begin({ agreement, kind })
            await navigate(casePath(role, 'supportEntry', id) ?? '/')
          })
        }}
      >
        <Choice
          isRequired
          label="对方单位"
          value={agreement}
          fault={faults['agreement']}
          options={pairs.map(({ agreement: code, partner, isSupported }) => ({
            code,
            label: `${partner}（${isSupported ? '支援方' : '受援方'}）`,
          }))}
          onChange={setAgreement}
        />
        <Choice
          isRequired
          label="类别"
          value={kind}
          fault={faults['kind']}
          options={entryKinds}
          onChange={setKind}
        />
        <Button type="submit" look="primary" icon="add" busy={busy}>
          记一条
        </Button>
      </form>
    </Panel>
  )
}
