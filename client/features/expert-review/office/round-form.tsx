import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { RoundView, SourceChoices } from '../../../../catalogue/contract/review/rounds.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { isSame } from '../../../engine/values.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { useAct } from '../../../platform/api/use-act.ts'
import { draftOf, dropDraft, keepDraft } from '../../../platform/storage/drafts.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useFocusOnFault } from '../../../ui/forms/use-focus-on-fault.ts'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { RubricFields } from './rubric-fields.tsx'
import { ConflictFields, RuleFields } from './rule-fields.tsx'
import {
  numberRuleNames,
  rulesOf,
  templateOf,
  typedFor,
  typedFrom,
  typedRubric,
  type TypedRules,
} from './typed-rules.ts'
import { useKeepRound, useRound, useSources } from './use-rounds.ts'

interface RoundDraft {
  readonly title: string
  readonly source: string
  readonly scope: string
  readonly rules: TypedRules
}

type Source = SourceChoices['list'][number]
/** `rubric`: null for material that is no longer offered, whose rubric stays. */
type Choice = Omit<Source, 'rubric'> & { readonly rubric: Source['rubric'] | null }

/** Sets up a round; `scope` names the material where the way came from its notice. */
export function NewRound({ entry, scope }: { entry: PageEntry; scope: string }) {
  const answer = useSources()
  return (
    <PageFrame
      title="新增评审"
      crumbs={[{ label: entry.title, to: entry.path }, { label: '新增评审' }]}
      note="保存以后还能修改，开始评审时规则冻结"
    >
      <Loaded answer={answer} failed="送评材料打开失败" lines={10}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty
              text="暂无待专家评审的材料。申报在“送专家评审”以后才能组织评审。"
              action={<ButtonLink to={entry.path}>返回评审列表</ButtonLink>}
            />
          ) : (
            <NewForm entry={entry} list={list} scope={scope} />
          )
        }
      </Loaded>
    </PageFrame>
  )
}

function NewForm({ entry, list, scope }: { entry: PageEntry; list: Source[]; scope: string }) {
  const [start] = useState<RoundDraft>(() => {
    const named = list.find((one) => one.scope === scope) ?? (list.length === 1 ? list[0] : undefined)
    return {
      title: named ? `${named.title}专家评审`.slice(0, 100) : '',
      source: named?.source ?? '',
      scope: named?.scope ?? '',
      rules: typedFor(named?.rubric ?? 'talent'),
    }
  })
  return <RoundForm entry={entry} keptAs="review.round.new" start={start} list={list} known={null} />
}

/** Changes a round that has not begun. */
export function RoundEditor({ entry, id }: { entry: PageEntry; id: string }) {
  const answer = useRound(id)
  const sources = useSources()
  const both = {
    ...answer,
    data: answer.data && sources.data && { round: answer.data, list: sources.data.list },
  }
  return (
    <Loaded answer={both} failed="该评审打开失败" lines={10}>
      {({ round, list }) => (
        <PageFrame
          title={round.title}
          crumbs={[
            { label: entry.title, to: entry.path },
            { label: round.title, to: `${entry.path}?id=${id}` },
            { label: '修改' },
          ]}
        >
          {round.state === 'draft' ? (
            <EditForm key={round.version} entry={entry} round={round} list={list} />
          ) : (
            <Empty
              text="评审已经开始，规则不能再改。"
              action={<ButtonLink to={`${entry.path}?id=${id}`}>返回评审</ButtonLink>}
            />
          )}
        </PageFrame>
      )}
    </Loaded>
  )
}

function EditForm({ entry, round, list }: { entry: PageEntry; round: RoundView; list: Source[] }) {
  const { id, title, source, scope, rules, version, items } = round
  const [start] = useState<RoundDraft>({ title, source, scope, rules: typedFrom(rules) })
  const isThere = list.some((one) => one.scope === scope)
  const choices = isThere ? list : [{ source, scope, title: '原来的送评材料', items, rubric: null }, ...list]
  return (
    <RoundForm
      entry={entry}
      keptAs={`review.round.${id}`}
      start={start}
      list={choices}
      known={{ id, version }}
    />
  )
}

