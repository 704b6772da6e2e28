import { useId, useState, type FormEvent } from 'react'
import {
  authMethods,
  type AuthMethod,
  type SignOnClient,
} from '../../../catalogue/contract/administration/sign-on-clients.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { AddressLines } from './address-lines.tsx'
import { bodyOf, fieldsOfClient, typedOf, type TypedClient } from './client-fields.ts'
import { ClientSecret } from './client-secret.tsx'
import { ScopeRows } from './scope-rows.tsx'
import { useClients } from './use-sign-on.ts'

const isMethod = (text: string): text is AuthMethod => text in authMethods

/** How one app signs people in: addresses, how it shows itself, what it is told. */
export function ClientForm({ one }: { one: SignOnClient }) {
  const { busy, faults, setFaults, run } = useAct(fieldsOfClient)
  const { save } = useClients()
  const [typed, setTyped] = useState(() => typedOf(one))
  const method = useId()
  const put = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = bodyOf(typed, one.client?.version)
    if ('fault' in body) return setFaults({ jwks: body.fault })
    void run(async () => {
      await save(one.app, body)
      notify.success('已保存')
    })
  }
  return (
    <Panel title={`${one.name}的登录接入`}>
      <form noValidate onSubmit={submit} className="sign-on-form">
        {faults['form'] && <ErrorBox title="保存失败，您的填写已保留" detail={faults['form']} />}
        <AddressLines
          label="登录后的返回地址"
          help="每行一个，与应用使用的完全一致；在同一个域名下"
          value={typed.redirectUris}
          fault={faults['redirectUris']}
          onChange={(redirectUris) => put({ redirectUris })}
        />
        <AddressLines
          label="退出后的返回地址"
          help="每行一个；没有可以不填"
          value={typed.postLogoutUris}
          fault={faults['postLogoutUris']}
          onChange={(postLogoutUris) => put({ postLogoutUris })}
        />
        <TextField
          label="退出通知地址"
          help="本人退出杏坛时，平台通知该地址，应用随之退出；没有可以不填"
          value={typed.backchannelUri}
          fault={faults['backchannelUri']}
          onChange={(backchannelUri) => put({ backchannelUri })}
        />
        <TextField
          label="应用内登录地址"
          help="从应用中心打开时到这里，由应用自己发起登录（initiate_login_uri）；没有可以不填"
          value={typed.initiateUri}
          fault={faults['initiateUri']}
          onChange={(initiateUri) => put({ initiateUri })}
        />
        <p className="x-labelled">
          <label htmlFor={method}>认证方式</label>
          <select
            id={method}
            value={typed.authMethod}
            onChange={({ target }) => isMethod(target.value) && put({ authMethod: target.value })}
          >
            {Object.entries(authMethods).map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        </p>
        {typed.authMethod === 'private_key_jwt' && (
          <AddressLines
            label="公钥（JWKS）"
            help="应用的公钥，JSON 格式；不能含私钥"
            value={typed.jwks}
            fault={faults['jwks']}
            onChange={(jwks) => put({ jwks })}
          />
        )}
        <ScopeRows value={typed.scopes} fault={faults['scopes']} onChange={(scopes) => put({ scopes })} />
        <OlderSystem typed={typed} fault={faults['services']} onChange={put} />
        <p>
          <label className="sign-on-check">
            <input
              type="checkbox"
              checked={typed.enabled}
              onChange={(event) => put({ enabled: event.target.checked })}
            />
            启用
          </label>
        </p>
        <Button type="submit" look="primary" busy={busy}>
          保存
        </Button>
      </form>
      {one.client?.authMethod.startsWith('client_secret') && <ClientSecret one={one} />}
    </Panel>
  )
}

/** What an older system is registered with: where its tickets go, and whether it hears of signing out. */
function OlderSystem({
  typed: { services, serviceLogout },
  fault,
  onChange,
}: {
  typed: Pick<TypedClient, 'services' | 'serviceLogout'>
  fault: string | undefined
  onChange: (part: Partial<Pick<TypedClient, 'services' | 'serviceLogout'>>) => void
}) {
  return (
    <>
      <AddressLines
        label="旧系统的服务地址（CAS）"
        help="只支持票据登录的旧系统填写，每行一个；没有可以不填"
        value={services}
        fault={fault}
        onChange={(services) => onChange({ services })}
      />
      {services.trim() !== '' && (
        <p>
          <label className="sign-on-check">
            <input
              type="checkbox"
              checked={serviceLogout}
              onChange={(event) => onChange({ serviceLogout: event.target.checked })}
            />
            本人退出杏坛时，向服务地址发送退出通知（CAS 单点退出）
          </label>
        </p>
      )}
    </>
  )
}
