import { useState } from 'react'
import { Link } from 'react-router'
import type { CampaignView, OutcomeList } from '../../../catalogue/contract/campaigns.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { processNames, processOf } from '../../../catalogue/processes/processes.ts'
import { CaseFields } from '../../engine/process/case-fields.tsx'
import type { Values } from '../../engine/values.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { useSession } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useCampaignCalls, useOutcomes } from './use-campaigns.ts'

/** What experts found about the entries, the best first, and the act that decides them by their ranks. */
export function OutcomesPart({ view }: { view: CampaignView }) {
  const answer = useOutcomes(view.type, view.id)
  // What was decided is said here: the form goes when nothing waits any more.
  const [done, setDone] = useState<OutcomeReport>()
  const name = processNames.find((one) => one === view.collects)
  if (name === undefined || !processOf(name).campaign?.reviewed) return null
  return (
    <Loaded answer={answer} failed="评审结果打开失败" lines={3}>
      {(outcomes) =>
        outcomes.list.length === 0 ? null : (
          <Panel title="专家评审结果" extra={<span className="x-faint x-dense">满分 100，按名次</span>}>
            <Outcomes list={outcomes.list} />
            {outcomes.list.some(({ waits }) => waits) && (
              <Decide view={view} definition={processOf(name)} outcomes={outcomes} onDone={setDone} />
            )}
            {done && <Done done={done} refuses={processOf(name).campaign?.reviewed?.refused !== undefined} />}
          </Panel>
        )
      }
    </Loaded>
  )
}

interface OutcomeReport {
  readonly granted: number
  readonly refused: number
  readonly failed: readonly { readonly title: string; readonly message: string }[]
}

function Done({ done, refuses }: { done: OutcomeReport; refuses: boolean }) {
  return (
    <output className="x-soft">
      {`已通过 ${done.granted} 件${refuses ? `，不通过 ${done.refused} 件` : ''}`}
      {done.failed.map(({ title, message }) => (
        <span key={title} className="xr-bad">{`　${title}：${message}`}</span>
      ))}
    </output>
  )
}

function Outcomes({ list }: { list: OutcomeList['list'] }) {
  const role = useSession()?.role ?? 0
  return (
    <table className="x-lines" aria-label="专家评审结果">
      <thead>
        <tr>
          {['名次', '题目', '姓名', '单位', '得分', '现在'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.map(({ id, type, state, title, name, institution, rank, score }) => (
          <tr key={id}>
            <td data-head="名次" className="x-num">
              {rank ?? '未排'}
            </td>
            <td data-head="题目" className="x-lines-wide">
              <Link to={casePath(role, type, id) ?? ''}>{title}</Link>
            </td>
            <td data-head="姓名">{name}</td>
            <td data-head="单位">{institution}</td>
            <td data-head="得分" className="x-num">
              {score === null ? '评分不足' : (score / 100).toFixed(2)}
            </td>
            <td data-head="现在">{processOf(type).states[state]?.label}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The names of the bands; one of passing where there are none. */
function bandNames(definition: AnyProcess, { bands }: OutcomeList): string[] {
  const field = definition.fields[definition.campaign?.reviewed?.bands?.field ?? '']
  if (bands.length === 0 || !field?.dict) return ['前几名通过']
  const { dict } = field
  return bands.map((code) => `${labelOf(dict, code)}（名额）`)
}

/** What the deciding move asks for besides the band. */
function askedOf({ campaign, moves }: AnyProcess): string[] {
  const rules = campaign?.reviewed
  return moves.flatMap(({ name, asks = [] }) =>
    rules?.granted.includes(name) ? asks.filter((key) => key !== rules.bands?.field) : [],
  )
}

const numberIn = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN)

/** Says how many of the first are granted and decides all that wait; what could not be decided is named. */
function Decide(props: {
  view: CampaignView
  definition: AnyProcess
  outcomes: OutcomeList
  onDone: (done: OutcomeReport) => void
}) {
  const { view, definition, outcomes, onDone } = props
  const names = bandNames(definition, outcomes)
  const asked = askedOf(definition)
  const refuses = definition.campaign?.reviewed?.refused !== undefined
  const { decide } = useCampaignCalls(view.type)
  const [cuts, setCuts] = useState<readonly string[]>(names.map(() => ''))
  const [value, setValue] = useState<Values>({})
  const [reason, setReason] = useState('')
  const { busy, faults, run } = useAct(['cuts', 'reason', ...asked])
  const numbers = cuts.map(numberIn)
  const isWhole = numbers.every((one) => !Number.isNaN(one)) && (!refuses || reason.trim() !== '')
  const send = () =>
    run(async () => {
      onDone(await decide(view.id, { cuts: numbers, value, reason: reason.trim() }))
    })
  return (
    <form
      className="campaign-decide"
      aria-label="按名次办理"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole) void send()
      }}
    >
      <h3>按名次办理</h3>
      {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
      {names.map((label, index) => (
        <TextField
          key={label}
          label={label}
          inputMode="numeric"
          maxLength={4}
          value={cuts[index] ?? ''}
          onChange={(text) => setCuts(cuts.with(index, text))}
          fault={index === 0 ? faults['cuts'] : undefined}
        />
      ))}
      {asked.length > 0 && (
        <CaseFields
          definition={definition}
          values={value}
          faults={faults}
          only={asked}
          onSet={(key, held) => setValue((now) => ({ ...now, [key]: held }))}
        />
      )}
      {refuses && (
        <TextField
          label="其余不通过的原因"
          maxLength={500}
          value={reason}
          onChange={setReason}
          fault={faults['reason']}
          help="写进每一件的办理记录，申报人能看到"
        />
      )}
      <p className="x-soft">
        {`每一件各自办理，各有记录${refuses ? '；没有进入名额的全部不通过' : '；没有获奖的保留收录'}。并列的名次不能拆开。`}
      </p>
      <Button look="primary" type="submit" busy={busy} disabled={!isWhole}>
        确定办理
      </Button>
    </form>
  )
}