/** The fields whose faults stand beside them, as the server names them. */
const fieldsOf = ({ rubric }: TypedRules): string[] => [
  'title',
  'scope',
  ...[...numberRuleNames, 'dropFrom', 'arbitrationAbove', 'ties', 'rubric'].map((name) => `rules.${name}`),
  ...rubric.flatMap(({ bands }, at) => [
    ...['label', 'max', 'weight', 'text'].map((part) => `rules.rubric.${at}.${part}`),
    ...bands.flatMap((_, place) =>
      ['label', 'from', 'text'].map((part) => `rules.rubric.${at}.bands.${place}.${part}`),
    ),
  ]),
]

function RoundForm(props: {
  entry: PageEntry
  keptAs: string
  start: RoundDraft
  list: readonly Choice[]
  known: { id: string; version: number } | null
}) {
  const { entry, keptAs, start, list, known } = props
  const navigate = useNavigate()
  const keep = useKeepRound()
  const [typed, setTyped] = useState<RoundDraft>(() => {
    const kept = draftOf(keptAs)?.values
    return kept ? { ...start, ...(kept as Partial<RoundDraft>) } : start
  })
  const { busy, faults, run } = useAct(fieldsOf(typed.rules))
  useFocusOnFault('.er-form', faults)
  useEffect(() => {
    if (!isSame(typed, start)) keepDraft(keptAs, { ...typed }, known?.version ?? 0)
  }, [keptAs, typed, start, known])
  const setRules = (part: Partial<TypedRules>) =>
    setTyped((now) => ({ ...now, rules: { ...now.rules, ...part } }))
  /** An unchanged template gives way to that of the material; a rubric of the office's own stays. */
  const choose = ({ source, scope, rubric }: Pick<Choice, 'source' | 'scope' | 'rubric'>) =>
    setTyped((now) => {
      const fits = rubric !== null && templateOf(now.rules) !== undefined
      return { ...now, source, scope, rules: fits ? { ...now.rules, ...typedRubric(rubric) } : now.rules }
    })
  const send = async () => {
    const { title, source, scope, rules } = typed
    const id = await keep({ title, source, scope, rules: rulesOf(rules) }, known)
    dropDraft(keptAs)
    notify.success('已保存')
    await navigate(`${entry.path}?id=${id}`, { replace: true })
  }
  return (
    <form
      className="er-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run(send)
      }}
    >
      {faults['form'] !== undefined && (
        <ErrorBox title="没有保存成" detail={faults['form']} kept="填写的内容都还在" />
      )}
      <Panel title="评什么">
        <div className="er-fields">
          <Field label="评审名称" required fault={faults['title']}>
            {(control) => (
              <input
                {...control}
                maxLength={100}
                value={typed.title}
                onChange={({ target }) => setTyped((now) => ({ ...now, title: target.value }))}
              />
            )}
          </Field>
          <SourceField list={list} scope={typed.scope} fault={faults['scope']} onChoose={choose} />
        </div>
      </Panel>
      <RubricFields rubric={typed.rules.rubric} faults={faults} onChange={setRules} />
      <RuleFields rules={typed.rules} faults={faults} onChange={setRules} />
      <ConflictFields rules={typed.rules} faults={faults} onChange={setRules} />
      <div className="er-acts">
        <Button type="submit" look="primary" busy={busy}>
          保存
        </Button>
        <ButtonLink to={known ? `${entry.path}?id=${known.id}` : entry.path}>返回</ButtonLink>
      </div>
    </form>
  )
}

function SourceField(props: {
  list: readonly Choice[]
  scope: string
  fault: string | undefined
  onChoose: (choice: Pick<Choice, 'source' | 'scope' | 'rubric'>) => void
}) {
  const { list, scope, fault, onChoose } = props
  return (
    <Field label="送评材料" required fault={fault} help="开始评审时，届时等专家评审的全部送评">
      {(control) => (
        <select
          {...control}
          value={scope}
          onChange={({ target }) => {
            const found = list.find((one) => one.scope === target.value)
            onChoose({ source: found?.source ?? '', scope: target.value, rubric: found?.rubric ?? null })
          }}
        >
          <option value="">请选择</option>
          {list.map((one) => (
            <option key={one.scope} value={one.scope}>
              {`${one.title}（现有 ${one.items} 件）`}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
