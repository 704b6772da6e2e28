import { useState } from 'react'
import {
  tokenLimits,
  tokenScopes,
  type TokenScope,
} from '../../../catalogue/contract/administration/api-tokens.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { textFields } from '../../ui/forms/text-fields.tsx'
import { useSession } from '../../platform/session/session.ts'
import '../../ui/forms/labelled.css'
import { useAgreedApps, useTokenActs } from './use-tokens.ts'

const fields = ['name', 'contact', 'scopes', 'app', 'institution', 'days', 'perMinute', 'networks'] as const
const scopeNames: readonly TokenScope[] = ['institutions', 'teachers', 'figures', 'contents']

/** Issues a token, and shows it once. */
export function IssueDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  const dialog = useModalDialog(true, onClose)
  return (
    <dialog ref={dialog} className="x-dialog token-dialog" aria-labelledby="api-token-title">
      <h2 id="api-token-title">发放访问令牌</h2>
      {secret === undefined ? (
        <Ask onMade={setSecret} onClose={onClose} />
      ) : (
        <Made secret={secret} onClose={onClose} />
      )}
    </dialog>
  )
}

const begun = {
  name: '',
  contact: '',
  institution: '',
  days: String(tokenLimits.usualDays),
  perMinute: String(tokenLimits.usualPerMinute),
  networks: '',
}

function Ask({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const [typed, setTyped] = useState(begun)
  const [scopes, setScopes] = useState<readonly TokenScope[]>([])
  const [app, setApp] = useState('')
  const isAdministrator = useSession()?.role === 1
  const { busy, faults, run } = useAct(fields)
  const { issue } = useTokenActs()
  const make = () =>
    run(async () => {
      const { institution, networks, days, perMinute, ...rest } = typed
      const made = await issue.mutateAsync({
        ...rest,
        scopes,
        ...(scopes.includes('roster') && app !== '' && { app }),
        days: Number(days),
        perMinute: Number(perMinute),
        networks: networks.split(/[\s,，;；]+/).filter(Boolean),
        ...(institution !== '' && { institution: Number(institution) }),
      })
      onMade(made.secret)
    })
  const text = textFields(typed, (key, value) => setTyped({ ...typed, [key]: value }), faults)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <p>
        {scopes.includes('scim')
          ? '身份系统凭令牌登记新人员、启用和停用该单位教师的账号，读不到档案。'
          : `拿到令牌的系统只能读取所选的内容；身份证件号、手机号等一律打码${scopes.includes('roster') ? '，名册同步按约定提供' : ''}。`}
      </p>
      {text('name', '系统名称', { maxLength: 50 })}
      {text('contact', '联系人', { maxLength: 50, help: '出了问题找谁' })}
      <fieldset className="token-scopes">
        <legend>权限</legend>
        {[...scopeNames, ...(isAdministrator ? (['roster', 'scim'] as const) : [])].map((one) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={scopes.includes(one)}
              onChange={({ target }) =>
                setScopes(target.checked ? [...scopes, one] : scopes.filter((other) => other !== one))
              }
            />
            {tokenScopes[one]}
          </label>
        ))}
        {faults['scopes'] !== undefined && <span className="token-fault">{faults['scopes']}</span>}
      </fieldset>
      {scopes.includes('roster') && <AgreedApp value={app} fault={faults['app']} onChange={setApp} />}
      {text('institution', '单位编号', {
        inputMode: 'numeric',
        help: '不填为本单位和下级；也可以只给一个下级单位',
      })}
      {text('days', '有效天数', { inputMode: 'numeric' })}
      {text('perMinute', '每分钟至多', { inputMode: 'numeric', help: `次，不超过 ${tokenLimits.perMinute}` })}
      {text('networks', '来源地址', { help: '如 218.15.0.0/16，多个用逗号分隔；不填为不限' })}
      {faults['form'] !== undefined && (
        <p className="token-fault" role="alert">
          {faults['form']}
        </p>
      )}
      <footer>
        <Button onClick={onClose}>取消</Button>
        <Button look="primary" type="submit" busy={busy}>
          发放令牌
        </Button>
      </footer>
    </form>
  )
}

/** The app that reads the roster: one of those with an agreement. */
function AgreedApp(props: { value: string; fault: string | undefined; onChange: (app: string) => void }) {
  const { value, fault, onChange } = props
  const { data = [] } = useAgreedApps()
  return (
    <div className="x-labelled token-app">
      <label htmlFor="api-token-app">名册提供给哪个应用</label>
      <select id="api-token-app" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">请选择已登记约定的应用</option>
        {data.map(({ app, name }) => (
          <option key={app} value={app}>
            {name}
          </option>
        ))}
      </select>
      {fault !== undefined && <span className="token-fault">{fault}</span>}
    </div>
  )
}

function Made({ secret, onClose }: { secret: string; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      notify.success('已复制')
    } catch {
      notify.warn('浏览器不让复制，请手工选中复制')
    }
  }
  return (
    <>
      <p>令牌只显示这一次，请现在复制，交给使用它的系统。</p>
      <p>
        <output className="token-secret" aria-label="访问令牌" data-testid="api-token-secret">
          {secret}
        </output>
      </p>
      <footer>
        <Button icon="copy" data-first-focus onClick={() => void copy()}>
          复制
        </Button>
        <Button look="primary" onClick={onClose}>
          已复制，关闭
        </Button>
      </footer>
    </>
  )
}
