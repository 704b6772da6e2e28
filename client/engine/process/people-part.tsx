import type { CaseView, OwnParts as Own, PersonState } from '../../../catalogue/contract/processes.ts'
import { personStates } from '../../../catalogue/contract/processes.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { listDate } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useAnswerPart, useOwnParts } from './use-people.ts'

const tones: Readonly<Record<PersonState, string>> = {
  asked: 'xr-tag-accent',
  agreed: 'xr-tag-pass',
  declined: 'xr-tag-danger',
  outside: '',
}

/** Cases in which the reader is a person of the case; invitations are answered here. */
export function OwnParts({ type }: { type: ProcessName }) {
  const list = (useOwnParts().data?.list ?? []).filter((one) => one.type === type)
  if (list.length === 0) return null
  return (
    <Panel title={`我参加的${processOf(type).title}`}>
      <ul className="process-people" data-testid="own-parts">
        {list.map((one) => (
          <OwnPart key={one.id} one={one} />
        ))}
      </ul>
    </Panel>
  )
}

function OwnPart({ one }: { one: Own['list'][number] }) {
  const answer = useAnswerPart()
  const { busy, faults, run } = useAct([])
  const { title, by, institution, duty, place, state } = one
  const say = async (agree: boolean) => {
    const sure =
      agree ||
      (await confirm({
        title: `不参加“${title}”？`,
        text: '主持人要修改成员以后才能继续申报。',
        ok: '不参加',
        danger: true,
      }))
    if (!sure) return
    await run(async () => {
      await answer(one.id, agree)
      notify.success(agree ? '已确认参加' : '已说明不参加')
    })
  }
  return (
    <li>
      <p className="process-person">
        <b>{title}</b>
        <State state={state} />
      </p>
      <p className="x-soft">{`主持人 ${by}　${institution}　第 ${place} 位成员${duty === '' ? '' : `，承担${duty}`}`}</p>
      {faults['form'] !== undefined && <p className="xr-fault">{faults['form']}</p>}
      {(state === 'asked' || state === 'declined') && (
        <p className="process-person">
          <Button look="primary" busy={busy} onClick={() => void say(true)}>
            确认参加<span className="x-hidden">{title}</span>
          </Button>
          {state === 'asked' && (
            <Button busy={busy} onClick={() => void say(false)}>
              不参加<span className="x-hidden">{title}</span>
            </Button>
          )}
        </p>
      )}
    </li>
  )
}

const State = ({ state }: { state: PersonState }) => (
  <span className={`xr-tag ${tones[state]}`}>{personStates[state]}</span>
)

/** People of a case with their answers; empty before the case is submitted. */
export function PeoplePart({ definition, view }: { definition: AnyProcess; view: CaseView }) {
  return Object.entries(definition.people ?? {}).map(([part, { label, asked }]) => {
    const list = view.people.filter((one) => one.part === part)
    if (list.length === 0 || asked === undefined) return null
    return (
      <Panel
        key={part}
        title={`${label}确认`}
        extra={<span className="x-faint x-dense">都确认以后才能继续</span>}
      >
        <ul className="process-people" data-testid="people">
          {list.map(({ place, name, org, state, answeredAt }) => (
            <li key={place}>
              <p className="process-person">
                <b>{name}</b>
                <State state={state} />
              </p>
              <p className="x-soft">
                {org}
                {answeredAt !== null && `　${listDate(answeredAt)}`}
              </p>
            </li>
          ))}
        </ul>
      </Panel>
    )
  })
}
