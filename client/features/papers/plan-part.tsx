import { useState } from 'react'
import type { AssembledAnswer, PaperDetail, PaperQuestion } from '../../../catalogue/contract/papers.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { TwoWay } from '../../../catalogue/papers/two-way.ts'
import { blueprint, type Blueprint, type BlueprintRow } from '../../../catalogue/papers/value.ts'
import { formsOf } from '../../../catalogue/questions/structure.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { AboutFields } from './begin-page.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { sectionsOf } from './sections.ts'
import { TwoWayTable } from './two-way-table.tsx'
import { assemblePaper } from './use-papers.ts'
import type { PaperForm } from './use-paper-form.ts'
import { levelWord, rateWords } from './words.ts'

const start = (): Blueprint =>
  blueprint.parse({ rows: [{ form: '01', count: 10, score: 3 }], rate: 650, seed: 42 })
const newRow: BlueprintRow = {
  form: '04',
  structure: null,
  count: 5,
  score: 3,
  points: [],
  nodes: [],
  easiest: null,
  hardest: null,
}

/** The blueprint with what it reached, and the table of the paper as it is now. */
export function PlanPart({
  form,
  table,
  shown,
  onMet,
}: {
  form: PaperForm
  table: TwoWay
  shown: PaperDetail
  onMet: (more: readonly PaperQuestion[]) => void
}) {
  const { typed, change } = form
  const faults = Object.fromEntries(
    [...shown.faults, ...form.faults].map(({ field, message }) => [field, message]),
  )
  return (
    <>
      <BlueprintPart form={form} onMet={onMet} />
      <Panel title="实际">
        <p>
          得分率 <b className="x-num">{rateWords(table.rate)}</b>
          {typed.blueprint?.rate != null && (
            <span className="x-soft">
              　目标 {rateWords(typed.blueprint.rate)} ± {rateWords(typed.blueprint.tolerance)}
            </span>
          )}
        </p>
        <TwoWayTable table={table} points={shown.points} />
      </Panel>
      <Panel title="试卷信息">
        <label className="x-labelled">
          试卷名称
          <input
            value={typed.title}
            maxLength={200}
            onChange={({ target }) => change({ title: target.value })}
          />
        </label>
        <AboutFields typed={typed} change={change} faults={faults} />
      </Panel>
    </>
  )
}

function BlueprintPart({
  form,
  onMet,
}: {
  form: PaperForm
  onMet: (more: readonly PaperQuestion[]) => void
}) {
  const { typed, change } = form
  const plan = typed.blueprint ?? start()
  const [answer, setAnswer] = useState<AssembledAnswer | null>(null)
  const { busy, faults, run } = useAct([])
  const put = (part: Partial<Blueprint>) => change({ blueprint: { ...plan, ...part } })
  const putRow = (at: number, part: Partial<BlueprintRow>) =>
    put({ rows: plan.rows.map((row, i) => (i === at ? { ...row, ...part } : row)) })
  const assemble = (seed: number) =>
    run(async () => {
      const asked = { ...plan, seed }
      const kept = typed.sections.flatMap(({ items }, row) =>
        items.filter(({ locked }) => locked).map(({ question, no }) => ({ row, question, no })),
      )
      const given = await assemblePaper({
        schoolStage: typed.schoolStage ?? '',
        subject: typed.subject ?? '',
        blueprint: asked,
        kept: kept.filter(({ row }) => row < plan.rows.length),
      })
      setAnswer(given)
      if (given.chosen === null) return change({ blueprint: asked })
      onMet(given.chosen.flat())
      const { pool, hash, at } = given
      change({
        blueprint: asked,
        paperMode: '2',
        drawn: { seed, pool, hash, at },
        sections: sectionsOf(plan.rows, given.chosen, typed.sections),
      })
    })
  return (
    <Panel title="命题蓝图">
      {plan.rows.map((row, at) => (
        <RowFields
          key={`${at + 1}`}
          row={row}
          number={at + 1}
          subject={typed.subject}
          onPut={(part) => putRow(at, part)}
          onDrop={plan.rows.length > 1 ? () => put({ rows: plan.rows.filter((_, i) => i !== at) }) : null}
        />
      ))}
      <Button look="text" icon="add" onClick={() => put({ rows: [...plan.rows, newRow] })}>
        加一行
      </Button>
      <div className="paper-form-line">
        <label className="x-labelled">
          得分率目标
          <input
            type="number"
            min={0}
            max={1}
            step={0.01}
            value={plan.rate === null ? '' : plan.rate / 1000}
            onChange={({ target }) =>
              put({ rate: target.value === '' ? null : Math.round(target.valueAsNumber * 1000) })
            }
          />
        </label>
        <label className="x-labelled">
          近几个月用过的不选
          <input
            type="number"
            min={0}
            max={60}
            value={plan.unusedMonths}
            onChange={({ target }) => put({ unusedMonths: Math.trunc(target.valueAsNumber) || 0 })}
          />
        </label>
      </div>
      <div className="library-acts">
        <Button look="primary" busy={busy} onClick={() => void assemble(plan.seed)}>
          按蓝图选题
        </Button>
        <Button busy={busy} onClick={() => void assemble((plan.seed % 9_999) + 1)}>
          换种子再组
        </Button>
      </div>
      {faults['form'] !== undefined && <p className="x-labelled-fault">{faults['form']}</p>}
      {typed.drawn !== null && (
        <p className="x-soft x-dense x-num">
          种子 {typed.drawn.seed}，候选 {typed.drawn.pool} 题（{listTime(typed.drawn.at)}
          ）。同一种子、同一候选得到同一份卷。
        </p>
      )}
      {answer !== null && <Answer answer={answer} plan={plan} />}
    </Panel>
  )
}

