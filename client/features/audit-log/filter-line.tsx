import { actionLabels, signInActions } from '../../../catalogue/contract/administration/audit-log.ts'
import type { LogKind } from '../../../catalogue/contract/administration/audit-log.ts'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import type { ListRequest } from '../../engine/list/use-asked.ts'
import { personOf } from '../../platform/api/by-number.ts'
import { Button } from '../../ui/forms/button.tsx'
import type { LogKey } from './use-logs.ts'

const isSignIn = (action: string) => signInActions.some((one) => one === action)
const whom = '姓名、账号或证件号'

const filtersOf = (kind: LogKind): readonly BarFilter<LogKey>[] => [
  { kind: 'text', key: 'person', label: '涉及的人', hint: whom },
  { kind: 'text', key: 'actor', label: '操作人', hint: whom },
  {
    kind: 'choice',
    key: 'action',
    label: '操作',
    options: Object.entries(actionLabels)
      .filter(([action]) => isSignIn(action) === (kind === 'signIn'))
      .map(([value, label]) => ({ value, label })),
  },
  { kind: 'day', key: 'start', label: '开始日期' },
  { kind: 'day', key: 'end', label: '结束日期' },
  { kind: 'text', key: 'institution', label: '操作人单位', hint: '名称中的几个字' },
]

type Change = Partial<Readonly<Record<LogKey, string>>>

/**
 * Whom a text means: a whole number the person who has it, a name whoever is called so, instead of the person
 * chosen before; null for nobody.
 */
async function meant(role: 'actor' | 'person', text: string): Promise<Change | null> {
  const found = await personOf(text)
  if (found === undefined) return { [role]: text, ...(text !== '' && { [`${role}Id`]: '' }) }
  return found && { [role]: '', [`${role}Id`]: String(found.id) }
}

/** What the log is narrowed by. A number that a row's name led to is shown and can be taken away. */
export function FilterLine({
  kind,
  asked,
  onChange,
}: {
  kind: LogKind
  asked: ListRequest<LogKey>
  onChange: (to: Change) => void
}) {
  const ask = async (key: LogKey, value: string) => {
    const change = key === 'actor' || key === 'person' ? await meant(key, value) : { [key]: value }
    if (change) onChange(change)
  }
  const { of } = asked
  return (
    <>
      <FilterBar filters={filtersOf(kind)} asked={asked} onAsk={(key, value) => void ask(key, value)} />
      {(of('actorId') !== '' || of('personId') !== '') && (
        <p className="logs-chosen">
          {of('actorId') !== '' && (
            <Button icon="close" onClick={() => onChange({ actorId: '' })}>
              只看这位操作人
              <span className="x-hidden">，点击取消</span>
            </Button>
          )}
          {of('personId') !== '' && (
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
