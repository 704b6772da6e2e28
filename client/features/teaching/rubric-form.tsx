import { useState } from 'react'
import { rubricItems } from '../../../catalogue/contract/teaching/rubrics.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useRubricActs, type RubricText } from './use-rubrics.ts'

interface TypedItem {
  readonly key: number
  readonly item: string
  readonly weight: string
  readonly best: string
  readonly poor: string
}

const columns = [
  ['item', '观察项目', 30],
  ['weight', '分值', 2],
  ['best', '好的表现', 120],
  ['poor', '欠缺的表现', 120],
] as const

const typed = (items: RubricText['items']): TypedItem[] =>
  items.map((one, key) => ({ ...one, key, weight: String(one.weight) }))
const emptyItem = (key: number): TypedItem => ({ key, item: '', weight: '', best: '', poor: '' })

/** A rubric, or the next version of one (`before`), which begins as the last. */
export function RubricForm({
  before,
  done,
}: {
  before: (RubricText & { readonly id: string; readonly no: number }) | null
  done: () => void
}) {
  const [name, setName] = useState(before?.name ?? '')
  const [items, setItems] = useState(before ? typed(before.items) : [0, 1, 2].map(emptyItem))
  const { make, next } = useRubricActs()
  const fields = ['name', ...items.flatMap((_, n) => columns.map(([key]) => `items.${n}.${key}`))]
  const { busy, faults, run } = useAct(fields)
  const sum = items.reduce((all, { weight }) => all + (Number(weight) || 0), 0)
  const change = (place: number, key: (typeof columns)[number][0], text: string) =>
    setItems(items.map((one, n) => (n === place ? { ...one, [key]: text } : one)))
  const save = async () => {
    const body = {
      name,
      items: items.map(({ item, weight, best, poor }) => ({ item, best, poor, weight: Number(weight) })),
    }
    if (before) await next(before.id, { ...body, after: before.no })
    else await make(body)
    notify.success(before ? `已写第 ${before.no + 1} 版` : '已新增量表')
    done()
  }
  return (
    <div className="teaching-stack">
      <TextField label="量表名称" value={name} maxLength={40} fault={faults['name']} onChange={setName} />
      {items.map((one, n) => (
        <fieldset key={one.key} className="teaching-rubric-item">
          <legend>第 {n + 1} 项</legend>
          {columns.map(([key, label, most]) => (
            <TextField
              key={key}
              label={label}
              value={one[key]}
              maxLength={most}
              fault={faults[`items.${n}.${key}`]}
              {...(key === 'weight' && { inputMode: 'numeric' as const })}
              onChange={(text) => change(n, key, text)}
            />
          ))}
          {items.length > rubricItems.least && (
            <Button look="text" onClick={() => setItems(items.filter((_, place) => place !== n))}>
              移除第 {n + 1} 项
            </Button>
          )}
        </fieldset>
      ))}
      <p className="x-soft" aria-live="polite">
        分值合计 {sum}，应为 100。
      </p>
      {faults['form'] !== undefined && (
        <ErrorBox title="量表保存失败" detail={faults['form']} kept="填写的内容都还在" />
      )}
      <div className="x-row-acts">
        {items.length < rubricItems.most && (
          <Button
            onClick={() => setItems([...items, emptyItem(Math.max(...items.map(({ key }) => key)) + 1)])}
          >
            加一项
          </Button>
        )}
        <Button look="primary" busy={busy} onClick={() => void run(save)}>
          {before ? `保存为第 ${before.no + 1} 版` : '保存'}
        </Button>
        <Button onClick={done}>取消</Button>
      </div>
    </div>
  )
}
