import { useEffect, useState } from 'react'
import type { LessonView, Score } from '../../../catalogue/contract/teaching/lessons.ts'
import { totalOf } from '../../../catalogue/teaching/scores.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import { listTime } from '../../platform/format.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { useTeachingCalls } from './use-teaching.ts'
import { pointsText } from './words.ts'

interface SheetValues {
  readonly scores: readonly string[]
  readonly summary: string
}

const unseen = 'unseen'
const shown = (score: Score | undefined): string => (score == null ? '' : String(score))

const typedIn = ({ own, rubric }: LessonView): SheetValues => ({
  scores: rubric.map((_, n) => shown(own?.scores[n])),
  summary: own?.summary ?? '',
})

const scoreIn = (typed: string): Score => {
  if (typed === unseen) return unseen
  const points = Number(typed)
  return typed.trim() === '' || Number.isNaN(points) ? null : points
}

const numberIn = (typed: string): number | null => {
  const score = scoreIn(typed)
  return typeof score === 'number' ? score : null
}

const isTyped = (values: Readonly<Record<string, unknown>>, items: number): boolean =>
  Array.isArray(values['scores']) &&
  values['scores'].length === items &&
  typeof values['summary'] === 'string'

/** What was typed and not saved is kept on this device, and put back while the saved one is the same. */
function useTyped(lesson: LessonView) {
  const key = `sheet/${lesson.id}`
  const version = lesson.own?.version ?? 0
  const [typed, setTyped] = useState<SheetValues>(() => {
    const kept = draftOf(key)
    if (!kept || kept.version !== version || !isTyped(kept.values, lesson.rubric.length))
      return typedIn(lesson)
    const { scores, summary } = kept.values
    return { scores: Array.isArray(scores) ? scores.map(String) : [], summary: String(summary) }
  })
  useEffect(() => {
    if (JSON.stringify(typed) === JSON.stringify(typedIn(lesson))) dropDraft(key)
    else keepDraft(key, { ...typed }, version)
  }, [key, typed, lesson, version])
  return { typed, setTyped, version }
}

/** The own sheet of an observer: points or 未观察 for each item, and what it comes to in words. */
export function Sheet({ lesson }: { lesson: LessonView }) {
  const { own, rubric, open } = lesson
  const { typed, setTyped, version } = useTyped(lesson)
  const { write, move } = useTeachingCalls()
  const fields = ['summary', ...rubric.map((_, n) => `scores.${n}`)]
  const { busy, faults, run } = useAct(fields)
  const body = { version, scores: typed.scores.map(scoreIn), summary: typed.summary }
  const save = async () => {
    await write(lesson.id, 'sheet', body)
    notify.success('已保存')
  }
  const handIn = async () => {
    const saved = await write(lesson.id, 'sheet', body)
    await move(lesson.id, 'hand-in', saved.own?.version ?? version)
    notify.success('已提交')
  }
  const done = own?.handedInAt != null
  const total = totalOf(rubric, typed.scores.map(numberIn))
  return (
    <Panel title="听课表" beside={<span className="x-num">合计 {pointsText(total)}</span>}>
      <div className="teaching-stack" data-testid="sheet">
        {rubric.map((item, n) => (
          <Item
            key={item.item}
            item={item}
            value={typed.scores[n] ?? ''}
            fault={faults[`scores.${n}`]}
            locked={done || !open}
            onChange={(value) => setTyped((before) => ({ ...before, scores: before.scores.with(n, value) }))}
          />
        ))}
        {done || !open ? (
          <p>{typed.summary}</p>
        ) : (
          <TextBox
            label="总评（提交时不少于 20 个字）"
            value={typed.summary}
            most={3_000}
            rows={4}
            fault={faults['summary']}
            onChange={(summary) => setTyped((before) => ({ ...before, summary }))}
          />
        )}
        {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
        {open && !done && (
          <div className="teaching-acts">
            <Button busy={busy} onClick={() => void run(save)}>
              保存
            </Button>
            <Button look="primary" busy={busy} onClick={() => void run(handIn)}>
              提交听课表
            </Button>
          </div>
        )}
        {own?.handedInAt != null && <HandedIn lesson={lesson} at={own.handedInAt} />}
        <p className="x-soft">
          提交以前只有本人看得到；提交以后授课教师和主办单位可以看。评分不进档案，不排名。
        </p>
      </div>
    </Panel>
  )
}

function HandedIn({ lesson, at }: { lesson: LessonView; at: string }) {
  const { move } = useTeachingCalls()
  const { busy, faults, run } = useAct([])
  const until = lesson.own?.withdrawUntil ?? null
  const version = lesson.own?.version ?? 0
  return (
    <div className="teaching-acts">
      <span>{listTime(at)} 已提交</span>
      {until !== null && lesson.open && (
        <Button
          busy={busy}
          onClick={() => void run(async () => void (await move(lesson.id, 'withdraw', version)))}
        >
          撤回（{listTime(until)} 前）
        </Button>
      )}
      {faults['form'] !== undefined && <span role="alert">{faults['form']}</span>}
    </div>
  )
}

function Item({
  item: { item, weight, best, poor },
  value,
  fault,
  locked,
  onChange,
}: {
  item: LessonView['rubric'][number]
  value: string
  fault: string | undefined
  locked: boolean
  onChange: (value: string) => void
}) {
  const isUnseen = value === unseen
  return (
    <fieldset className="teaching-item" disabled={locked}>
      <legend>
        {item}（{weight} 分）
      </legend>
      <span className="x-soft x-dense">
        好：{best}；欠缺：{poor}
      </span>
      <Field label={`${item}的得分`} fault={fault}>
        {(control) => (
          <input
            {...control}
            inputMode="decimal"
            disabled={isUnseen}
            value={isUnseen ? '' : value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <label>
        <input
          type="checkbox"
          checked={isUnseen}
          onChange={({ target }) => onChange(target.checked ? unseen : '')}
        />
        未观察<span className="x-hidden">{item}</span>
      </label>
    </fieldset>
  )
}
