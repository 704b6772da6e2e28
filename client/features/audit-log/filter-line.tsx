import { actionLabels, signInActions } from '../../../catalogue/contract/administration/audit-log.ts'
import { personOf } from '../../platform/api/by-number.ts'
import { Button } from '../../ui/forms/button.tsx'
import { FilterForm } from '../../ui/forms/filter-form.tsx'
import type { LogFilter } from './use-logs.ts'

const isSignIn = (action: string) => signInActions.some((one) => one === action)

/**
 * Whom a text means: a whole number the person who has it, a name whoever is called so, instead of the person
 * chosen before; null for nobody.
 */
async function meant(role: 'actor' | 'person', text: string): Promise<Partial<LogFilter> | null> {
  const found = await personOf(text)
  if (found === undefined) return { [role]: text, ...(text !== '' && { [`${role}Id`]: '' }) }
  return found && { [role]: '', [`${role}Id`]: String(found.id) }
}

/** What the log is narrowed by. A number that a row's name led to is shown and can be taken away. */
export function FilterLine({
  filter,
  filtered,
  onChange,
  onClear,
}: {
  filter: LogFilter
  filtered: boolean
  onChange: (to: Partial<LogFilter>) => void
  onClear: () => void
}) {
  const actions = Object.entries(actionLabels).filter(
    ([action]) => isSignIn(action) === (filter.kind === 'signIn'),
  )
  const ask = async (of: (name: string) => string) => {
    const [actor, person] = [await meant('actor', of('actor')), await meant('person', of('person'))]
    if (!actor || !person) return
    onChange({
      action: of('action'),
      institution: of('institution'),
      start: of('start'),
      end: of('end'),
      ...actor,
      ...person,
    })
  }
  return (
    <>
      <FilterForm filtered={filtered} onClear={onClear} onAsk={(of) => void ask(of)}>
        <label>
          开始日期
          <input name="start" type="date" defaultValue={filter.start} />
        </label>
        <label>
          结束日期
          <input name="end" type="date" defaultValue={filter.end} />
        </label>
        <label>
          操作
          <select name="action" defaultValue={filter.action}>
            <option value="">全部操作</option>
            {actions.map(([action, label]) => (
              <option key={action} value={action}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          操作人
          <input
            name="actor"
            type="search"
            defaultValue={filter.actor}
            maxLength={60}
            placeholder="姓名、账号或证件号"
          />
        </label>
        <label>
          涉及的人
          <input
            name="person"
            type="search"
            defaultValue={filter.person}
            maxLength={60}
            placeholder="姓名、账号或证件号"
          />
        </label>
        <label>
          操作人单位
          <input
            name="institution"
            type="search"
            defaultValue={filter.institution}
            maxLength={60}
            placeholder="名称中的几个字"
          />
        </label>
      </FilterForm>
      {(filter.actorId !== '' || filter.personId !== '') && (
        <p className="logs-chosen">
          {filter.actorId !== '' && (
            <Button icon="close" onClick={() => onChange({ actorId: '' })}>
              只看这位操作人
              <span className="x-hidden">，点击取消</span>
            </Button>
          )}
          {filter.personId !== '' && (
            <Button icon="close" onClick={() => onChange({ personId: '' })}>
              只看涉及此人的
              <span className="x-hidden">，点击取消</span>
            </Button>
          )}
        </p>
      )}
    </>
  )
}
