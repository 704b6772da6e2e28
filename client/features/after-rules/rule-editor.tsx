import { useState } from 'react'
import { useNavigate } from 'react-router'
import { afterLimits, whyNotInRule, type AfterAct, type AfterRule } from '../../../catalogue/after/rule.ts'
import type {
  AfterDryRunAnswer,
  AfterRuleView,
} from '../../../catalogue/contract/administration/after-rules.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ConditionEditor } from '../../engine/condition/condition-editor.tsx'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { ActEditor } from './act-editor.tsx'
import { useAfterActs } from './use-after-rules.ts'
import { conditioned, freshAct, freshRule, ruledTypes, titleOf, whens } from './words.ts'

type Faults = Readonly<Record<string, string>>

/** Faults by path, without `body` in front: the shape of a rule names it, the judgement does not. */
function faultsIn(error: unknown): Faults {
  const named = error instanceof ApiError ? error.errors : []
  return named.length === 0
    ? { form: sentenceOf(error) }
    : Object.fromEntries(named.map(({ field, message }) => [field.replace(/^body\./, ''), message]))
}

/** The faults of one act, by the rest of their path. */
const faultsOfAct = (faults: Faults, at: number): Faults =>
  Object.fromEntries(
    Object.entries(faults).flatMap(([path, message]): [string, string][] =>
      path === `acts.${at}`
        ? [['', message]]
        : path.startsWith(`acts.${at}.`)
          ? [[path.slice(`acts.${at}.`.length), message]]
          : [],
    ),
  )

/** A rule that is written or changed, with what it would have done. */
export function RuleEditor({ entry, rule }: { entry: PageEntry; rule: AfterRuleView | null }) {
  const [body, setBody] = useState<AfterRule>(rule?.body ?? freshRule)
  const [faults, setFaults] = useState<Faults>({})
  const [found, setFound] = useState<AfterDryRunAnswer | null>(null)
  const [touched, setTouched] = useState(false)
  const { save, dryRun } = useAfterActs()
  const navigate = useNavigate()
  const pass = useLeaveGuard(touched, '规则未保存，离开后要重新填写。')
  const put = (part: Partial<AfterRule>) => {
    setTouched(true)
    setFound(null)
    setBody({ ...body, ...part })
  }
  const attempt = async (act: () => Promise<void>) => {
    setFaults({})
    try {
      await act()
    } catch (error) {
      setFaults(faultsIn(error))
    }
  }
  const keep = () =>
    attempt(async () => {
      await save.mutateAsync({ of: rule, body })
      notify.success('已保存，从现在起的事项按它办理')
      pass()
      void navigate(entry.path)
    })
  return (
    <PageFrame
      title={rule ? `修改规则：${rule.body.title}` : '新增规则'}
      crumbs={[{ label: entry.title, to: entry.path }]}
    >
      <form
        className="after-editor"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void keep()
        }}
      >
        {faults['form'] !== undefined && (
          <ErrorBox title="没有办成" detail={faults['form']} kept="填写的内容都还在" />
        )}
        <When body={body} faults={faults} onPut={put} />
        <Acts body={body} faults={faults} onPut={put} />
        {found && <DryRun found={found} />}
        <StickyBar note="先试算，看清会办理几次、谁会收到">
          <ButtonLink to={entry.path}>返回</ButtonLink>
          <Button
            busy={dryRun.isPending}
            onClick={() => void attempt(async () => setFound(await dryRun.mutateAsync(body)))}
          >
            试算
          </Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            保存规则
          </Button>
        </StickyBar>
      </form>
    </PageFrame>
  )
}

interface PartOfRule {
  body: AfterRule
  faults: Faults
  onPut: (part: Partial<AfterRule>) => void
}

function When({ body, faults, onPut }: PartOfRule) {
  return (
    <Panel title="条件">
      <TextField
        label="规则名称"
        value={body.title}
        maxLength={50}
        fault={faults['title']}
        onChange={(title) => onPut({ title })}
      />
      <Choice
        label="哪种记录"
        isRequired
        value={body.type}
        fault={faults['type']}
        options={ruledTypes}
        onChange={(type) =>
          onPut({
            type,
            if: null,
            acts: body.acts.map((act) => (act.act === 'draft' ? { ...act, copy: {} } : act)),
          })
        }
      />
      <Choice
        label="什么时候"
        isRequired
        value={body.when}
        fault={faults['when']}
        options={Object.entries(whens).map(([code, label]) => ({ code, label }))}
        onChange={(when) => onPut({ when: when === 'voided' ? 'voided' : 'approved' })}
      />
      <TextField
        label="只管哪个单位（单位编号）"
        inputMode="numeric"
        value={body.place === null ? '' : String(body.place)}
        fault={faults['place']}
        help="不填为本单位和下级的全部教师"
        onChange={(place) => onPut({ place: /^\d{1,9}$/.test(place) ? Number(place) : null })}
      />
      <ConditionEditor
        definition={conditioned(body.type)}
        word="规则的"
        legends={['每次都办理', '满足条件时才办理']}
        why={whyNotInRule}
        when={body.if ?? undefined}
        onChange={(condition) => onPut({ if: condition ?? null })}
      />
      {faults['if'] !== undefined && (
        <p className="after-fault" role="alert">
          {faults['if']}
        </p>
      )}
    </Panel>
  )
}

function Acts({ body, faults, onPut }: PartOfRule) {
  const { acts } = body
  const set = (next: readonly AfterAct[]) => onPut({ acts: next })
  return (
    <Panel title="要做的事" beside={<span className="x-soft x-note">至多 {afterLimits.acts} 件</span>}>
      {faults['acts'] !== undefined && (
        <p className="after-fault" role="alert">
          {faults['acts']}
        </p>
      )}
      {acts.map((act, at) => (
        <ActEditor
          // By place: two acts may be the same while they are being written.
          key={`${at} ${act.act} ${acts.length}`}
          label={`第 ${at + 1} 件`}
          act={act}
          source={body.type}
          faults={faultsOfAct(faults, at)}
          onChange={(next) => set(acts.map((one, i) => (i === at ? next : one)))}
          onRemove={acts.length > 1 ? () => set(acts.filter((_, i) => i !== at)) : null}
        />
      ))}
      {acts.length < afterLimits.acts && (
        <Button look="text" icon="add" onClick={() => set([...acts, freshAct('todo')])}>
          再加一件
        </Button>
      )}
      {acts.some((act) => act.act === 'draft') && (
        <p className="x-soft x-note">
          草稿给教师本人补全、提交；{afterLimits.draftDays} 天没有动过的自动删除。源记录是{titleOf(body.type)}
          。
        </p>
      )}
    </Panel>
  )
}

function DryRun({ found: { times, people, more, first, hears } }: { found: AfterDryRunAnswer }) {
  return (
    <Panel title="试算：最近 30 天">
      <output className="after-found" data-testid="after-dry-run">
        {more && '至少'}会办理 {times} 次，涉及 {people} 人。没有办理任何一件。
      </output>
      <ul>
        {hears.map(({ who, times: often }, at) => (
          // Two acts may reach the same people.
          <li key={`${at} ${who}`}>
            {who}：{often} 次
          </li>
        ))}
      </ul>
      {first.length > 0 && (
        <>
          <p>先是：</p>
          <ul>
            {first.map((one, at) => (
              <li key={`${at} ${one.at}`}>
                {one.owner}（{one.school}）{listTime(one.at)}　{one.summary}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
