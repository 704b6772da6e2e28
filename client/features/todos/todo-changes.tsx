import { definitionOf } from '../../engine/registry.ts'
import { useRecord } from '../../engine/data/queries.ts'
import { FieldValue } from '../../engine/record/field-value.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'

/** What a submission changes, field by field, with the value in force; all fields of a new record. */
export function TodoChanges({ type, id }: { type: string; id: string }) {
  const record = useRecord(type, id)
  const definition = definitionOf(type)
  return (
    <Loaded answer={record} failed="变更打开失败" lines={3}>
      {({ effective, pending }) => {
        if (!definition || !pending) return <p className="x-soft">暂无待审的改动。</p>
        const changed = pending.changed.filter((key) => definition.fields[key])
        return (
          <dl className={effective ? 'todo-changes' : 'todo-changes todo-changes-new'}>
            {changed.map((key) => {
              const field = definition.fields[key]
              if (!field) return null
              return (
                <div key={key}>
                  <dt>{field.label}</dt>
                  {effective && (
                    <dd>
                      <span className="x-faint">现行　</span>
                      <FieldValue field={field} value={effective[key]} none="空" />
                    </dd>
                  )}
                  <dd>
                    {effective ? (
                      <>
                        <span className="x-faint">申报　</span>
                        <mark>
                          <FieldValue field={field} value={pending.values[key]} none="空" />
                        </mark>
                      </>
                    ) : (
                      <FieldValue field={field} value={pending.values[key]} none="空" />
                    )}
                  </dd>
                </div>
              )
            })}
            {changed.length === 0 && <p className="x-soft">各栏没有改动，只换了佐证材料。</p>}
          </dl>
        )
      }}
    </Loaded>
  )
}
