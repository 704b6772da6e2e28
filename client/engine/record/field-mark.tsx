import { Icon, type IconName } from '../../ui/look/icon.tsx'

export type Mark = 'verified' | 'pending' | 'returned' | 'unverified'

/** What is verified bears no sign: forty green ticks a record hide the two fields that are not. */
const marks = {
  pending: ['wait', '有待审的改动', 'wait'],
  returned: ['return', '被退回', 'wrong'],
  unverified: ['draft', '未核验', 'quiet'],
} as const satisfies Record<Exclude<Mark, 'verified'>, readonly [IconName, string, string]>

/**
 * Whether a value is verified, pending or returned, as a glyph with a word for screen readers and pointers.
 */
export function FieldMark({ mark }: { mark: Mark }) {
  if (mark === 'verified') return <span className="x-hidden">已核验</span>
  const [icon, word, tone] = marks[mark]
  return (
    <span className={`xr-glyph x-status-${tone}`} title={word}>
      <Icon name={icon} />
      <span className="x-hidden">{word}</span>
    </span>
  )
}

/** The legend of the glyphs. */
export function MarkLegend() {
  return (
    <p className="xr-legend x-note">
      {Object.values(marks).map(([icon, word, tone]) => (
        <span key={word} className={`x-status x-status-${tone}`}>
          <Icon name={icon} />
          {word}
        </span>
      ))}
      <span>未标注的已核验</span>
    </p>
  )
}
