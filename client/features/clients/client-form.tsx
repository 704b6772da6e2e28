import { useState } from 'react'
import { useNavigate } from 'react-router'
import { offerable, type ClientView } from '../../../catalogue/contract/administration/clients.ts'
import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { textFields } from '../../ui/forms/text-fields.tsx'
import { ClientLogo } from './client-logo.tsx'
import { useClientCalls } from './use-clients.ts'

const fields = [
  'clientId',
  'name',
  'clientKind',
  'areaCode',
  'domain',
  'contact',
  'startDate',
  'endDate',
  'fullPageId',
  'navigation',
  'logo',
  'enabled',
] as const

/** A client's facts, and which top items its districts and cities are offered. */
export function ClientForm({ client }: { client: ClientView | null }) {
  const { busy, faults, run } = useAct(fields)
  const { save } = useClientCalls()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(() => openedWith(client))
  const [navigation, setNavigation] = useState<readonly string[] | null>(client?.navigation ?? null)
  const [logo, setLogo] = useState(client?.logo ?? null)
  const [enabled, setEnabled] = useState(client?.enabled ?? true)
  const put = (key: keyof typeof typed) => (value: string) => setTyped({ ...typed, [key]: value })
  const submit = () =>
    run(async () => {
      const { clientId, fullPageId, ...rest } = typed
      const body = {
        ...rest,
        fullPageId: fullPageId === '' ? null : Number(fullPageId),
        navigation,
        logo: logo?.id ?? null,
        enabled,
      }
      await save.mutateAsync({
        id: client?.id ?? null,
        body: client ? { ...body, version: client.version } : { ...body, clientId: Number(clientId) },
      })
      notify.success('已保存')
      if (!client) void navigate('/appCore/customerUserSet')
    })
  const text = textFields(typed, (key, value) => put(key)(value), faults)
  return (
    <Panel
      title="方案资料"
      extra={client && <ButtonLink to={`/appCore/customerBinding?id=${client.id}`}>看绑定的账号</ButtonLink>}
    >
      {faults['form'] && <ErrorBox title="保存失败，您的填写已保留" detail={faults['form']} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="clients-fields">
          {!client && text('clientId', '方案编号', { inputMode: 'numeric' })}
          {text('name', '方案名称', { maxLength: 100 })}
          <label className="x-labelled">
            类别
            <select value={typed.clientKind} onChange={(event) => put('clientKind')(event.target.value)}>
              {selectable('clientKind').map(({ code, label }) => (
                <option key={code} value={code}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          {text('areaCode', '覆盖区域', { help: '6 位区划代码，如 441702', inputMode: 'numeric' })}
          {text('domain', '访问域名', { help: '如 edu.example.cn；没有可以不填' })}
          {text('contact', '联系人', { maxLength: 30 })}
          {text('startDate', '服务起', { type: 'date' })}
          {text('endDate', '服务止', { type: 'date' })}
        </div>
        <ClientLogo logo={logo} fault={faults['logo']} onChange={setLogo} />
        <Navigation chosen={navigation} fault={faults['navigation']} onChange={setNavigation} />
        <div className="clients-fields">
          {text('fullPageId', '不受限的页面方案编号', {
            help: '账号的页面方案是该编号时，仍显示全部栏目',
            inputMode: 'numeric',
          })}
        </div>
        <p className="clients-line">
          <label>
            <input type="checkbox" checked={enabled} onChange={(event) => setEnabled(event.target.checked)} />{' '}
            启用
          </label>
        </p>
        <Button type="submit" look="primary" busy={busy}>
          保存
        </Button>
      </form>
    </Panel>
  )
}

const openedWith = (client: ClientView | null) =>
  client
    ? {
        clientId: String(client.id),
        name: client.name,
        clientKind: client.clientKind,
        areaCode: client.areaCode ?? '',
        domain: client.domain ?? '',
        contact: client.contact ?? '',
        startDate: client.startDate ?? '',
        endDate: client.endDate ?? '',
        fullPageId: String(client.fullPageId ?? ''),
      }
    : {
        clientId: '',
        name: '',
        clientKind: '3',
        areaCode: '',
        domain: '',
        contact: '',
        startDate: '',
        endDate: '',
        fullPageId: '',
      }

/** The top items that the client's districts and cities are offered; null for all. */
function Navigation(props: {
  chosen: readonly string[] | null
  fault: string | undefined
  onChange: (chosen: readonly string[] | null) => void
}) {
  const { chosen, fault, onChange } = props
  return (
    <fieldset className="clients-navigation">
      <legend>县区、市账号的栏目</legend>
      <label>
        <input
          type="checkbox"
          checked={chosen === null}
          onChange={(event) => onChange(event.target.checked ? null : ['home'])}
        />
        全部栏目
      </label>
      {Object.entries(offerable).map(([key, label]) => (
        <label key={key}>
          <input
            type="checkbox"
            disabled={chosen === null}
            checked={chosen === null || chosen.includes(key)}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...(chosen ?? []), key] : (chosen ?? []).filter((one) => one !== key),
              )
            }
          />
          {label}
        </label>
      ))}
      {fault && <span className="clients-fault">{fault}</span>}
    </fieldset>
  )
}
