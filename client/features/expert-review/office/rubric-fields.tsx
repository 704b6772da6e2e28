import type { Faults } from '../../../platform/api/use-act.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { rubricNames, rubricOf, type RubricName } from '../../../../catalogue/reviews/rubrics.ts'
import {
  freshKey,
  templateOf,
  typedRubric,
  weightOf,
  type TypedBand,
  type TypedItem,
  type TypedRules,
} from './typed-rules.ts'

const mostItems = 12
const mostBands = 6

interface Props {
  readonly rubric: readonly TypedItem[]
  readonly faults: Faults
  readonly onChange: (part: Partial<Pick<TypedRules, 'rubric' | 'ties'>>) => void
}

/**
 * The rubric: what is scored, out of how many points, with what weight, and what the bands of an item mean.
 */
export function RubricFields({ rubric, faults, onChange: onRules }: Props) {
  const onChange = (items: readonly TypedItem[]) => onRules({ rubric: items })
  const sum = weightOf(rubric)
  const move = (at: number, by: number) => {
    const item = rubric[at]
    if (item) onChange(rubric.toSpliced(at, 1).toSpliced(at + by, 0, item))
  }
  return (
    <Panel
      title="评分表"
      extra={
        <output className={sum === 100 ? 'x-soft x-dense' : 'xr-fault'}>权重合计 {sum}%，应为 100%</output>
      }
    >
      <div className="er-fields er-template">
        <Template rubric={rubric} onChoose={(name) => onRules(typedRubric(name))} />
      </div>
      {faults['rules.rubric'] !== undefined && <p className="xr-fault">{faults['rules.rubric']}</p>}
      <ol className="er-rubric-fields">
        {rubric.map((item, at) => (
          <li key={item.key}>
            <ItemFields
              item={item}
              no={at + 1}
              faultOf={(part) => faults[`rules.rubric.${at}.${part}`]}
              onChange={(part) => onChange(rubric.with(at, { ...item, ...part }))}
            />
            <div className="er-acts">
              <Button look="text" disabled={at === 0} onClick={() => move(at, -1)}>
                上移<span className="x-hidden">{item.label}</span>
              </Button>
              <Button look="text" disabled={at === rubric.length - 1} onClick={() => move(at, 1)}>
                下移<span className="x-hidden">{item.label}</span>
              </Button>
              <Button
                look="text"
                disabled={rubric.length === 1}
                onClick={() => onChange(rubric.toSpliced(at, 1))}
              >
                移除<span className="x-hidden">{item.label}</span>
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <Button
        icon="add"
        disabled={rubric.length >= mostItems}
        onClick={() =>
          onChange([
            ...rubric,
            { key: freshKey(rubric), label: '', max: '', weight: '', text: '', bands: [] },
          ])
        }
      >
        增加一项
      </Button>
    </Panel>
  )
}

/** Templates by what is reviewed. A rubric that was changed is none of them. */
function Template(props: { rubric: readonly TypedItem[]; onChoose: (name: RubricName) => void }) {
  const current = templateOf(props) ?? ''
  return (
    <Field label="评分表模板" help="可以在模板上修改" fault={undefined}>
      {(control) => (
        <select
          {...control}
          value={current}
          onChange={({ target }) => {
            const chosen = rubricNames.find((name) => name === target.value)
            if (chosen) props.onChoose(chosen)
          }}
        >
          {current === '' && <option value="">已修改</option>}
          {rubricNames.map((name) => (
            <option key={name} value={name}>
              {rubricOf(name).title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface ItemProps {
  readonly item: TypedItem
  readonly no: number
  readonly faultOf: (part: string) => string | undefined
  readonly onChange: (part: Partial<TypedItem>) => void
}

function ItemFields({ item, no, faultOf, onChange }: ItemProps) {
  const input = (part: 'label' | 'max' | 'weight' | 'text', label: string, most: number) => (
    <Field label={label} required={part !== 'text'} fault={faultOf(part)}>
      {(control) => (
        <input
          {...control}
          inputMode={part === 'max' || part === 'weight' ? 'decimal' : 'text'}
          maxLength={most}
          value={item[part]}
          onChange={({ target }) => onChange({ [part]: target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      <div className="er-item-fields">
        {input('label', `第 ${no} 项`, 40)}
        {input('max', '满分（分）', 6)}
        {input('weight', '权重（%）', 3)}
        {input('text', '评分说明', 500)}
      </div>
      <Bands bands={item.bands} faultOf={faultOf} onChange={(bands) => onChange({ bands })} />
    </>
  )
}

function Bands(props: {
  bands: readonly TypedBand[]
  faultOf: ItemProps['faultOf']
  onChange: (bands: readonly TypedBand[]) => void
}) {
  const { bands, faultOf, onChange } = props
  const input = (at: number, band: TypedBand, part: keyof TypedBand, label: string) => (
    <Field label={label} required fault={faultOf(`bands.${at}.${part}`)}>
      {(control) => (
        <input
          {...control}
          maxLength={part === 'text' ? 200 : 10}
          value={band[part]}
          onChange={({ target }) => onChange(bands.with(at, { ...band, [part]: target.value }))}
        />
      )}
    </Field>
  )
  // Opened by itself only for a fault: the bands of a template are many and fit as they are.
  const isFaulty = bands.some((_, at) =>
    (['label', 'from', 'text'] as const).some((part) => faultOf(`bands.${at}.${part}`) !== undefined),
  )
  return (
    <details className="er-bands" open={isFaulty || undefined}>
      <summary>档次{bands.length > 0 ? ` ${bands.length} 档` : '（可不分）'}</summary>
      {bands.map((band, at) => (
        // Bands have no name of their own; they are only added at the end and taken out.
        <div key={`${bands.length} ${at}`} className="er-band-fields">
          {input(at, band, 'label', '档次')}
          {input(at, band, 'from', '起分')}
          {input(at, band, 'text', '说明')}
          <Button look="text" onClick={() => onChange(bands.toSpliced(at, 1))}>
            移除<span className="x-hidden">{band.label}档</span>
          </Button>
        </div>
      ))}
      <Button
        look="text"
        disabled={bands.length >= mostBands}
        onClick={() => onChange([...bands, { label: '', from: '', text: '' }])}
      >
        增加一档
      </Button>
    </details>
  )
}
