import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { ownOrganization, type OwnOrganization } from '../../../catalogue/contract/account/personal.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

const address = '/api/v1/organization'
const key = ['account', 'organization'] as const

/** What the office says of its own institution. */
export function InstitutionTab() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(address, { schema: ownOrganization, quiet: true, signal }),
  })
  if (error && !data)
    return <ErrorBox title="本单位资料打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  return <InstitutionForm own={data} />
}

const fields = [
  ['name', '单位名称', 100],
  ['principal', '负责人', 30],
  ['phone', '联系电话', 30],
  ['address', '地址', 200],
] as const
type InstitutionTexts = Record<(typeof fields)[number][0], string>

function InstitutionForm({ own }: { own: OwnOrganization }) {
  const client = useQueryClient()
  const { busy, faults, run } = useAct(fields.map(([name]) => name))
  const [typed, setTyped] = useState<InstitutionTexts>({
    name: own.name,
    principal: own.principal ?? '',
    phone: own.phone ?? '',
    address: own.address ?? '',
  })
  const changed = Object.fromEntries(
    fields.flatMap(([name]) => (typed[name] === (own[name] ?? '') ? [] : [[name, typed[name]]])),
  )
  const nothing = Object.keys(changed).length === 0

  async function submit(event: FormEvent) {
    event.preventDefault()
    // In the body: an empty value takes a field away, and empty values do not travel in an address.
    const save = async () =>
      void (await api.put('/api/v1/user/updateOrganization', { schema: z.boolean(), body: changed }))
    if (!(await run(save))) return
    await client.invalidateQueries({ queryKey: key })
    notify.success('本单位资料已保存')
  }
  return (
    <Panel title="本单位资料" beside={<span className="x-soft x-dense">标识码 {own.code ?? '尚无'}</span>}>
      <form className="personal-form" noValidate onSubmit={(event) => void submit(event)}>
        <p className="x-soft x-dense">上级：{own.above.map(({ name }) => name).join(' ＞ ') || '无'}</p>
        {fields.map(([name, label, most]) => (
          <TextField
            key={name}
            label={label}
            name={name}
            maxLength={most}
            value={typed[name]}
            onChange={(value) => setTyped((now) => ({ ...now, [name]: value }))}
            fault={faults[name]}
          />
        ))}
        {faults['form'] !== undefined && (
          <ErrorBox title="保存失败，您的填写已保留" detail={faults['form']} />
        )}
        <Button type="submit" look="primary" large busy={busy} disabled={nothing}>
          保存
        </Button>
        <p className="x-note x-faint">保存前要核对一次身份；更名记入日志，原来的名称留有记录。</p>
      </form>
    </Panel>
  )
}
