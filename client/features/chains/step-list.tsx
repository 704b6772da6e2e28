import { useEffect, useRef } from 'react'
import type { Level, Step } from '../../../catalogue/define.ts'
import type { ReviewedType } from '../../../catalogue/flows/reviewed.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { mostDays } from '../../../catalogue/flows/chain.ts'
import { levelLabels, levels } from '../../../catalogue/flows/review.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ConditionEditor } from '../../engine/condition/condition-editor.tsx'
import { nextLevel } from './words.ts'

/** A step with these parts changed; an empty part is left out. */
function changed(
  step: Step,
  part: {
    level?: Level
    when?: Step['when'] | undefined
    days?: number | undefined
    reasonRequired?: true | undefined
  },
): Step {
  const next = { ...step, ...part }
  return {
    level: next.level,
    ...(next.when && { when: next.when }),
    ...(next.days !== undefined && { days: next.days }),
    ...(next.reasonRequired && { reasonRequired: true }),
  }
}

/** The steps of a chain, each to be changed, moved and removed. */
export function StepList(props: {
  definition: ReviewedType
  chain: readonly Step[]
  onChange: (chain: readonly Step[]) => void
  faults: (index: number) => readonly FieldFault[]
}) {
  const { definition, chain, onChange, faults } = props
  const list = useRef<HTMLOListElement>(null)
  // Where the keyboard goes after a step was added, moved or removed; the button pressed may be gone or stand
  // elsewhere.
  const follow = useRef<number | null>(null)
  useEffect(() => {
    if (follow.current === null) return
    list.current?.children[follow.current]?.querySelector('select')?.focus()
    follow.current = null
  }, [chain])
  const put = (next: readonly Step[], focus: number) => {
    follow.current = Math.min(focus, next.length - 1)
    onChange(next)
  }
  const move = (from: number, by: 1 | -1) => {
    const next = [...chain]
    const [step] = next.splice(from, 1)
    if (step) next.splice(from + by, 0, step)
    put(next, from + by)
  }
  return (
    <>
      <ol className="chains-steps" ref={list}>
        {chain.map((step, i) => (
          <StepEditor
            key={`${i} ${chain.length}`}
            definition={definition}
            step={step}
            index={i}
            count={chain.length}
            faults={faults(i)}
            onChange={(part) => onChange(chain.map((one, at) => (at === i ? changed(one, part) : one)))}
            onMove={(by) => move(i, by)}
            onRemove={() =>
              put(
                chain.filter((_, at) => at !== i),
                i,
              )
            }
          />
        ))}
      </ol>
      {chain.length === 0 && (
        <p className="x-soft">
          {definition.optional
            ? `没有上级审核：${definition.ends.join('，直接')}。`
            : '一步也没有，至少要有一步审核。'}
        </p>
      )}
      {chain.length < levels.length - levels.indexOf(definition.from) && (
        <Button
          icon="add"
          onClick={() => put([...chain, { level: nextLevel(chain, definition.from) }], chain.length)}
        >
          增加环节
        </Button>
      )}
    </>
  )
}

function StepEditor(props: {
  definition: ReviewedType
  step: Step
  index: number
  count: number
  faults: readonly FieldFault[]
  onChange: (part: Parameters<typeof changed>[1]) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}) {
  const { definition, step, index, count, faults, onChange, onMove, onRemove } = props
  const word = `第 ${index + 1} 步`
  const id = (part: string) => `step-${index}-${part}`
  return (
    <li className="chains-step" aria-label={word}>
      <div className="chains-step-head">
        <b>{word}</b>
        <label htmlFor={id('level')}>由</label>
        <select
          id={id('level')}
          aria-label={`${word}由哪一级审核`}
          value={step.level}
          onChange={(event) =>
            onChange({ level: levels.find((level) => level === event.target.value) ?? step.level })
          }
        >
          {levels.slice(levels.indexOf(definition.from)).map((level) => (
            <option key={level} value={level}>
              {levelLabels[level]}
            </option>
          ))}
        </select>
        审核
        <span className="chains-step-acts">
          <Button
            look="text"
            icon="up"
            disabled={index === 0}
            aria-label={`${word}上移`}
            onClick={() => onMove(-1)}
          />
          <Button
            look="text"
            icon="down"
            disabled={index === count - 1}
            aria-label={`${word}下移`}
            onClick={() => onMove(1)}
          />
          <Button look="text" icon="trash" aria-label={`删除${word}`} onClick={onRemove} />
        </span>
      </div>
      <ConditionEditor
        definition={definition}
        word={word}
        legends={['每次都有这一步', '满足条件时才有这一步']}
        when={step.when}
        onChange={(when) => onChange({ when })}
      />
      <div className="chains-step-line">
        <label htmlFor={id('days')}>办理期限</label>
        <input
          id={id('days')}
          type="number"
          inputMode="numeric"
          min={1}
          max={mostDays}
          placeholder="不限"
          value={step.days ?? ''}
          onChange={(event) =>
            onChange({ days: event.target.value === '' ? undefined : Number(event.target.value) })
          }
        />
        个工作日
        <label>
          <input
            type="checkbox"
            checked={step.reasonRequired === true}
            onChange={(event) => onChange({ reasonRequired: event.target.checked ? true : undefined })}
          />
          通过时也要写审核意见
        </label>
      </div>
      {faults.map((fault) => (
        <p key={`${fault.field} ${fault.message}`} className="chains-fault" role="alert">
          {fault.message}
        </p>
      ))}
    </li>
  )
}
