import { Link } from 'react-router'
import type { KnownAnswer, EmploymentStanding } from '../../../catalogue/contract/archive/enrolment.ts'
import { documentPath } from '../../engine/archive-path.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { Status } from './columns.tsx'

const words: Readonly<Record<Exclude<EmploymentStanding, 'free'>, string>> = {
  here: '该证件号的教师已在本校名册里，无需新增。',
  elsewhere: '该证件号已在平台登记，请由现单位办理调动；本校可以先发起调入。',
  left: '此人曾在平台登记，现在没有所在单位。重新接收后仍是同一个人、同一份档案，账号恢复。',
  retired: '此人已退休。要返聘的，请在“人员状态变更”里办理。',
  account: '该证件号已有账号，没有教师档案，请联系上级教育局增加教师身份。',
}

/** What is known of a number, and what can be done where somebody has it already. */
export function KnownNumber(props: {
  answer: KnownAnswer
  base: string
  busy: boolean
  onAgain: () => void
}) {
  const { answer, base, busy, onAgain } = props
  const { standing, teacherId } = answer
  if (standing === 'free') return null
  return (
    <div className="roll-known" role="alert">
      <p>
        <Icon name="warn" /> {words[standing]}
      </p>
      {standing === 'here' && teacherId !== null && (
        <ButtonLink to={`${base}?teacher=${teacherId}`}>在名册里查看</ButtonLink>
      )}
      {standing === 'elsewhere' && <ButtonLink to={`${base}?tab=transfer&new=1`}>发起调入</ButtonLink>}
      {standing === 'retired' && <ButtonLink to={`${base}?tab=statusChange&new=1`}>办理返聘</ButtonLink>}
      {standing === 'left' && (
        <Button look="primary" busy={busy} onClick={onAgain}>
          重新接收
        </Button>
      )}
    </div>
  )
}

/** People of the same name and birthday: each is looked at, and said to be somebody else. */
export function AlikePeople(props: {
  alike: KnownAnswer['alike']
  apartFrom: readonly number[]
  fault: string | undefined
  onApart: (teacherId: number, apart: boolean) => void
}) {
  const { alike, apartFrom, fault, onApart } = props
  if (alike.length === 0) return null
  return (
    <fieldset className="roll-known" aria-describedby={fault === undefined ? undefined : 'roll-alike-fault'}>
      <legend>
        <Icon name="warn" /> 可能是同一个人：姓名、出生日期相同
      </legend>
      <ul>
        {alike.map(({ teacherId, name, institution, status }) => (
          <li key={teacherId}>
            <Link to={documentPath(teacherId)} target="_blank" rel="noopener">
              {name}
            </Link>
            <span className="x-soft">{institution}</span>
            <Status status={status} />
            <label>
              <input
                type="checkbox"
                checked={apartFrom.includes(teacherId)}
                onChange={(event) => onApart(teacherId, event.target.checked)}
              />
              不是同一人
            </label>
          </li>
        ))}
      </ul>
      {fault !== undefined && (
        <p className="xr-fault" id="roll-alike-fault" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