const difficulties = ['1', '2', '3', '4', '5'].map((code) => ({ code, label: labelOf('difficulty', code) }))

function RowFields({
  row,
  number,
  subject,
  onPut,
  onDrop,
}: {
  row: BlueprintRow
  number: number
  subject: string | null
  onPut: (part: Partial<BlueprintRow>) => void
  onDrop: (() => void) | null
}) {
  const figure = (label: string, value: number, put: (value: number) => void) => (
    <label className="x-labelled">
      {label}
      <input type="number" min={1} value={value} onChange={({ target }) => put(target.valueAsNumber || 1)} />
    </label>
  )
  const coded = (label: string, key: 'form' | 'easiest' | 'hardest', options: typeof difficulties) => (
    <Choice
      label={label}
      value={row[key] ?? ''}
      options={options}
      onChange={(code) => onPut({ [key]: code === '' ? null : code })}
    />
  )
  return (
    <fieldset className="paper-blueprint-row">
      <legend className="x-hidden">蓝图第 {number} 行</legend>
      {coded('题型', 'form', [...formsOf(subject)])}
      {figure('题数', row.count, (count) => onPut({ count }))}
      {figure('每题分', row.score, (score) => onPut({ score }))}
      {coded('最易', 'easiest', difficulties)}
      {coded('最难', 'hardest', difficulties)}
      {onDrop && <Button look="text" icon="close" aria-label={`移除蓝图第 ${number} 行`} onClick={onDrop} />}
    </fieldset>
  )
}

const relaxing = {
  difficulty: '难度放宽一档',
  reach: '允许更大范围的题',
  recent: '允许近期用过的题',
  points: '不限知识点',
} as const

/** What assembling reached, or why there is no paper. */
function Answer({ answer, plan }: { answer: AssembledAnswer; plan: Blueprint }) {
  if (answer.chosen === null)
    return (
      <div className="paper-short" aria-live="polite">
        <b>题不够，没有组成</b>
        <ul>
          {answer.short.map(({ row, wanted, found, relaxations }) => (
            <li key={row}>
              第 {row + 1} 行（{labelOf('questionForm', plan.rows[row]?.form ?? '01')}）：要 {wanted} 道，只有{' '}
              {found} 道。
              {relaxations.map(({ how, more }) => `${relaxing[how]}可多 ${more} 道`).join('；')}
              {relaxations.length === 0 && '可以少选几道，或先在试题库里补题'}
            </li>
          ))}
        </ul>
      </div>
    )
  return (
    <ul className="paper-targets" aria-live="polite">
      {answer.targets.map(({ kind, key, wanted, reached }) => (
        <li key={`${kind} ${key}`}>
          {kind === 'rate' ? '得分率' : kind === 'cognitive' ? levelWord(key) : `知识点 ${key}`}：
          <b className="x-num">{kind === 'rate' ? rateWords(reached) : `${reached} 分`}</b>
          <span className="x-soft">　目标 {kind === 'rate' ? rateWords(wanted) : `${wanted} 分`}</span>
        </li>
      ))}
    </ul>
  )
}
