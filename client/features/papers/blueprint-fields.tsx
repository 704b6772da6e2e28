import { labelOf, selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import { isReach } from '../../../catalogue/flows/reach.ts'
import type { Blueprint, BlueprintRow, PaperValue } from '../../../catalogue/papers/value.ts'
import { formsOf } from '../../../catalogue/questions/structure.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { Show } from '../../engine/kinds/show.tsx'
import { chapters, numbersOf, points } from '../../engine/library/curriculum-fields.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'

type Subject = Pick<PaperValue, 'schoolStage' | 'subject'>

const difficulties = ['1', '2', '3', '4', '5'].map((code) => ({ code, label: labelOf('difficulty', code) }))
const about = { points, nodes: chapters } as const

/** A row of a blueprint: how many questions of which form, score, difficulty, points and chapters. */
export function RowFields({
  row,
  at,
  of,
  onPut,
  onDrop,
}: {
  row: BlueprintRow
  at: number
  of: Subject
  onPut: (part: Partial<BlueprintRow>) => void
  onDrop: (() => void) | null
}) {
  const number = at + 1
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
  const limits = row.points.length + row.nodes.length
  return (
    <fieldset className="paper-blueprint-row">
      <legend className="x-hidden">蓝图第 {number} 行</legend>
      {coded('题型', 'form', [...formsOf(of.subject)])}
      {figure('题数', row.count, (count) => onPut({ count }))}
      {figure('每题分', row.score, (score) => onPut({ score }))}
      {coded('最易', 'easiest', difficulties)}
      {coded('最难', 'hardest', difficulties)}
      {onDrop && <Button look="text" icon="close" aria-label={`移除蓝图第 ${number} 行`} onClick={onDrop} />}
      <details className="paper-blueprint-more" open={limits > 0}>
        <summary>知识点、章节{limits === 0 ? '不限' : ''}</summary>
        {(['points', 'nodes'] as const).map((key) => (
          <FieldRow
            key={key}
            name={`blueprint.rows.${at}.${key}`}
            field={about[key]}
            value={row[key].length === 0 ? null : row[key]}
            row={of}
            required={false}
            onSet={(_, value) => onPut({ [key]: numbersOf(value) })}
            onLeave={() => undefined}
          />
        ))}
      </details>
    </fieldset>
  )
}

const levels = selectable('cognitiveLevel')
const scopes = selectable('shareScope').filter(({ code }) => code !== '0')
/** What a point is given when it is chosen; its maker writes what it shall be. */
const firstScore = 10

/** What the whole paper aims at: rate, cognitive levels, points; and which questions may come into it. */
export function TargetFields({
  plan,
  of,
  onPut,
}: {
  plan: Blueprint
  of: Subject
  onPut: (part: Partial<Blueprint>) => void
}) {
  const levelsWith = (code: string, score: number) => {
    const { [code]: _, ...others } = plan.cognitive
    return score > 0 ? { ...others, [code]: score } : others
  }
  const pointsOf = (chosen: readonly number[]) =>
    chosen.map((point) => plan.points.find((one) => one.point === point) ?? { point, score: firstScore })
  return (
    <>
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
              onPut({ rate: target.value === '' ? null : Math.round(target.valueAsNumber * 1000) })
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
            onChange={({ target }) => onPut({ unusedMonths: Math.trunc(target.valueAsNumber) || 0 })}
          />
        </label>
        <Choice
          label="共享范围在此以内"
          value={plan.within}
          options={scopes}
          isRequired
          onChange={(code) => isReach(code) && onPut({ within: code })}
        />
      </div>
      <fieldset className="paper-blueprint-row paper-level-scores">
        <legend>各认知层次共多少分（不填为不限）</legend>
        {levels.map(({ code, label }) => (
          <label key={code} className="x-labelled">
            {label}
            <input
              type="number"
              min={0}
              step={0.5}
              value={plan.cognitive[code] ?? ''}
              onChange={({ target }) => onPut({ cognitive: levelsWith(code, target.valueAsNumber) })}
            />
          </label>
        ))}
      </fieldset>
      <FieldRow
        name="blueprint.points"
        field={{ ...points, label: '各知识点共多少分', help: '选知识点，再写分值；不选为不限' }}
        value={plan.points.length === 0 ? null : plan.points.map(({ point }) => point)}
        row={of}
        required={false}
        onSet={(_, value) => onPut({ points: pointsOf(numbersOf(value)) })}
        onLeave={() => undefined}
      />
      {plan.points.map(({ point, score }) => (
        <label key={point} className="paper-point-score">
          <Show field={points} value={[point]} />
          <input
            type="number"
            min={0}
            step={0.5}
            value={score}
            onChange={({ target }) =>
              onPut({
                points: plan.points.map((one) =>
                  one.point === point ? { point, score: target.valueAsNumber || 0 } : one,
                ),
              })
            }
          />
          分
        </label>
      ))}
    </>
  )
}
