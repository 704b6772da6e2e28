import type { ArchiveSection } from '../../../../catalogue/contract/archive/archive.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/look/icon.tsx'
import { archiveLabels, archives } from '../paths.ts'
import { useCurrentPart, useEntryInView } from './use-current-part.ts'
import type { FoldedSections } from './use-folded.ts'

/** The parts of a document: each archive with its sections, in the order of the page. */
function partsOf(sections: readonly ArchiveSection[]) {
  return archives.map((archive) => {
    const own = sections.filter((one) => one.archive === archive)
    return { id: `archive-${archive}`, label: archiveLabels[archive], note: shareOf(own), sections: own }
  })
}

/**
 * The contents of the document, with the part that is being read marked: a list beside it, a select on
 * phones. Every section can be folded from here at once.
 */
export function TableOfContents({
  sections,
  folded,
  onReach,
}: {
  sections: readonly ArchiveSection[]
  folded: FoldedSections
  onReach: (partId: string) => void
}) {
  const parts = partsOf(sections)
  const current = useCurrentPart(
    parts.flatMap(({ id, sections: own }) => [id, ...own.map(({ type }) => `section-${type}`)]),
  )
  const list = useEntryInView(current)
  return (
    <>
      <nav className="archive-contents" aria-label="目录" ref={list}>
        <FoldAll types={sections.map(({ type }) => type)} folded={folded} />
        {parts.map(({ id, label, note, sections: own }) => (
          <div key={id}>
            <Entry id={id} strong text={label} note={note} current={current} onReach={onReach} />
            <ul>
              {own.map((section) => (
                <li key={section.type}>
                  <Entry
                    id={`section-${section.type}`}
                    text={section.title}
                    note={noteOf(section)}
                    section={section}
                    current={current}
                    onReach={onReach}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="archive-jump">
        <label>
          <span>目录</span>
          <select value={current ?? ''} onChange={(event) => onReach(event.target.value)}>
            {parts.map(({ id, label, sections: own }) => (
              <optgroup key={id} label={label}>
                <option value={id}>{label}</option>
                {own.map((section) => (
                  <option key={section.type} value={`section-${section.type}`}>
                    {section.title}（{noteOf(section)}）
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <FoldAll types={sections.map(({ type }) => type)} folded={folded} />
      </div>
    </>
  )
}

/** Folds all sections, or opens them where all are folded. */
function FoldAll({ types, folded }: { types: readonly string[]; folded: FoldedSections }) {
  const all = types.length > 0 && types.every(folded.isFolded)
  return (
    <Button look="text" icon={all ? 'down' : 'up'} onClick={() => (all ? folded.unfold : folded.fold)(types)}>
      {all ? '全部展开' : '全部收起'}
    </Button>
  )
}

/** How full the expected sections of an archive are together; nothing where none is expected. */
function shareOf(sections: readonly ArchiveSection[]): string {
  const shares = sections.flatMap(({ percent }) => percent ?? [])
  return shares.length === 0
    ? ''
    : `${Math.round(shares.reduce((sum, one) => sum + one, 0) / shares.length)}%`
}

const noteOf = ({ count, percent }: ArchiveSection) =>
  percent !== null && percent < 100 ? `${percent}%` : String(count)

function Entry({
  id,
  text,
  note,
  strong,
  section,
  current,
  onReach,
}: {
  id: string
  text: string
  note: string
  strong?: true
  section?: ArchiveSection
  current: string | null
  onReach: (partId: string) => void
}) {
  return (
    <a
      href={`#${id}`}
      className={strong ? 'archive-entry archive-entry-top' : 'archive-entry'}
      aria-current={id === current ? 'location' : undefined}
      onClick={(event) => {
        event.preventDefault()
        onReach(id)
      }}
    >
      <span>{text}</span>
      {section && section.returned > 0 && (
        <Mark icon="return" tone="wrong" word={`退回 ${section.returned}`} />
      )}
      {section && section.pending > 0 && <Mark icon="wait" tone="wait" word={`待审 ${section.pending}`} />}
      <span className="x-num x-faint">{note}</span>
    </a>
  )
}

const Mark = ({ icon, tone, word }: { icon: 'return' | 'wait'; tone: string; word: string }) => (
  <span className={`xr-glyph x-status-${tone}`} title={word}>
    <Icon name={icon} />
    <span className="x-hidden">{word}</span>
  </span>
)
