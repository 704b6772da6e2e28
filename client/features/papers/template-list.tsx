import { useState } from 'react'
import type { TemplateLine } from '../../../catalogue/contract/blueprint-templates.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { useTemplateActs, useTemplates } from './use-templates.ts'
import './blueprint.css'

/** 模板: blueprints that are kept, with who may use them. They are used on the desk of a paper. */
export function TemplateList() {
  const answer = useTemplates({})
  return (
    <Loaded answer={answer} failed="模板打开失败" lines={6}>
      {({ list }) =>
        list.length === 0 ? (
          <Empty text="暂无蓝图模板。组卷时填好蓝图，点“存为模板”。" />
        ) : (
          <LineTable
            label="蓝图模板"
            lines={list}
            stale={answer.isPlaceholderData}
            keyOf={({ id }) => String(id)}
            testId="blueprint-template"
            columns={[
              { key: 'title', title: '名称', wide: true, render: (line) => <Name line={line} /> },
              { key: 'plan', title: '题数、分值', render: planWords },
              {
                key: 'subject',
                title: '学段、学科',
                render: ({ schoolStage, subject }) =>
                  `${labelOf('schoolStage', schoolStage)} ${labelOf('subject', subject)}`,
              },
              {
                key: 'maker',
                title: '谁存的',
                render: ({ own, author, org }) => (own ? '自己' : (author ?? org)),
              },
              { key: 'at', title: '更新', render: ({ updatedAt }) => listTime(updatedAt) },
              { key: 'acts', title: '操作', render: (line) => <Acts line={line} /> },
            ]}
          />
        )
      }
    </Loaded>
  )
}

function planWords({ blueprint: { rows } }: TemplateLine): string {
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const score = rows.reduce((sum, row) => sum + Math.round(row.count * row.score * 10), 0) / 10
  return `${rows.length} 行 ${count} 题 ${score} 分`
}

function Name({ line }: { line: TemplateLine }) {
  const { change } = useTemplateActs()
  const [typed, setTyped] = useState<string | null>(null)
  const { id, title, shared, version, own } = line
  if (typed === null)
    return (
      <span>
        {title}
        {own && (
          <Button look="text" onClick={() => setTyped(title)}>
            改名<span className="x-hidden">：{title}</span>
          </Button>
        )}
      </span>
    )
  const send = () =>
    change.mutate(
      { id, title: typed, shared, version },
      { onSuccess: () => setTyped(null), onError: (error) => notify.error(sentenceOf(error)) },
    )
  return (
    <span className="blueprint-template-acts">
      <input
        aria-label="模板名称"
        value={typed}
        maxLength={60}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button busy={change.isPending} onClick={send}>
        保存
      </Button>
      <Button look="text" onClick={() => setTyped(null)}>
        取消
      </Button>
    </span>
  )
}

function Acts({ line: { id, title, shared, version, own } }: { line: TemplateLine }) {
  const { change, drop } = useTemplateActs()
  const failed = (error: unknown) => notify.error(sentenceOf(error))
  if (!own) return <span className="x-faint">{shared ? '共享的' : ''}</span>
  const remove = async () => {
    const text = '用它组的试卷不受影响。'
    if (await confirm({ title: `删除模板“${title}”`, text, ok: '删除', danger: true }))
      drop.mutate(id, { onError: failed })
  }
  return (
    <span className="blueprint-template-acts">
      <Button
        look="text"
        busy={change.isPending}
        onClick={() => change.mutate({ id, title, shared: !shared, version }, { onError: failed })}
      >
        {shared ? '不再共享' : '共享到本单位'}
        <span className="x-hidden">：{title}</span>
      </Button>
      <Button look="text" busy={drop.isPending} onClick={() => void remove()}>
        删除<span className="x-hidden">：{title}</span>
      </Button>
    </span>
  )
}
