import { useState } from 'react'
import { levelsOfRole, type PlaceOption } from '../../../catalogue/contract/users.ts'
import { isRole } from '../../../catalogue/access/roles.ts'
import { Field } from './field.tsx'
import { usePlaces, type Faults } from './use-users.ts'
import { roleOptions } from './words.ts'

export interface IdentityChoice {
  readonly role: string
  readonly institutionId: string
}

/** Role and institution: a part of the name finds the institutions where the role may be given. */
export function IdentityFields({ value, faults, onChange }: { value: IdentityChoice; faults: Faults; onChange: (to: IdentityChoice) => void }) {
  const [typed, setTyped] = useState('')
  const { data } = usePlaces(typed.trim())
  const role = Number(value.role)
  const fits = ({ level }: PlaceOption) => !isRole(role) || levelsOfRole[role].includes(level)
  const places = typed.trim().length > 1 ? (data?.list ?? []).filter(fits) : []
  return (
    <>
      <Field label="角色" required fault={faults['role']}>
        {(control) => (
          <select {...control} value={value.role} onChange={(event) => onChange({ role: event.target.value, institutionId: '' })}>
            <option value="">请选择</option>
            {roleOptions.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="查找机构" help="输机构名称中的几个字，再从下面选" fault={undefined}>
        {(control) => <input {...control} type="search" maxLength={60} value={typed} onChange={(event) => setTyped(event.target.value)} />}
      </Field>
      <Field label="所属机构" required fault={faults['institutionId']}>
        {(control) => (
          <select {...control} value={value.institutionId} onChange={(event) => onChange({ ...value, institutionId: event.target.value })}>
            <option value="">{places.length > 0 ? `请选择（找到 ${places.length} 个）` : typed.trim().length > 1 && data ? '没有适合这个角色的机构' : '请先查找'}</option>
            {places.map(({ id, name, above }) => (
              <option key={id} value={id}>
                {above ? `${name}（${above}）` : name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}
