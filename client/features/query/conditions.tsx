import type { FieldFault } from '../../../catalogue/errors.ts'
import { fieldIn, personType, type QuerySection } from '../../../catalogue/query/fields.ts'
import {
  isAny,
  mostGroups,
  type Condition,
  type Element,
  type Has,
  type Query,
} from '../../../catalogue/query/query.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ConditionRow } from './condition-row.tsx'
import { added, asAll, asAny, begun, firstOf, pathKey, withElement, type Path } from './model.ts'

type Groups = Query['conditions']

interface Around {
  readonly sections: readonly QuerySection[]
  readonly groups: Groups
  /** People who remain, by the place of a condition. */
  readonly remaining: Readonly<Record<string, number>>
  readonly faults: readonly FieldFault[]
  readonly onChange: (groups: Groups) => void
}

/**
 * The conditions of a query: groups of which one has to hold, conditions that all hold, one nesting of 或.
 */
export function Conditions(around: Around) {
  const { groups, onChange } = around
  return (
    <div className="xq-groups">
      {groups.map((group, g) => (
        <div key={g} className="xq-group-box">
          {g > 0 && <p className="xq-or">或者</p>}
          <Group {...around} group={group} g={g} />
        </div>
      ))}
      <div className="xq-adds">
        {groups.length < mostGroups && groups.some((group) => group.length > 0) && (
          <Button look="text" icon="add" onClick={() => onChange([...groups, []])}>
            或者另一组
          </Button>
        )}
        <span className="x-note x-faint">条件最多 3 层、20 个；同一人符合几组也只计一次</span>
      </div>
    </div>
  )
}

function Group({ group, g, ...around }: Around & { group: readonly Element[]; g: number }) {
  const { groups, sections, onChange } = around
  const add = (one: Condition | Has) => onChange(added(groups, [g], one))
  const firstRecords = sections.find(({ type }) => type === 'trainingRegistration') ?? sections[1]
  return (
    <div className="xq-group">
      {group.length > 1 && (
        <Joint word="且" onTurn={() => onChange(asAny(groups, g))} label={`第 ${g + 1} 组条件的关系`} />
      )}
      <ul className="xq-rows" aria-label={`第 ${g + 1} 组条件`}>
        {group.map((element, e) =>
          isAny(element) ? (
            <AnyRows key={e} {...around} any={element.any} g={g} e={e} />
          ) : (
            <Row key={e} {...around} one={element} path={[g, e]} isChain />
          ),
        )}
      </ul>
      <div className="xq-adds">
        <Button look="text" icon="add" onClick={() => add(begun(sections, personType))}>
          {group.length === 0 ? '加一个条件' : '再加一个条件'}
        </Button>
        {group.length === 0 && <Suggested sections={sections} onAdd={add} />}
        {firstRecords && (
          <Button look="text" icon="add" onClick={() => add(begun(sections, firstRecords.type))}>
            有或没有某类记录
          </Button>
        )}
        <Button
          look="text"
          icon="add"
          onClick={() =>
            onChange(
              groups.map((old, n) => (n === g ? [...old, { any: [begun(sections, personType)] }] : old)),
            )
          }
        >
          符合其一的一组
        </Button>
        {groups.length > 1 && (
          <Button look="text" icon="trash" onClick={() => removed(groups, g, onChange)}>
            移除这一组
          </Button>
        )}
      </div>
    </div>
  )
}

/** What most questions begin with, one press each. */
const usual = [
  { key: 'mainSubject', label: '学科' },
  { key: 'titleLevel', label: '职称' },
  { key: 'age', label: '年龄' },
] as const

function Suggested({
  sections,
  onAdd,
}: {
  sections: readonly QuerySection[]
  onAdd: (one: Condition) => void
}) {
  return usual.map(({ key, label }) => {
    const field = fieldIn(sections, personType, key)
    return (
      field && (
        <Button key={key} look="text" onClick={() => onAdd(firstOf(field))}>
          {label}
        </Button>
      )
    )
  })
}

/** Takes a group away; for some seconds it can be had back. */
function removed(groups: Groups, g: number, onChange: (groups: Groups) => void) {
  onChange(groups.filter((_group, n) => n !== g))
  notify.info('已移除一组条件', { action: { label: '撤销', run: () => onChange(groups) } })
}

function AnyRows(props: Around & { any: readonly (Condition | Has)[]; g: number; e: number }) {
  const { any, g, e, ...around } = props
  const { groups, sections, onChange } = around
  return (
    <li className="xq-any">
      <Joint
        word="或"
        onTurn={() => onChange(asAll(groups, g, e))}
        label={`第 ${g + 1} 组第 ${e + 1} 项里条件的关系`}
      />
      <ul className="xq-rows" aria-label="符合下列之一">
        {any.map((one, k) => (
          <Row key={k} {...around} one={one} path={[g, e, k]} isChain={false} />
        ))}
        <li>
          <Button
            look="text"
            icon="add"
            onClick={() => onChange(added(groups, [g, e], begun(sections, personType)))}
          >
            或
          </Button>
        </li>
      </ul>
    </li>
  )
}

/** Whether all of some conditions hold or one of them; pressing the other word turns one into the other. */
function Joint({ word, label, onTurn }: { word: '且' | '或'; label: string; onTurn: () => void }) {
  return (
    <fieldset className="xq-joint">
      <legend className="x-hidden">{label}</legend>
      {(['且', '或'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === word}
          onClick={() => each !== word && onTurn()}
        >
          {each}
        </button>
      ))}
    </fieldset>
  )
}

function Row(props: Around & { one: Condition | Has; path: Path; isChain: boolean }) {
  const { one, path, isChain, sections, groups, remaining, faults, onChange } = props
  const key = pathKey(path)
  const fault = faults.find(({ field }) => field === key || field.startsWith(`${key}.`))
  const put = (next: Condition | Has | null) => {
    onChange(withElement(groups, path, next))
    if (next === null)
      notify.info('已移除一个条件', { action: { label: '撤销', run: () => onChange(groups) } })
  }
  return (
    <li className="xq-row-box">
      <ConditionRow
        sections={sections}
        one={one}
        fault={fault?.message}
        left={fault ? undefined : remaining[key]}
        isChain={isChain}
        onChange={put}
      />
    </li>
  )
}
