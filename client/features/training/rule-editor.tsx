import { useState } from 'react'
import type { RuleEffect, RuleShown } from '../../../catalogue/contract/training/hour-rules.ts'
import { dictionary } from '../../../catalogue/dictionaries/dictionaries.ts'
import { categories, sources } from '../../../catalogue/hours/rule.ts'
import { sourceWords } from '../../../catalogue/hours/words.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { OfferedCopy } from '../../engine/form/offered-copy.tsx'
import { useTypedCopy } from '../../engine/form/use-typed-copy.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ruleOf, typedOf, typedRule, type TypedRule } from './rule-typed.ts'
import { useRuleCalls } from './use-rules.ts'
import { categoryNames, hoursText } from './words.ts'

/** The next version of a rule: what it would do to people is tried first, then it is published with its document. */
export function RuleEditor({ shown, onDone }: { shown: RuleShown; onDone: () => void }) {
  const { rule, published } = shown
  const version = published ? rule.version + 1 : 1
  const copy = useTypedCopy({
    key: `hour-rule/${rule.year}`,
    schema: typedRule,
    start: () => typedOf(rule),
    version: published ? rule.version : 0,
  })
  const { typed, change } = copy
  const [effect, setEffect] = useState<RuleEffect | null>(null)
  const { tryOut, publish } = useRuleCalls()
  const { busy, faults, run } = useAct(['note'])
  const pass = useLeaveGuard(copy.isDue)
  const next = () => ruleOf(typed, { year: rule.year, version, into: rule.into })
  const put = (part: Partial<TypedRule>) => {
    setEffect(null)
    change(part)
  }
  const send = () =>
    run(async () => {
      await publish(next(), typed.note)
      copy.settle(typed)
      pass()
      notify.success(`第 ${version} 版已发布，学时正在重新计算`)
      onDone()
    })
  return (
    <Panel
      title={`${rule.year} 年，第 ${version} 版`}
      beside={<span className="x-soft x-dense">尚未发布</span>}
    >
      <form
        className="rule-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <OfferedCopy what="规则" {...copy} />
        <Lines typed={typed} put={put} />
        <Counting typed={typed} put={put} />
        <Period typed={typed} put={put} />
        <TextField
          label="依据的文件"
          value={typed.note}
          fault={faults['note']}
          onChange={(note) => change({ note })}
        />
        {effect !== null && <Effect effect={effect} />}
        {faults['form'] !== undefined && (
          <ErrorBox title="没有办成" detail={faults['form']} kept="填写的内容都还在" />
        )}
        <div className="rule-acts">
          <Button busy={busy} onClick={() => void run(async () => setEffect(await tryOut(next())))}>
            试算影响
          </Button>
          <Button type="submit" look="primary" busy={busy}>
            发布第 {version} 版
          </Button>
          <Button onClick={onDone}>收起</Button>
        </div>
      </form>
    </Panel>
  )
}

interface Part {
  readonly typed: TypedRule
  readonly put: (part: Partial<TypedRule>) => void
}

const ofCategories = categories.map((code) => ({ code, label: categoryNames[code] }))

function Lines({ typed, put }: Part) {
  return (
    <fieldset className="rule-part">
      <legend>每年应修（学时，不填为不作要求）</legend>
      <div className="rule-fields">
        {categories.map((one) => (
          <TextField
            key={one}
            label={categoryNames[one]}
            inputMode="decimal"
            value={typed.lines[one] ?? ''}
            onChange={(text) => put({ lines: { ...typed.lines, [one]: text } })}
          />
        ))}
        <Choice
          label="折算：从"
          value={typed.from}
          options={ofCategories}
          onChange={(from) => put({ from })}
        />
        <Choice label="折算：计作" value={typed.to} options={ofCategories} onChange={(to) => put({ to })} />
        <TextField
          label="折算：至多（学时）"
          inputMode="decimal"
          value={typed.most}
          onChange={(most) => put({ most })}
        />
      </div>
    </fieldset>
  )
}

function Counting({ typed, put }: Part) {
  return (
    <fieldset className="rule-part">
      <legend>计算（来源上限不填为不设）</legend>
      <div className="rule-fields">
        <TextField
          label="一天至多（学时）"
          inputMode="decimal"
          value={typed.dayCap}
          onChange={(dayCap) => put({ dayCap })}
        />
        <TextField
          label="一学时的分钟数"
          inputMode="numeric"
          value={typed.minutesPerHour}
          onChange={(minutesPerHour) => put({ minutesPerHour })}
        />
        <Choice
          isRequired
          label="年度归属"
          value={typed.hourYear}
          options={[
            { code: 'end', label: '项目结束的年度' },
            { code: 'session', label: '每场所在的年度' },
          ]}
          onChange={(hourYear) => put({ hourYear })}
        />
        {sources
          .filter((one) => one !== 'carry')
          .map((one) => (
            <TextField
              key={one}
              label={`${sourceWords[one]}上限（学时）`}
              inputMode="decimal"
              value={typed.caps[one] ?? ''}
              onChange={(text) => put({ caps: { ...typed.caps, [one]: text } })}
            />
          ))}
      </div>
    </fieldset>
  )
}

const reasons = dictionary('absenceReason').items

function Period({ typed, put }: Part) {
  const field = (key: 'periodFrom' | 'periodTo' | 'periodLine' | 'closesOn' | 'carryMost', label: string) => (
    <TextField label={label} value={typed[key]} onChange={(text) => put({ [key]: text })} />
  )
  const pause = (code: string, on: boolean) =>
    put({ pauses: on ? [...typed.pauses, code] : typed.pauses.filter((one) => one !== code) })
  return (
    <fieldset className="rule-part">
      <legend>周期、截止和结转</legend>
      <div className="rule-fields">
        {field('periodFrom', '周期起始年')}
        {field('periodTo', '周期结束年')}
        {field('periodLine', '周期应修（学时）')}
        {field('closesOn', '次年截止（月-日）')}
        <Choice
          label="结转的类别"
          value={typed.carry}
          options={ofCategories}
          onChange={(carry) => put({ carry })}
        />
        {typed.carry !== '' && field('carryMost', '结转至多（学时）')}
      </div>
      <fieldset className="rule-reasons">
        <legend>周期应修不计的离岗原因</legend>
        {reasons.map(({ code, label }) => (
          <label key={code}>
            <input
              type="checkbox"
              checked={typed.pauses.includes(code)}
              onChange={({ target }) => pause(code, target.checked)}
            />{' '}
            {label}
          </label>
        ))}
      </fieldset>
    </fieldset>
  )
}

/** What a rule would do, tried on some people; nothing of it is kept. */
function Effect({ effect }: { effect: RuleEffect }) {
  const { people, tried, metBefore, metAfter, gained, lost, countedBefore, countedAfter } = effect
  if (tried === 0) return <output>本年度暂无学时，发布不影响现有的人。</output>
  const share = (many: number) => `${Math.round((1000 * many) / tried) / 10}%`
  return (
    <output data-testid="rule-effect">
      本年度有学时的 {people} 人，试算 {tried} 人：达标的从 {share(metBefore)} 变为 {share(metAfter)}，其中{' '}
      {gained} 人由未达标变为达标，{lost} 人由达标变为未达标；人均计入从 {hoursText(countedBefore)} 学时变为{' '}
      {hoursText(countedAfter)} 学时。
    </output>
  )
}
