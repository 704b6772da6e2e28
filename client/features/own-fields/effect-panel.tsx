import type { OwnEffect } from '../../../catalogue/contract/own-fields.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { OwnBody } from '../../../catalogue/own/body.ts'
import { thousands } from '../../platform/format.ts'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

type Lack = OwnEffect['lacking'][number]

/** What publishing would mean, counted before it is done. */
export function EffectPanel({ effect, body, facts }: { effect: OwnEffect; body: OwnBody; facts: AnyRecord }) {
  const labelOf = (key: string) =>
    body.fields.find((one) => one.key === key)?.label ?? facts.fields[key]?.label ?? key
  const columns: readonly LineColumn<Lack>[] = [
    { key: 'key', title: '必填栏目', wide: true, render: ({ key }) => labelOf(key) },
    { key: 'count', title: '现行记录中缺', figure: true, render: ({ count }) => thousands(count) },
    { key: 'from', title: '何时要补', render: ({ from }) => `${from} 起提交时` },
  ]
  return (
    <Panel title="发布后的影响">
      <output>
        范围内现行记录 {thousands(effect.records)} 条、{thousands(effect.owners)} 个单位或个人；草稿和退回{' '}
        {thousands(effect.drafts)} 条；在审 {thousands(effect.inReview)} 条按原来的栏目办完，不退回。
      </output>
      {effect.alike.map(({ key, labels }) => (
        <p key={key} className="own-fault">
          “{labelOf(key)}”与已有的“{labels.join('”“')}”相近，请确认不是重复收集。
        </p>
      ))}
      {effect.lacking.length > 0 && (
        <LineTable
          label="必填栏目的缺项"
          lines={effect.lacking}
          columns={columns}
          keyOf={({ key }) => key}
          stale={false}
        />
      )}
      {effect.needsSecond && (
        <p>含必填、敏感信息、自有档案或对已有栏目的改动，须由本单位另一位同事复核后发布。</p>
      )}
    </Panel>
  )
}
