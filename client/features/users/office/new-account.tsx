import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keptRoles } from '../../../../catalogue/access/office-accounts.ts'
import { isRole } from '../../../../catalogue/access/roles.ts'
import { issuedPassword, levelsOfRole } from '../../../../catalogue/contract/administration/users.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { useLeaveGuard } from '../../../engine/form/leave-guard.ts'
import { api } from '../../../platform/api/api.ts'
import { useAct } from '../../../platform/api/use-act.ts'
import { useSession } from '../../../platform/session/session.ts'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { useFocusOnFault } from '../../../ui/forms/use-focus-on-fault.ts'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { KnownFields, type KnownValues } from '../known-fields.tsx'
import { PasswordDialog } from '../../../ui/feedback/password-dialog.tsx'
import { roleLabel } from '../words.ts'
import { path, useForgetAccounts, useInstitutionsCalled } from './use-accounts.ts'

const nobody: KnownValues = { name: '', loginName: '', idNo: '', mobile: '' }
const known = ['name', 'loginName', 'idNo', 'mobile', 'role', 'institutionId'] as const

/** A new account: a teacher of the own school, or an office or teacher of an institution below. */
export function NewAccount({ entry }: { entry: PageEntry }) {
  const session = useSession()
  const { pathname } = useLocation()
  if (!session) return null
  const roles = keptRoles(session.role)
  return (
    <PageFrame title="新增账号" crumbs={[{ label: entry.title, to: pathname }]}>
      <Draft roles={roles.map(String)} chooses={session.role !== 3} />
    </PageFrame>
  )
}

/**
 * @param chooses whether role and institution are chosen: a school opens accounts of its own teachers only
 */
function Draft({ roles, chooses }: { roles: readonly string[]; chooses: boolean }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const forget = useForgetAccounts()
  const [values, setValues] = useState<KnownValues>(nobody)
  const [role, setRole] = useState(roles[0] ?? '')
  const [place, setPlace] = useState('')
  const [password, setPassword] = useState<string | null>(null)
  const { busy, faults, run } = useAct(known)
  useFocusOnFault('.users-form', faults)
  const pass = useLeaveGuard(values !== nobody && password === null)
  const leave = () => {
    pass()
    void navigate(pathname)
  }
  const save = async () => {
    const institutionId = place === '' ? null : Number(place)
    const body = { ...values, role: Number(role), institutionId }
    const given = await api.post(path, { schema: issuedPassword, body })
    await forget()
    if (given.password !== null) return setPassword(given.password)
    notify.success(`一次性密码已发到本人手机 ${given.sentTo}`, { stay: 6000 })
    leave()
  }
  const told = Object.fromEntries(
    Object.entries(faults).flatMap(([key, text]) => (text ? [[key, text]] : [])),
  )
  return (
    <form
      className="users-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run(save)
      }}
    >
      {faults['form'] !== undefined && (
        <ErrorBox title="新增失败" detail={faults['form']} kept="填写的内容都还在" />
      )}
      {chooses && (
        <Panel title="单位与角色">
          <div className="users-fields">
            <RoleChoice roles={roles} value={role} fault={faults['role']} onChange={setRole} />
            <PlaceChoice
              role={Number(role)}
              value={place}
              fault={faults['institutionId']}
              onChange={setPlace}
            />
          </div>
        </Panel>
      )}
      <Panel title="本人">
        <div className="users-fields">
          <KnownFields values={values} faults={told} onChange={setValues} />
        </div>
        <p className="x-soft x-dense">
          接通短信的一次性密码发到本人手机，其他的保存后显示一次，24
          小时内可登录一次。教师账号会同时建立一份空的档案。
        </p>
      </Panel>
      <div className="users-acts">
        <Button type="submit" look="primary" busy={busy}>
          新增账号
        </Button>
        <ButtonLink to={pathname}>返回列表</ButtonLink>
      </div>
      {password !== null && <PasswordDialog name={values.name} password={password} onClose={leave} />}
    </form>
  )
}

interface Choice {
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (value: string) => void
}

function RoleChoice({ roles, value, fault, onChange }: Choice & { roles: readonly string[] }) {
  return (
    <Field label="角色" required fault={fault}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {roles.map((one) => (
            <option key={one} value={one}>
              {isRole(Number(one)) ? roleLabel(Number(one)) : one}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** The institution, found by a part of its name; only where the role may be. */
function PlaceChoice({ role, value, fault, onChange }: Choice & { role: number }) {
  const [typed, setTyped] = useState('')
  const { data } = useInstitutionsCalled(typed.trim())
  const levels: readonly string[] = isRole(role) ? levelsOfRole[role] : []
  const places =
    typed.trim().length > 1 ? (data?.list ?? []).filter(({ level }) => levels.includes(level)) : []
  const hint =
    places.length > 0 ? `请选择（找到 ${places.length} 个）` : data ? '没有适合该角色的单位' : '请先搜索'
  return (
    <>
      <Field label="搜索单位" help="名称中的几个字、拼音首字母或标识码，再从下面选" fault={undefined}>
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
      <Field label="单位" required fault={fault}>
        {(control) => (
          <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
            <option value="">{hint}</option>
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
