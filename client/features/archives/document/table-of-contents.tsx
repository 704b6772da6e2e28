import type { ArchiveSection } from '../../../../catalogue/contract/archive/archive.ts'
import { Icon } from '../../../ui/look/icon.tsx'
import { archiveLabels, archives } from '../paths.ts'
import { reach } from './reach.ts'

/** The table of contents: a list beside the document, a select on phones. */
export function TableOfContents({ sections }: { sections: readonly ArchiveSection[] }) {
  return (
    <>
      <nav className="archive-contents" aria-label="目录">
        {archives.map((archive) => (
          <div key={archive}>
            <Entry
              id={`archive-${archive}`}
              strong
              text={archiveLabels[archive]}
              note={shareOf(sections.filter((one) => one.archive === archive))}
            />
            <ul>
              {sections
                .filter((one) => one.archive === archive)
                .map((section) => (
                  <li key={section.type}>
                    <Entry
                      id={`section-${section.type}`}
                      text={section.title}
                      note={noteOf(section)}
                      section={section}
                    />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
      <label className="archive-jump">
        <span>跳到</span>
        <select
          value=""
          onChange={(event) => {
            if (event.target.value) reach(event.target.value)
          }}
        >
          <option value="">选一个栏目</option>
          {archives.map((archive) => (
            <optgroup key={archive} label={archiveLabels[archive]}>
              <option value={`archive-${archive}`}>{archiveLabels[archive]}</option>
              {sections
                .filter((one) => one.archive === archive)
                .map((section) => (
                  <option key={section.type} value={`section-${section.type}`}>
                    {section.title}（{noteOf(section)}）
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </label>
    </>
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
}: {
  id: string
  text: string
  note: string
  strong?: true
  section?: ArchiveSection
}) {
  return (
    <a
      href={`#${id}`}
      className={strong ? 'archive-entry archive-entry-top' : 'archive-entry'}
      onClick={(event) => {
        event.preventDefault()
        reach(id)
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
