import type { ReactNode } from 'react'
import {
  neverTold,
  type ConsentView,
  type FactScope,
  type ReleasedFact,
} from '../../../catalogue/contract/account/sign-on.ts'
import { Icon } from '../../ui/look/icon.tsx'

/** What the app is told: what it needs, what it would like, and what nobody is told. */
export function Released(props: {
  view: ConsentView
  chosen: ReadonlySet<FactScope>
  onChange: (chosen: ReadonlySet<FactScope>) => void
}) {
  const { view, chosen, onChange } = props
  const toggle = (scope: FactScope, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(scope)
    else next.delete(scope)
    onChange(next)
  }
  return (
    <>
      <section className="sign-on-facts">
        <Heading title="必须提供" note="不提供则无法使用该应用" />
        <ul>
          {view.required.map((fact) => (
            <Line key={fact.scope} {...fact} mark={<Icon name="check" className="sign-on-given" />} />
          ))}
          <Line
            label="本应用专用编号"
            value={view.subject}
            purpose="各应用不同，不能互相比对"
            mark={<Icon name="check" className="sign-on-given" />}
          />
        </ul>
      </section>
      {view.optional.length > 0 && (
        <section className="sign-on-facts">
          <Heading title="可选提供" note="默认不勾选，可随时更改" />
          <ul>
            {view.optional.map((fact) => (
              <Choice
                key={fact.scope}
                fact={fact}
                checked={chosen.has(fact.scope)}
                onChange={(on) => toggle(fact.scope, on)}
              />
            ))}
          </ul>
        </section>
      )}
      <section className="sign-on-facts">
        <Heading title="不会提供" />
        <ul className="sign-on-never">
          {neverTold.map((word) => (
            <li key={word}>
              <Icon name="lock" />
              {word}
            </li>
          ))}
        </ul>
        <p className="x-note x-faint">身份证件号一律不随登录提供。</p>
      </section>
    </>
  )
}

function Heading({ title, note }: { title: string; note?: string }) {
  return (
    <h2>
      {title}
      {note !== undefined && <small>{note}</small>}
    </h2>
  )
}

const shown = (value: string) =>
  value === '' ? <span className="x-faint">（没有登记）</span> : <b>{value}</b>

function Line(props: { mark: ReactNode; label: string; value: string; purpose: string }) {
  const { mark, label, value, purpose } = props
  return (
    <li>
      {mark}
      <span>{label}</span>
      {shown(value)}
      <small>{purpose}</small>
    </li>
  )
}

function Choice(props: { fact: ReleasedFact; checked: boolean; onChange: (on: boolean) => void }) {
  const { fact, checked, onChange } = props
  return (
    <li>
      <label>
        <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
        <span>{fact.label}</span>
        {shown(fact.value)}
        <small>{fact.purpose}</small>
      </label>
    </li>
  )
}
