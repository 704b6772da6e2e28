import { useState } from 'react'
import type { AssembledAnswer, PaperDetail, PaperQuestion } from '../../../catalogue/contract/papers.ts'
import type { Coverage } from '../../../catalogue/papers/coverage.ts'
import type { TwoWay } from '../../../catalogue/papers/two-way.ts'
import { blueprint, type Blueprint, type BlueprintRow } from '../../../catalogue/papers/value.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { AssembledResult } from './assembled-result.tsx'
import { AboutFields } from './begin-page.tsx'
import { RowFields, TargetFields } from './blueprint-fields.tsx'
import { sectionsOf } from './sections.ts'
import { TargetBars } from './target-bars.tsx'
import { TemplatePart } from './template-part.tsx'
import { TwoWayTable } from './two-way-table.tsx'
import { assemblePaper } from './use-papers.ts'
import type { PaperForm } from './use-paper-form.ts'

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
  coverage,
  shown,
  onMet,
}: {
  form: PaperForm
  table: TwoWay
  coverage: readonly Coverage[]
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
      {typed.blueprint !== null && typed.sections.length > 0 && (
        <TargetBars coverage={coverage} plan={typed.blueprint} names={shown.points} />
      )}
      <Panel title="双向细目表">
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
  const [isBegun] = useState(typed.sections.length === 0)
  const { busy, faults, run } = useAct([])
  const put = (part: Partial<Blueprint>) => change({ blueprint: { ...plan, ...part } })
  const putRow = (at: number, part: Partial<BlueprintRow>) =>
    put({ rows: plan.rows.map((row, i) => (i === at ? { ...row, ...part } : row)) })
  const replaces = async () =>
    typed.drawn !== null ||
    typed.sections.length === 0 ||
    (await confirm({
      title: '按蓝图重新选题？',
      text: '现有的大题换成蓝图的各行；锁定的题留下，其他题不再在卷里。',
      ok: '重新选题',
      danger: true,
    }))
  const assemble = (asked: Blueprint) =>
    run(async () => {
      if (!(await replaces())) return
      const kept = typed.sections.flatMap(({ items }, row) =>
        items.filter(({ locked }) => locked).map(({ question, no }) => ({ row, question, no })),
      )
      const given = await assemblePaper({
        schoolStage: typed.schoolStage ?? '',
        subject: typed.subject ?? '',
        blueprint: asked,
        kept: kept.filter(({ row }) => row < asked.rows.length),
      })
      setAnswer(given)
      if (given.chosen === null) return change({ blueprint: asked })
      onMet(given.chosen.flat())
      const { pool, hash, at } = given
      change({
        blueprint: asked,
        paperMode: '2',
        drawn: { seed: asked.seed, pool, hash, at },
        sections: sectionsOf(asked.rows, given.chosen, typed.sections),
      })
    })
  return (
    <Panel title="命题蓝图">
      {/* What was drawn, or came another way, is looked at first; the plan is opened to change it. */}
      <details className="blueprint-plan" open={isBegun}>
        <summary>{typed.blueprint === null ? '按蓝图选题' : `改蓝图（${plan.rows.length} 行）`}</summary>
        <TemplatePart plan={plan} of={typed} onTake={(taken) => change({ blueprint: taken })} />
        {plan.rows.map((row, at) => (
          <RowFields
            key={`${at + 1}`}
            row={row}
            at={at}
            of={typed}
            onPut={(part) => putRow(at, part)}
            onDrop={plan.rows.length > 1 ? () => put({ rows: plan.rows.filter((_, i) => i !== at) }) : null}
          />
        ))}
        <Button look="text" icon="add" onClick={() => put({ rows: [...plan.rows, newRow] })}>
          加一行
        </Button>
        <TargetFields plan={plan} of={typed} onPut={put} />
      </details>
      <div className="library-acts">
        <Button look="primary" busy={busy} onClick={() => void assemble(plan)}>
          按蓝图选题
        </Button>
        <Button busy={busy} onClick={() => void assemble({ ...plan, seed: (plan.seed % 9_999) + 1 })}>
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
      {answer !== null && (
        <AssembledResult
          answer={answer}
          plan={plan}
          busy={busy}
          onRelax={(relaxedPlan) => void assemble(relaxedPlan)}
        />
      )}
    </Panel>
  )
}
