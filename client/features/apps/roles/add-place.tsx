import { useState } from 'react'
import { roleEntry } from '../../../../catalogue/access/roles.ts'
import type { AppRole, ShownBinding } from '../../../../catalogue/contract/administration/apps.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useClientNames, usePlaces } from '../manage/use-manage.ts'
import '../../../ui/forms/labelled.css'

/** Adds a line for a role at one institution and below it, or of one client. */
export function AddPlace({
  isOffice,
  roles,
  onAdd,
}: {
  isOffice: boolean
  roles: readonly AppRole[]
  onAdd: (line: ShownBinding) => void
}) {
  const [role, setRole] = useState<AppRole>(roles[0] ?? 2)
  const [q, setQ] = useState('')
  const places = usePlaces(q.trim())
  const clients = useClientNames()
  const none = { clientId: null, placeId: null, client: null, place: null, level: 2 } as const
  return (
    <fieldset className="app-add">
      <legend>单独给一个单位{isOffice ? '' : '或站点方案'}</legend>
      <label className="x-labelled">
        角色
        <select
          value={role}
          onChange={({ target }) => setRole(roles.find((one) => String(one) === target.value) ?? role)}
        >
          {roles.map((one) => (
            <option key={one} value={one}>
              {roleEntry(one).label}
            </option>
          ))}
        </select>
      </label>
      <TextField
        label="单位名称"
        value={q}
        onChange={setQ}
        maxLength={60}
        help="至少两个字；包括它的下级单位"
      />
      {!isOffice && (
        <label className="x-labelled">
          站点方案
          <select
            value=""
            onChange={({ target }) => {
              const found = clients.data?.find(({ id }) => String(id) === target.value)
              if (found) onAdd({ ...none, role, clientId: found.id, client: found.name })
            }}
          >
            <option value="">选择后加入</option>
            {clients.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {id} {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {q.trim().length > 1 && places.data && (
        <ul className="app-places">
          {places.data.map(({ id, name }) => (
            <li key={id}>
              <Button
                onClick={() => {
                  onAdd({ ...none, role, placeId: id, place: name })
                  setQ('')
                }}
              >
                加入{name}
              </Button>
            </li>
          ))}
          {places.data.length === 0 && <li className="x-soft">范围内没有这样的单位。</li>}
        </ul>
      )}
    </fieldset>
  )
}
