import type { AnyContent } from '../../../../catalogue/contents/define.ts'
import { kindOf } from '../../../../catalogue/kinds/kinds.ts'
import { Difference } from '../../../engine/kinds/difference.tsx'
import { isSame } from '../../../engine/values.ts'
import { RichText } from '../../../ui/look/rich-text.tsx'

/** A version: its values as stored, and its texts as readers get them. */
export interface Side {
  readonly value: Readonly<Record<string, unknown>>
  readonly shown: Readonly<Record<string, string>>
}

/** Keys of the fields in which two versions differ, in the order of the form. */
export const differingIn = (definition: AnyContent, before: Side, after: Side): string[] =>
  Object.keys(definition.fields).filter((key) => !isSame(before.value[key], after.value[key]))

/** Field by field what went and what came, as the kind of the field shows it. */
export function Differences({
  definition,
  before,
  after,
}: {
  definition: AnyContent
  before: Side
  after: Side
}) {
  const keys = new Set(differingIn(definition, before, after))
  const differing = Object.entries(definition.fields).filter(([key]) => keys.has(key))
  if (differing.length === 0) return <p className="x-soft">内容相同。</p>
  return (
    <dl className="contents-diff">
      {differing.map(([key, field]) => (
        <div key={key} data-field={key}>
          <dt>{field.label}</dt>
          <dd>
            <Difference
              field={field}
              before={before.value[key]}
              after={after.value[key]}
              shown={{ before: before.shown[key] ?? '', after: after.shown[key] ?? '' }}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The texts of a version as readers will see them, below its title. */
export function AsRead({ definition, side }: { definition: AnyContent; side: Side }) {
  const rich = Object.entries(definition.fields).filter(
    ([key, field]) => kindOf(field).markup && side.shown[key],
  )
  return (
    <div className="contents-read" data-testid="as-read">
      <h3 className="x-display">{String(side.value[definition.headline] ?? '')}</h3>
      {rich.length === 0 && <p className="x-soft">没有正文。</p>}
      {rich.map(([key, field]) => (
        <section key={key} aria-label={field.label}>
          {rich.length > 1 && <h4>{field.label}</h4>}
          <RichText html={side.shown[key] ?? ''} />
        </section>
      ))}
    </div>
  )
}
