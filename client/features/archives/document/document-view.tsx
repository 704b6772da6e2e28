import { useEffect, useEffectEvent, useRef } from 'react'
import type { ArchiveDocument, ArchiveSection } from '../../../../catalogue/contract/archive/archive.ts'
import type { Archive } from '../../../../catalogue/define.ts'
import { definitionOf } from '../../../engine/registry.ts'
import { TableOfContents } from './table-of-contents.tsx'
import { DocumentSection } from './document-section.tsx'
import { archiveLabels, archives } from '../paths.ts'
import type { PrintState } from './printing.tsx'
import { reach } from './reach.ts'
import { useFolded } from './use-folded.ts'
import { usePlace } from '../use-place.ts'

/** Sections with something in them, or with something everybody should have. */
const isShown = (section: ArchiveSection) => section.records.length > 0 || section.missing.length > 0

/** The type of the section in which a part of the page stands: the section itself, or one of its records. */
const typeAt = (sections: readonly ArchiveSection[], partId: string): string | undefined =>
  sections.find(
    ({ type, records }) =>
      `section-${type}` === partId || records.some(({ id }) => `record-${id}` === partId),
  )?.type

/** The three archives one below the other, beside their contents. */
export function DocumentView({
  document,
  opened,
  printing,
}: {
  document: ArchiveDocument
  opened: Archive
  printing: PrintState
}) {
  const { section, id, field } = usePlace()
  const folded = useFolded()
  // What somebody goes to is opened: a folded section has no fields to show.
  const go = (partId: string, at: string | null = null) => {
    const type = typeAt(document.sections, partId)
    if (type !== undefined && folded.isFolded(type)) folded.unfold([type])
    reach(partId, at)
  }
  const arrive = useEffectEvent(go)
  const arrived = useRef('')
  const target = `${opened} ${section} ${id} ${field}`
  useEffect(() => {
    // Once per place: whoever has scrolled on is not called back when the document is read anew.
    if (arrived.current === target) return
    arrived.current = target
    if (id !== null) arrive(`record-${id}`, field)
    else if (section !== null) arrive(`section-${section}`)
    else if (opened !== 'personal') arrive(`archive-${opened}`)
  }, [target, opened, section, id, field])
  return (
    <div className="archive-body">
      <TableOfContents sections={document.sections.filter(isShown)} folded={folded} onReach={go} />
      <div className="archive-main">
        {archives.map((archive) => {
          const sections = document.sections.filter((one) => one.archive === archive)
          const empty = sections.filter((one) => !isShown(one))
          return (
            <section
              key={archive}
              className={printing.isPrinted(archive) ? 'archive-part' : 'archive-part archive-unprinted'}
              aria-labelledby={`archive-${archive}`}
            >
              <h2 id={`archive-${archive}`} tabIndex={-1}>
                {archiveLabels[archive]}
              </h2>
              {sections.filter(isShown).map((one) => {
                const definition = definitionOf(one.type)
                return (
                  definition && (
                    <DocumentSection
                      key={one.type}
                      definition={definition}
                      section={one}
                      openedId={one.type === section || section === null ? id : null}
                      whole={printing.whole}
                      folded={folded.isFolded(one.type)}
                      onFold={(fold) => (fold ? folded.fold : folded.unfold)([one.type])}
                    />
                  )
                )
              })}
              {empty.length > 0 && (
                <p className="x-faint x-dense archive-none">
                  没有记录：{empty.map(({ title }) => title).join('、')}
                </p>
              )}
            </section>
          )
        })}
      </div>
    </div>
  )
}
