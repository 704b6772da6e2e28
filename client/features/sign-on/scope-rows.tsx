import { factScopes } from '../../../catalogue/contract/account/sign-on.ts'
import type { TypedScope } from './client-fields.ts'

const needs = { no: '不提供', required: '必须', optional: '可选' } as const
const isNeed = (text: string): text is TypedScope['need'] => text in needs

/** What the app is told, each fact with the reason that people read before they agree. */
export function ScopeRows(props: {
  value: readonly TypedScope[]
  fault: string | undefined
  onChange: (value: readonly TypedScope[]) => void
}) {
  const { value, fault, onChange } = props
  const put = (scope: string, part: Partial<TypedScope>) =>
    onChange(value.map((one) => (one.scope === scope ? { ...one, ...part } : one)))
  return (
    <fieldset className="sign-on-scopes">
      <legend>可以取得的资料</legend>
      {value.map(({ scope, need, purpose }) => {
        const { label } = factScopes[scope]
        return (
          <div key={scope} className="sign-on-scope">
            <span>{label}</span>
            <select
              aria-label={`${label}：是否提供`}
              value={need}
              onChange={({ target }) => isNeed(target.value) && put(scope, { need: target.value })}
            >
              {Object.entries(needs).map(([key, word]) => (
                <option key={key} value={key}>
                  {word}
                </option>
              ))}
            </select>
            <input
              type="text"
              aria-label={`${label}：用途`}
              placeholder="用途，本人同意时会看到"
              maxLength={40}
              disabled={need === 'no'}
              value={purpose}
              onChange={(event) => put(scope, { purpose: event.target.value })}
            />
          </div>
        )
      })}
      {fault !== undefined && (
        <p role="alert" className="sign-on-fault">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
