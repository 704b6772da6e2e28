import { useState } from 'react'
import { Link } from 'react-router'
import { dutyLabels } from '../../../catalogue/access/duties.ts'
import type { UserView } from '../../../catalogue/contract/administration/users.ts'
import { sentenceTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { identityBody, IdentityFields, noIdentity, type IdentityChoice } from './identity-fields.tsx'
import { KnownFields, type KnownValues } from './known-fields.tsx'
import { useFocusOnFault } from '../../ui/forms/use-focus-on-fault.ts'
import { PasswordDialog } from '../../ui/feedback/password-dialog.tsx'
import { useUserActs } from './use-users.ts'
import { roleLabel, statusLabels } from './words.ts'

type Acts = ReturnType<typeof useUserActs>

/** Who somebody is, what they may sign in as, and their password. */
export function UserPanels({ user }: { user: UserView }) {
  const acts = useUserActs(user.id)
  return (
    <div className="users-form">
      <KnownPanel user={user} acts={acts} />
      <IdentitiesPanel user={user} acts={acts} />
      <PasswordPanel user={user} acts={acts} />
    </div>
  )
}

function KnownPanel({ user, acts: { edit, faults } }: { user: UserView; acts: Acts }) {
  const [values, setValues] = useState<KnownValues>({
    name: user.name,
    loginName: user.loginName ?? '',
    idNo: '',
    mobile: '',
  })
  useFocusOnFault('.users-form', faults)
  const changed = {
    ...(!user.hasArchive && values.name.trim() !== user.name && { name: values.name }),
    ...(values.loginName.trim() !== (user.loginName ?? '') && { loginName: values.loginName }),
    ...(values.idNo.trim() !== '' && { idNo: values.idNo }),
    ...(values.mobile.trim() !== '' && { mobile: values.mobile }),
  }
  return (
    <Panel title="基本信息">
      {faults['form'] && <ErrorBox title="保存失败" detail={faults['form']} kept="填写的内容都还在" />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!edit.isPending) edit.mutate({ ...changed, version: user.version })
        }}
      >
        <div className="users-fields">
          <KnownFields
            values={values}
            faults={faults}
            fixed={user.hasArchive}
            kept={user}
            onChange={setValues}
          />
        </div>
        <Button
          type="submit"
          look="primary"
          busy={edit.isPending}
          disabled={Object.keys(changed).length === 0}
        >
          保存
        </Button>
      </form>
    </Panel>
  )
}

function IdentitiesPanel({ user, acts: { add, status, faults } }: { user: UserView; acts: Acts }) {
  const [adding, setAdding] = useState<IdentityChoice | null>(null)
  const switchOff = async (identity: UserView['identities'][number]) => {
    const text = `${roleLabel(identity.role)}，${identity.institution}。停用后立即下线，不能再以该身份登录；以后可以启用。`
    if (await confirm({ title: `停用${user.name}的该身份？`, text, ok: '停用', danger: true }))
      status.mutate({ identityId: identity.id, status: '0' })
  }
  return (
    <Panel
      title="身份"
      extra={
        adding === null && (
          <Button icon="add" onClick={() => setAdding(noIdentity)}>
            增加身份
          </Button>
        )
      }
    >
      <ul className="users-identities">
        {user.identities.map((identity) => (
          <li key={identity.id}>
            <b>{roleLabel(identity.role)}</b>
            <span>
              {identity.institution}
              {identity.standsFor !== null && `（代${identity.standsFor}）`}
              {identity.duties && `（${identity.duties.map((duty) => dutyLabels[duty]).join('、')}）`}
            </span>
            <span className={identity.status === '1' ? 'x-soft' : 'users-off'}>
              {statusLabels[identity.status]}
            </span>
            {identity.status === '0' && identity.standsFor === null && (
              <Button
                busy={status.isPending}
                onClick={() => status.mutate({ identityId: identity.id, status: '1' })}
              >
                启用
                <HiddenIdentity identity={identity} />
              </Button>
            )}
            {identity.status === '1' && !identity.own && (
              <Button look="danger" busy={status.isPending} onClick={() => void switchOff(identity)}>
                停用
                <HiddenIdentity identity={identity} />
              </Button>
            )}
            {identity.own && <span className="x-faint x-dense">您正在使用</span>}
          </li>
        ))}
        {user.waiting.map((one) => (
          <li key={`waits ${one.id}`}>
            <b>{roleLabel(one.role)}</b>
            <span>{one.institution}</span>
            <Link to="/appCore/accountRequests">等另一位管理员确认</Link>
          </li>
        ))}
      </ul>
      {adding && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            add.mutate(identityBody(adding), { onSuccess: () => setAdding(null) })
          }}
        >
          <div className="users-fields">
            <IdentityFields value={adding} faults={faults} onChange={setAdding} />
          </div>
          <div className="users-acts">
            <Button type="submit" look="primary" busy={add.isPending}>
              增加该身份
            </Button>
            <Button onClick={() => setAdding(null)}>取消</Button>
          </div>
        </form>
      )}
    </Panel>
  )
}

function PasswordPanel({ user, acts }: { user: UserView; acts: Acts }) {
  const { reset, unlock } = acts
  const ask = async () => {
    const text =
      '原来的密码立即作废，已登录的全部下线。接通短信且有手机号的，一次性密码发到本人手机；其他的只显示一次。'
    if (await confirm({ title: `重置${user.name}的密码？`, text, ok: '重置密码', danger: true }))
      reset.mutate()
  }
  return (
    <Panel title="密码与登录">
      <p>
        {user.hasPassword
          ? user.mustChange
            ? '一次性密码已发放，本人尚未修改。'
            : '密码由本人设置。'
          : '尚未设置密码。'}
        {user.lastLoginAt ? `上次登录是${sentenceTime(user.lastLoginAt)}。` : '尚未登录过。'}
        {user.locked && <b className="users-off">密码错误次数过多，账号已锁定。</b>}
      </p>
      <div className="users-acts">
        <Button busy={reset.isPending} onClick={() => void ask()}>
          重置密码
        </Button>
        {user.locked && (
          <Button busy={unlock.isPending} onClick={() => unlock.mutate()}>
            解锁
          </Button>
        )}
      </div>
      {user.secondFactor && <FactorForm acts={acts} />}
      {reset.data && reset.data.password !== null && (
        <PasswordDialog name={user.name} password={reset.data.password} onClose={() => reset.reset()} />
      )}
    </Panel>
  )
}

/** For somebody who lost the phone and the recovery codes. */
function FactorForm({ acts: { takeFactor, faults } }: { acts: Acts }) {
  const [reason, setReason] = useState('')
  return (
    <form
      className="users-factor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!takeFactor.isPending) takeFactor.mutate(reason)
      }}
    >
      <p>
        登录时须填手机上的动态码。手机和恢复码都丢失时，先核实是本人，再在这里停用；以后本人可以重新设置。
      </p>
      <TextField
        label="怎样核实了身份"
        value={reason}
        onChange={setReason}
        fault={faults['reason']}
        maxLength={200}
      />
      <Button type="submit" look="danger" busy={takeFactor.isPending}>
        停用两步验证
      </Button>
    </form>
  )
}

/** Tells screen readers which of the identities a button is for. */
function HiddenIdentity({ identity: { role, institution } }: { identity: UserView['identities'][number] }) {
  return <span className="x-hidden">{`${roleLabel(role)}，${institution}`}</span>
}
