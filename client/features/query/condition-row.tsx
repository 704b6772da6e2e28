import Input from '../../ui/library/input.tsx'
import { fieldIn, personType, type QuerySection } from '../../../catalogue/query/fields.ts'
import { askedOf } from '../../../catalogue/kinds/kinds.ts'
import { isHas, type Condition, type Has } from '../../../catalogue/query/query.ts'
import { OneChoice } from '../../engine/list/one-choice.tsx'
import { thousands } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { begun, firstOf, sectionOf, withOperator } from './model.ts'
import { ValueInput } from './value-input.tsx'
import { counts, operatorWord, type CountWord } from './words.ts'

interface RowProps {
  readonly sections: readonly QuerySection[]
  readonly one: Condition | Has
  /** What it lacks. */
  readonly fault: string | undefined
  /** How many people remain; undefined while that is not known. */
  readonly left: number | undefined
  /** Whether what remains counts the conditions before it, too. */
  readonly isChain: boolean
  readonly onChange: (one: Condition | Has | null) => void
}

/** One condition: of which section, what of it, compared how with what, and how many people remain. */
export function ConditionRow({ sections, one, fault, left, isChain, onChange }: RowProps) {
  return (
    <div className="xq-row" data-testid="condition">
      <div className="xq-parts">
        <span className="xq-section">
          <OneChoice
            label="档案类型"
            bare
            value={sectionOf(one)}
            options={sections.map(({ type, title }) => ({ value: type, label: title }))}
            onChange={(type) => onChange(begun(sections, type))}
          />
        </span>
        {isHas(one) ? (
          <HasParts sections={sections} one={one} onChange={onChange} />
        ) : (
          <Comparison sections={sections} type={personType} one={one} onChange={onChange} />
        )}
      </div>
      <span className="xq-left x-num">
        {left !== undefined && (isChain ? `余 ${thousands(left)}` : thousands(left))}
      </span>
      <Button look="text" icon="close" aria-label="移除该条件" onClick={() => onChange(null)} />
      {fault !== undefined && <p className="xq-lacks x-note">{fault}</p>}
    </div>
  )
}

function Comparison(props: {
  sections: readonly QuerySection[]
  type: string
  one: Condition
  onChange: (one: Condition) => void
}) {
  const { sections, type, one, onChange } = props
  const fields = sections.find((section) => section.type === type)?.fields ?? []
  const found = fieldIn(sections, type, one.field)
  return (
    <>
      <OneChoice
        label="字段"
        bare
        value={found ? one.field : ''}
        hint="请选择"
        options={fields.map(({ key, label }) => ({ value: key, label }))}
        onChange={(key) => {
          const next = fields.find((field) => field.key === key)
          if (next) onChange(firstOf(next))
        }}
      />
      {found && (
        <>
          <span className="xq-op">
            <OneChoice
              label={`${found.label}怎样比较`}
              bare
              value={one.op}
              options={askedOf(found.field).map((op) => ({
                value: op,
                label: operatorWord(found.field, op),
              }))}
              onChange={(word) => {
                const op = askedOf(found.field).find((each) => each === word)
                if (op) onChange(withOperator(one, op))
              }}
            />
          </span>
          <ValueInput
            field={found.field}
            label={found.label}
            condition={one}
            onChange={(value) =>
              onChange(
                value === undefined
                  ? { field: one.field, op: one.op }
                  : { field: one.field, op: one.op, value },
              )
            }
          />
        </>
      )}
    </>
  )
}

function wordOf({ min, max }: Has): CountWord {
  if (max === 0) return 'none'
  if (max === undefined) return 'least'
  return min === max ? 'exact' : 'most'
}

/** How many, in numbers: what a word and a figure of the row mean. */
function countOf(word: string, n: number): Pick<Has, 'min' | 'max'> {
  if (word === 'none') return { max: 0 }
  if (word === 'most') return { min: 0, max: n }
  return word === 'exact' ? { min: n, max: n } : { min: n }
}

const numberOf = ({ min, max }: Has): number => Math.max(1, max ?? min ?? 1)

function HasParts(props: { sections: readonly QuerySection[]; one: Has; onChange: (one: Has) => void }) {
  const { sections, one, onChange } = props
  const fields = sections.find(({ type }) => type === one.has)?.fields ?? []
  const word = wordOf(one)
  const put = (next: string, n: number) => onChange({ has: one.has, where: one.where, ...countOf(next, n) })
  const where = (list: Condition[]) => onChange({ ...one, where: list })
  return (
    <>
      <span className="xq-op">
        <OneChoice
          label="有几条"
          bare
          value={word}
          options={counts}
          onChange={(next) => put(next, numberOf(one))}
        />
      </span>
      {word === 'none' ? (
        <span className="x-faint">任何一条</span>
      ) : (
        <>
          <Input
            className="xq-count"
            aria-label="条数"
            inputMode="numeric"
            value={numberOf(one)}
            maxLength={3}
            onChange={(event) => put(word, Math.max(1, Number(event.target.value.replace(/\D/g, '')) || 1))}
          />
          <span className="x-faint">条</span>
        </>
      )}
      {one.where.map((condition, at) => (
        <span className="xq-where" key={`${condition.field} ${at}`}>
          <span className="x-faint">{at === 0 ? '，其中' : '且'}</span>
          <Comparison
            sections={sections}
            type={one.has}
            one={condition}
            onChange={(next) => where(one.where.map((old, n) => (n === at ? next : old)))}
          />
          <Button
            look="text"
            icon="close"
            aria-label={`移除其中的第 ${at + 1} 个条件`}
            onClick={() => where(one.where.filter((_old, n) => n !== at))}
          />
        </span>
      ))}
      {fields[0] && (
        <Button
          look="text"
          icon="add"
          onClick={() => where([...one.where, ...(fields[0] ? [firstOf(fields[0])] : [])])}
        >
          {one.where.length === 0 ? '其中' : '且'}
        </Button>
      )}
    </>
  )
}
