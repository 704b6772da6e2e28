import { useMemo } from 'react'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { RichText } from '../../ui/rich-text.tsx'
import { useAreaName } from './areas.ts'
import { richDiff } from './rich-diff.ts'
import { wordsOf } from './words.ts'

/** A version: its values as stored, and its texts as readers get them. */
export interface Side {
  readonly value: Readonly<Record<string, unknown>>
  readonly shown: Readonly<Record<string, string>>
}

/** Field by field what went and what came; within texts by words. */
export function Differences({
  definition,
  before,
  after,
}: {
  definition: AnyContent
  before: Side
  after: Side
}) {
  const areaName = useAreaName()
  const differing = Object.entries(definition.fields).filter(
    ([key]) => JSON.stringify(before.value[key] ?? null) !== JSON.stringify(after.value[key] ?? null),
  )
  if (differing.length === 0) return <p className="x-soft">内容相同。</p>
  return (
    <dl className="contents-diff">
      {differing.map(([key, field]) => (
        <div key={key}>
          <dt>{field.label}</dt>
          <dd>
            {field.kind === 'richText' ? (
              <RichDifference before={before.shown[key] ?? ''} after={after.shown[key] ?? ''} />
            ) : (
              <>
                <del>{wordsOf(field, before.value[key], areaName)}</del>
                <ins>{wordsOf(field, after.value[key], areaName)}</ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function RichDifference({ before, after }: { before: string; after: string }) {
  const html = useMemo(() => richDiff(before, after), [before, after])
  return <RichText html={html} />
}

/** The texts of a version as readers will see them, below its title. */
export function AsRead({ definition, side }: { definition: AnyContent; side: Side }) {
  const rich = Object.entries(definition.fields).filter(
    ([key, { kind }]) => kind === 'richText' && side.shown[key],
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
