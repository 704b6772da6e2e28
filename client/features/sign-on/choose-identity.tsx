import { useState } from 'react'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import type { ConsentView } from '../../../catalogue/contract/account/sign-on.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/look/icon.tsx'

const roleName = (role: number) => (isRole(role) ? roleEntry(role).label : '其他身份')

/** As which identity the person goes to the app; the others are a click away. */
export function ChooseIdentity(props: {
  identities: ConsentView['identities']
  chosen: number
  onChoose: (id: number) => void
}) {
  const { identities, chosen, onChoose } = props
  const [open, setOpen] = useState(false)
  const now = identities.find(({ id }) => id === chosen)
  return (
    <div className="sign-on-identity">
      <p>
        <Icon name="user" />
        <span>
          以 <b>{now ? `${now.organization}　${roleName(now.role)}` : ''}</b> 的身份进入
        </span>
        {identities.length > 1 && (
          <Button
            look="text"
            aria-expanded={open}
            aria-controls="sign-on-identities"
            onClick={() => setOpen(!open)}
          >
            切换身份，共 {identities.length} 个
          </Button>
        )}
      </p>
      {open && (
        <fieldset id="sign-on-identities">
          <legend className="x-hidden">身份</legend>
          {identities.map(({ id, role, organization }) => (
            <label key={id}>
              <input type="radio" name="identity" checked={id === chosen} onChange={() => onChoose(id)} />
              {organization}　{roleName(role)}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
