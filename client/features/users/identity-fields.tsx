import { useEffect, useState } from 'react'
import { duties, dutyLabels, type Duty } from '../../../catalogue/access/duties.ts'
import { levelsOfRole, type PlaceOption } from '../../../catalogue/contract/administration/users.ts'
import { isRole } from '../../../catalogue/access/roles.ts'
import { useSession } from '../../platform/session/session.ts'
import { Field } from '../../ui/forms/field.tsx'
import { usePlaces, type Faults } from './use-users.ts'
import { roleOptions } from './words.ts'

export interface IdentityChoice {
  readonly role: string
  readonly institutionId: string
  /** Of an administrator, where duties are separate. */
  readonly duties: readonly Duty[]
}
export const noIdentity: IdentityChoice = { role: '', institutionId: '', duties: [] }

/** What is sent of a choice. */
export function identityBody({ role, institutionId, duties }: IdentityChoice) {
  const numberOf = (text: string) => (text === '' ? null : Number(text))
  return {
    role: numberOf(role),
    institutionId: numberOf(institutionId),
    ...(role === '1' && duties.length > 0 && { duties }),
  }
}

/** Role and institution: a part of the name finds the institutions where the role may be given. */
export function IdentityFields({
  value,
  faults,
  onChange,
}: {
  value: IdentityChoice
  faults: Faults
  onChange: (to: IdentityChoice) => void
}) {
  const [typed, setTyped] = useState('')
  const { data } = usePlaces(typed.trim())
  const role = Number(value.role)
  const apart = useSession()?.duties !== null
  const fits = ({ level }: PlaceOption) => !isRole(role) || levelsOfRole[role].includes(level)
  const places = typed.trim().length > 1 ? (data?.list ?? []).filter(fits) : []
  const only = places.length === 1 ? String(places[0]?.id) : ''
  // A search with one hit has nothing left to choose.
  useEffect(() => {
    if (only !== '' && value.institutionId !== only) onChange({ ...value, institutionId: only })
  }, [only, value, onChange])
  return (
    <>
      <Field label="角色" required fault={faults['role']}>
        {(control) => (
          <select
            {...control}
            value={value.role}
            onChange={(event) => onChange({ ...noIdentity, role: event.target.value })}
          >
            <option value="">请选择</option>
            {roleOptions.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="搜索机构" help="输机构名称中的几个字，再从下面选" fault={undefined}>
        {(control) => (
          <input
            {...control}
            type="search"
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Field label="所属机构" required fault={faults['institutionId']}>
        {(control) => (
          <select
            {...control}
            value={value.institutionId}
            onChange={(event) => onChange({ ...value, institutionId: event.target.value })}
          >
            <option value="">
              {places.length > 0
                ? `请选择（找到 ${places.length} 个）`
                : typed.trim().length > 1 && data
                  ? '没有适合该角色的机构'
                  : '请先搜索'}
            </option>
            {places.map(({ id, name, above }) => (
              <option key={id} value={id}>
                {above ? `${name}（${above}）` : name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {apart && role === 1 && (
        <DutyChoice
          value={value.duties}
          fault={faults['duties']}
          onChange={(chosen) => onChange({ ...value, duties: chosen })}
        />
      )}
    </>
  )
}

/** One or two of the three duties. */
function DutyChoice({
  value,
  fault,
  onChange,
}: {
  value: readonly Duty[]
  fault: string | undefined
  onChange: (to: readonly Duty[]) => void
}) {
  return (
    <fieldset className="users-duties" aria-invalid={fault !== undefined}>
      <legend>
        职责<span className="x-star">*</span>
      </legend>
      {duties.map((duty) => (
        <label key={duty}>
          <input
            type="checkbox"
            checked={value.includes(duty)}
            onChange={() =>
              onChange(duties.filter((one) => (one === duty ? !value.includes(one) : value.includes(one))))
            }
          />
          {dutyLabels[duty]}
        </label>
      ))}
      <span className="x-faint x-dense">三种职责不能由一个人全部担任</span>
      {fault !== undefined && <span className="x-labelled-fault">{fault}</span>}
    </fieldset>
  )
}
