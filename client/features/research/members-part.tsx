import type { CaseView } from '../../../catalogue/contract/processes.ts'
import {
  memberStates,
  type Memberships as Held,
  type MemberState,
} from '../../../catalogue/contract/research/members.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { listDate } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useAnswerMembership, useCaseMembers, useMemberships } from './use-members.ts'
import './beside.css'

const tones: Readonly<Record<MemberState, string>> = {
  asked: 'xr-tag-accent',
  confirmed: 'xr-tag-pass',
  declined: 'xr-tag-danger',
  outside: '',
}

/** Projects whose leaders named the reader; those that wait for an answer can be answered here. */
export function Memberships() {
  const list = useMemberships().data?.list ?? []
  if (list.length === 0) return null
  return (
    <Panel title="我参加的课题">
      <ul className="entry-near" data-testid="memberships">
        {list.map((one) => (
          <Membership key={one.id} one={one} />
        ))}
      </ul>
    </Panel>
  )
}

function Membership({ one }: { one: Held['list'][number] }) {
  const answer = useAnswerMembership()
  const { busy, faults, run } = useAct([])
  const { title, leader, institution, duty, place, state } = one
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
      <p className="entry-file">
        <b>{title}</b>
        <span className={`xr-tag ${tones[state]}`}>{memberStates[state]}</span>
      </p>
      <p className="x-soft">{`主持人 ${leader}　${institution}　第 ${place} 位成员${duty === '' ? '' : `，承担${duty}`}`}</p>
      {faults['form'] !== undefined && <p className="xr-fault">{faults['form']}</p>}
      {(state === 'asked' || state === 'declined') && (
        <p className="entry-reason">
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

/** The members of a project with their answers; nothing before it was handed in. */
export function MembersPart({ view }: { view: CaseView }) {
  const list = useCaseMembers(view).data?.list ?? []
  if (list.length === 0) return null
  return (
    <Panel title="成员确认" extra={<span className="x-faint x-dense">都确认以后才能推荐</span>}>
      <ul className="entry-near" data-testid="members">
        {list.map(({ place, name, org, state, answeredAt }) => (
          <li key={place}>
            <p className="entry-file">
              <b>{name}</b>
              <span className={`xr-tag ${tones[state]}`}>{memberStates[state]}</span>
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
}
