import type { ReactNode } from 'react'
import {
  institutionView,
  type InstitutionView,
} from '../../../catalogue/contract/administration/institutions.ts'
import { closing, renaming, reopening } from '../../../catalogue/institutions/fields.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { CodeDoubt } from './code-doubt.tsx'
import { FactFields } from './fact-fields.tsx'
import { useFacts } from './use-facts.ts'
import { path, useKeep } from './use-institutions.ts'

/** Today where the portal is, `YYYY-MM-DD`. */
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date())

/** Name, code and closing: each has a day of its own, and none is undone by saving again. */
export function StructureActs({ view }: { view: InstitutionView }) {
  const { can } = view
  return (
    <>
      {can.includes('rename') && !can.includes('level') && <Rename view={view} />}
      {can.includes('close') && <End view={view} act="close" />}
      {can.includes('reopen') && <End view={view} act="reopen" />}
    </>
  )
}

export function useSend(view: InstitutionView) {
  const keep = useKeep()
  return async (end: string, body: object, said: string) => {
    const sent = { version: view.version, ...body }
    await keep(await api.put(`${path}/${view.id}/${end}`, { schema: institutionView, body: sent }))
    notify.success(said)
  }
}

function Rename({ view }: { view: InstitutionView }) {
  const typed = useFacts(renaming, { name: view.name, code: view.code, from: today() })
  const { busy, faults, run } = useAct(Object.keys(renaming))
  const send = useSend(view)
  const { name, from } = typed.values
  const nothing = !('name' in typed.changed || 'code' in typed.changed)
  const save = async () => {
    const yes = await confirm({
      title: `${String(from)} 起改为“${String(name)}”？`,
      text: '原来的名称和标识码保留在曾用名称里，仍可用来搜索。',
      ok: '更名',
    })
    if (yes) await send('name', typed.values, '已更名')
  }
  return (
    <ActPanel title="更名、换标识码" failed="更名失败" fault={faults['form']} onSubmit={() => void run(save)}>
      <FactFields fields={renaming} values={typed.values} faults={faults} onSet={typed.set} />
      <CodeDoubt schoolType={view.schoolType} code={'code' in typed.changed && typed.values['code']} />
      <Button type="submit" busy={busy} disabled={nothing}>
        更名
      </Button>
    </ActPanel>
  )
}

/** A panel with one act: its fields, its fault, its button. */
export function ActPanel(props: {
  title: string
  failed: string
  fault: string | undefined
  onSubmit: () => void
  children: ReactNode
}) {
  const { title, failed, fault, onSubmit, children } = props
  return (
    <Panel title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {fault !== undefined && <ErrorBox title={failed} detail={fault} kept="填写的内容都还在" />}
        {children}
      </form>
    </Panel>
  )
}

const words = {
  close: {
    title: '撤销机构',
    about: '没有教师、下级机构和待审记录时才能撤销。撤销后账号停用，标识码不再给其他机构。',
    ok: '撤销',
    said: '已撤销',
    failed: '撤销失败',
  },
  reopen: {
    title: '恢复机构',
    about: '仍用原来的名称和标识码；账号不会自动启用。',
    ok: '恢复',
    said: '已恢复',
    failed: '恢复失败',
  },
} as const

function End({ view, act }: { view: InstitutionView; act: keyof typeof words }) {
  const fields = act === 'close' ? closing : reopening
  const typed = useFacts(fields, { on: today() })
  const { busy, faults, run } = useAct(Object.keys(fields))
  const send = useSend(view)
  const { title, about, ok, said, failed } = words[act]
  const save = async () => {
    const yes =
      act === 'reopen' || (await confirm({ title: `撤销${view.name}？`, text: about, ok, danger: true }))
    if (yes) await send(act, typed.values, said)
  }
  return (
    <ActPanel title={title} failed={failed} fault={faults['form']} onSubmit={() => void run(save)}>
      <p className="x-soft x-dense">{about}</p>
      <FactFields fields={fields} values={typed.values} faults={faults} onSet={typed.set} />
      <Button type="submit" look={act === 'close' ? 'danger' : 'plain'} busy={busy}>
        {title}
      </Button>
    </ActPanel>
  )
}
