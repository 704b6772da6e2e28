import type { ReactNode } from 'react'
import {
  correctionLabels,
  type ConfirmationLine,
  type Correction,
} from '../../../catalogue/contract/archive/corrections.ts'
import { listTime } from '../../platform/format.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Icon, type IconName } from '../../ui/look/icon.tsx'
import { StatusMark } from '../../ui/look/status-mark.tsx'

/** Who, about what, since when; one verb at the end. */
function QueueRow(props: {
  who: string
  institution: string
  about: string
  mark: ReactNode
  when: string
  link: string | null
  verb: string
  first?: boolean
  children: ReactNode
}) {
  const { who, institution, about, mark, when, link, verb, first, children } = props
  return (
    <li className="corrections-row">
      <div className="corrections-row-head">
        <b>{who}</b>
        <span>{about}</span>
        <span className="x-faint x-dense">{institution}</span>
      </div>
      <div className="corrections-row-state">
        {mark}
        <span className="x-faint x-note">{when}</span>
      </div>
      <div className="corrections-row-text x-soft x-dense">{children}</div>
      {link && (
        <ButtonLink to={link} look={first ? 'primary' : 'plain'} aria-label={`${verb}：${who} ${about}`}>
          {verb}
        </ButtonLink>
      )}
    </li>
  )
}

const marks = {
  open: ['wait', 'wait'],
  corrected: ['pass', 'pass'],
  declined: ['reject', 'quiet'],
} as const satisfies Record<Correction['state'], readonly [IconName, string]>

/** A teacher's request, and its answer where there is one. */
export function CorrectionRow({ one }: { one: Correction }) {
  const [icon, tone] = marks[one.state]
  const waits = one.state === 'open'
  return (
    <QueueRow
      who={one.ownerName}
      institution={one.institutionName}
      about={one.title}
      mark={
        <span className={`x-status x-status-${tone}`}>
          <Icon name={icon} />
          {correctionLabels[one.state]}
        </span>
      }
      when={`${listTime(one.askedAt)} 申请`}
      link={one.link}
      verb={waits && one.canAnswer ? '去处理' : '查看'}
      first={waits && one.canAnswer}
    >
      <p>{one.reason}</p>
      {one.fields.map(({ key, label, should }) => (
        <p key={key}>
          {label}应当是 <b>{should}</b>
        </p>
      ))}
      {one.answer !== null && (
        <p>
          {[one.answeredBy, one.answeredAt && listTime(one.answeredAt)].filter(Boolean).join('，')}答复：
          {one.answer}
        </p>
      )}
    </QueueRow>
  )
}

const ends = { open: '', confirmed: '确认', voided: '作废' } as const

/** What a school registered, and who confirmed it or made it void. */
export function ConfirmationRow({ one, mine }: { one: ConfirmationLine; mine: boolean }) {
  const { state, decidedBy, decidedAt } = one
  return (
    <QueueRow
      who={one.ownerName}
      institution={one.institutionName}
      about={`${one.title}：${one.summary}`}
      mark={
        state === 'confirmed' ? (
          <span className="x-status x-status-pass">
            <Icon name="pass" />
            已确认
          </span>
        ) : (
          <StatusMark state={state === 'voided' ? 'voided' : 'approved'} unconfirmed={state === 'open'} />
        )
      }
      when={`${listTime(one.registeredAt)} 登记`}
      link={one.link}
      verb={mine ? '去确认' : '查看'}
      first={mine}
    >
      <p>
        {one.registeredBy}登记
        {decidedAt !== null &&
          `；${[decidedBy, listTime(decidedAt)].filter(Boolean).join('，')}${ends[state]}`}
      </p>
    </QueueRow>
  )
}
