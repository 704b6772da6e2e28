import type { OwnTypeView } from '../../../catalogue/contract/own-fields.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import type { OwnBody } from '../../../catalogue/own/body.ts'
import { mostOfType } from '../../../catalogue/own/judge-type.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

interface Line {
  readonly key: string
  readonly label: string
  readonly of: string
  /** Whether this office may change it. */
  readonly opens: boolean
  readonly ended: boolean
}

/** All fields of the type below the sections of its form; the office's own can be opened. */
export function FieldList(props: {
  view: OwnTypeView
  facts: AnyRecord
  body: OwnBody
  /** Keys of fields in which something is to be mended. */
  faulty: ReadonlySet<string>
  chosen: string
  isBusy: boolean
  onChoose: (key: string) => void
  onAdd: () => void
}) {
  const { view, facts, body, faulty, chosen, isBusy, onChoose, onAdd } = props
  const sections = sectionsOf(view, facts, body)
  const open = body.fields.filter(({ ended }) => !ended).length
  const most = body.record ? mostOfType : view.most
  return (
    <Panel title="栏目" flush>
      <div className="own-list">
        {sections.map(([title, lines]) => (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {lines.map((line) => (
                <li key={line.key}>
                  {line.opens ? (
                    <button
                      type="button"
                      aria-current={line.key === chosen}
                      {...(line.ended && { 'data-ended': '' })}
                      onClick={() => onChoose(line.key)}
                    >
                      <b>{line.label || '新栏目'}</b>
                      {faulty.has(line.key) ? (
                        <span className="x-note own-fault">有误</span>
                      ) : (
                        <span className="x-note">{line.of}</span>
                      )}
                    </button>
                  ) : (
                    <span className="x-soft">
                      {line.label}
                      <span className="x-faint x-note">{line.of}</span>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="own-foot">
        <Button look="text" busy={isBusy} disabled={open >= most} onClick={onAdd}>
          新增栏目
        </Button>
        <span className="x-faint x-note">
          {open} / {most}
        </span>
      </div>
    </Panel>
  )
}

/** The fields that faults of a body are of, by their keys. */
export function faultyFields({ fields }: OwnBody, errors: readonly FieldFault[]): ReadonlySet<string> {
  const keys = errors.map(({ field }) => {
    const [, at] = /^(?:body\.)?fields\.(\d+)/.exec(field) ?? []
    return at === undefined ? undefined : fields[Number(at)]?.key
  })
  return new Set(keys.filter((key) => key !== undefined))
}

function sectionsOf(view: OwnTypeView, facts: AnyRecord, body: OwnBody): (readonly [string, Line[]])[] {
  const sections = new Map<string, Line[]>()
  const into = (title: string, line: Line) => sections.set(title, [...(sections.get(title) ?? []), line])
  for (const { title, fields } of facts.pages.form)
    for (const key of fields) {
      const field = facts.fields[key]
      if (field)
        into(title, {
          key,
          label: field.label,
          of: askedOf(key, field, body),
          opens: view.isTop && !field.derived,
          ended: body.hidden.includes(key),
        })
    }
  for (const { office, body: theirs, asked } of view.others)
    for (const { key, label, section, ended } of theirs.fields)
      if (!ended)
        into(section, {
          key,
          label,
          of: `${asked ? '上级' : '下级'} ${office.name}`,
          opens: false,
          ended: false,
        })
  for (const { key, label, section, ended, requiredFrom } of body.fields)
    into(section, {
      key,
      label,
      of: ended ? '停用' : requiredFrom ? '必填' : '本单位',
      opens: true,
      ended: ended !== undefined,
    })
  return [...sections]
}

/** What is asked of a shipped field, and what the highest office asks more. */
function askedOf(key: string, field: Field, { tightened, hidden }: OwnBody): string {
  if (hidden.includes(key)) return '不用'
  if (tightened.some((one) => one.field === key)) return '收紧'
  return field.required ? '必填' : ''
}
