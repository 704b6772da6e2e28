import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { institutionView } from '../../../catalogue/contract/administration/institutions.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { beginning, institutionFieldsOf } from '../../../catalogue/institutions/fields.ts'
import { kindsBelow } from '../../../catalogue/institutions/kinds.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { api } from '../../platform/api/api.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { useFocusOnFault } from '../../ui/forms/use-focus-on-fault.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useAddresses } from './addresses.ts'
import { areaBelow } from './area-below.ts'
import { CodeDoubt } from './code-doubt.tsx'
import { FactFields } from './fact-fields.tsx'
import { useFacts } from './use-facts.ts'
import { path, useInstitution, useKeep } from './use-institutions.ts'

/** A new institution below the one that the address names. */
export function NewInstitution({ parentId, entry }: { parentId: number; entry: PageEntry }) {
  const { data: parent, error, refetch } = useInstitution(parentId)
  const { list } = useAddresses()
  const level = parent?.level
  const kinds = useMemo(() => (level ? kindsBelow(level) : []), [level])
  const [first] = kinds
  return (
    <PageFrame
      title="新增机构"
      crumbs={[{ label: entry.title, to: list }]}
      note={parent && `上级：${parent.name}`}
    >
      {error && (
        <ErrorBox title="上级机构打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!parent && !error && <Skeleton lines={8} />}
      {parent && first !== undefined && (
        <Draft parentId={parentId} kinds={kinds} first={first} areaCode={areaBelow(parent)} />
      )}
    </PageFrame>
  )
}

function Draft(props: { parentId: number; kinds: readonly string[]; first: string; areaCode: unknown }) {
  const { parentId, kinds, first, areaCode } = props
  const navigate = useNavigate()
  const addresses = useAddresses()
  const keep = useKeep()
  const begin = useMemo(() => beginning(kinds), [kinds])
  const head = useFacts(begin, { kind: first })
  const kind = String(head.values['kind'] ?? first)
  const fields = institutionFieldsOf(kind)
  const facts = useFacts(fields, { areaCode })
  const { busy, faults, run } = useAct([...Object.keys(begin), ...Object.keys(fields)])
  useFocusOnFault('.institutions-form', faults)
  const changed = { ...head.changed, ...facts.changed }
  const pass = useLeaveGuard(Object.keys(changed).length > 0)
  const save = async () => {
    const body = { parentId, ...head.values, kind, facts: facts.values }
    const made = await api.post(path, { schema: institutionView, body })
    await keep(made)
    notify.success(`已新增${made.name}`)
    pass()
    void navigate(addresses.one(made.id), { replace: true })
  }
  return (
    <form
      className="institutions-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run(save)
      }}
    >
      {faults['form'] !== undefined && (
        <ErrorBox title="新增失败" detail={faults['form']} kept="填写的内容都还在" />
      )}
      <Panel title="名称与标识">
        <FactFields fields={begin} values={head.values} faults={faults} onSet={head.set} />
      </Panel>
      <Panel title={`${labelOf('orgType', kind)}资料`}>
        <FactFields fields={fields} values={facts.values} faults={faults} onSet={facts.set} />
        <CodeDoubt schoolType={facts.values['schoolType']} code={head.values['code']} />
      </Panel>
      <div className="institutions-acts">
        <Button type="submit" look="primary" large busy={busy}>
          新增
        </Button>
        <ButtonLink to={addresses.list} large>
          返回列表
        </ButtonLink>
      </div>
    </form>
  )
}
