import {
  institutionView,
  type InstitutionView,
} from '../../../catalogue/contract/administration/institutions.ts'
import { institutionFieldsOf } from '../../../catalogue/institutions/fields.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { isVisible } from '../../../catalogue/rules/judge.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { FieldValue } from '../../engine/record/field-value.tsx'
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
import { Adding } from './adding.tsx'
import { useAddresses } from './addresses.ts'
import { typeOf } from './columns.tsx'
import { CodeDoubt } from './code-doubt.tsx'
import { FactFields } from './fact-fields.tsx'
import { Founding } from './founding.tsx'
import { Beyond } from './beyond.tsx'
import { YearFigures } from './year/year-figures.tsx'
import { StructureActs } from './structure-acts.tsx'
import { useFacts } from './use-facts.ts'
import { path, useInstitution, useKeep } from './use-institutions.ts'

/** One institution: what is said of it, its names and codes through the years, and what may be done. */
export function OneInstitution({ id, entry }: { id: number; entry: PageEntry }) {
  const { data: view, error, refetch } = useInstitution(id)
  const addresses = useAddresses()
  const above = view?.path.slice(0, -1) ?? []
  return (
    <PageFrame
      title={view?.name ?? entry.title}
      crumbs={[
        { label: entry.title, to: addresses.list },
        ...above.map(({ id: one, name }) => ({ label: name, to: addresses.one(one) })),
      ]}
      note={view && typeOf(view)}
      actions={view?.can.includes('add') && <Adding parentId={id} />}
    >
      {error && !view && (
        <ErrorBox title="机构打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!view && !error && <Skeleton lines={10} />}
      {view && <Sheet view={view} />}
    </PageFrame>
  )
}

function Sheet({ view }: { view: InstitutionView }) {
  return (
    <div className="institutions-form">
      {view.can.includes('level') && <Founding key={`level ${view.version}`} view={view} />}
      <Standing view={view} />
      {kindOfStaff.includes(view.level) && <YearFigures id={view.id} />}
      {view.can.includes('edit') ? <Edit key={view.version} view={view} /> : <Facts view={view} />}
      <Former view={view} />
      <StructureActs key={`acts ${view.version}`} view={view} />
    </div>
  )
}

/** Levels of institutions that have pupils or a quota of their own; those of an authority are statistics. */
const kindOfStaff: readonly string[] = ['school', 'centre']

/** Where it stands and what belongs to it. */
function Standing({ view }: { view: InstitutionView }) {
  const addresses = useAddresses()
  return (
    <Panel title="概况">
      {view.closedOn !== null && <p className="institutions-closed">已于 {view.closedOn} 撤销，只能查看。</p>}
      <div className="institutions-head">
        <dl className="institutions-figures">
          <div>
            <dt>标识码</dt>
            <dd className="x-num">{view.code ?? '尚无'}</dd>
          </div>
          {view.teachers !== null && (
            <div>
              <dt>教师（人事关系）</dt>
              <dd className="x-num">{view.teachers.toLocaleString('zh-CN')}</dd>
            </div>
          )}
          <div>
            <dt>下级机构</dt>
            <dd className="x-num">{view.below}</dd>
          </div>
          <div>
            <dt>在用的办公账号</dt>
            <dd className="x-num">{view.accounts}</dd>
          </div>
        </dl>
        <span className="institutions-links">
          {view.below > 0 && <ButtonLink to={addresses.below(view.id)}>查看下级机构</ButtonLink>}
          <Beyond id={view.id} name={view.name} />
        </span>
      </div>
    </Panel>
  )
}

function Facts({ view }: { view: InstitutionView }) {
  const shown = Object.entries(institutionFieldsOf(view.kind)).filter(([, field]) =>
    isVisible(field, view.facts),
  )
  return (
    <Panel title="资料">
      <dl className="institutions-facts">
        {shown.map(([key, field]) => (
          <div key={key}>
            <dt>{field.label}</dt>
            <dd>
              <FieldValue field={field} value={view.facts[key]} />
            </dd>
          </div>
        ))}
      </dl>
      {view.closedOn === null && <p className="x-faint x-dense">本单位的资料在“个人中心 — 本单位”修改。</p>}
    </Panel>
  )
}

function Edit({ view }: { view: InstitutionView }) {
  const { areaCode, ...others } = institutionFieldsOf(view.kind)
  // Of a root without a tree the form above asks for it.
  const fields = view.can.includes('level') || !areaCode ? others : institutionFieldsOf(view.kind)
  const facts = useFacts(fields, view.facts)
  const { busy, faults, run } = useAct(Object.keys(fields))
  const keep = useKeep()
  const nothing = Object.keys(facts.changed).length === 0
  useLeaveGuard(!nothing)
  useFocusOnFault('.institutions-form', faults)
  const save = async () => {
    const body = { version: view.version, facts: facts.changed }
    await keep(await api.put(`${path}/${view.id}`, { schema: institutionView, body }))
    notify.success('资料已保存')
  }
  return (
    <Panel title="资料">
      <form
        className="institutions-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run(save)
        }}
      >
        {faults['form'] !== undefined && (
          <ErrorBox title="保存失败" detail={faults['form']} kept="填写的内容都还在" />
        )}
        <FactFields fields={fields} values={facts.values} faults={faults} onSet={facts.set} />
        <CodeDoubt schoolType={facts.values['schoolType']} code={view.code} />
        <div className="institutions-acts">
          <Button type="submit" look="primary" busy={busy} disabled={nothing}>
            保存资料
          </Button>
          {!nothing && <Button onClick={facts.reset}>放弃修改</Button>}
        </div>
      </form>
    </Panel>
  )
}

/** Names and codes it had before, the latest first. */
function Former({ view }: { view: InstitutionView }) {
  if (view.former.length === 0) return null
  return (
    <Panel title="曾用名称和标识码" extra={<span className="x-faint x-dense">仍可用来搜索</span>}>
      <ul className="institutions-former">
        {view.former.map(({ name, code, from, to }) => (
          <li key={to}>
            <span>{name}</span>
            <span className="x-num x-soft">{code ?? '无标识码'}</span>
            <span className="x-num x-faint">
              {from ?? '起始不详'} 至 {to}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
