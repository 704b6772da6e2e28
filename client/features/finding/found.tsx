import { Link } from 'react-router'
import type { FindAnswer, FindGroup, FoundLine } from '../../../catalogue/contract/finding.ts'
import { Icon, type IconName } from '../../ui/look/icon.tsx'
import { Marked } from './marked.tsx'

const groupLooks: Readonly<Record<FindGroup, { label: string; icon: IconName }>> = {
  people: { label: '人员', icon: 'user' },
  institutions: { label: '单位', icon: 'home' },
  records: { label: '记录', icon: 'file' },
  contents: { label: '内容', icon: 'book' },
  pages: { label: '页面与功能', icon: 'list' },
}

interface Props {
  readonly groups: FindAnswer['groups']
  readonly wanted: string
  /** The link of the line that the pane tells of. */
  readonly chosen: string | undefined
  readonly onOpen: (line: FoundLine) => void
}

/** The groups of what was found, each line a link. */
export function Found({ groups, wanted, chosen, onOpen }: Props) {
  return groups.map(({ group, lines, more }) => (
    <section key={group} aria-labelledby={`find-${group}`}>
      <h2 id={`find-${group}`}>
        {groupLooks[group].label}
        <span className="x-num">{more ? `前 ${lines.length} 条` : lines.length}</span>
      </h2>
      <ul>
        {lines.map((line) => (
          <li key={`${line.link} ${line.title}`}>
            <Link
              to={line.link}
              className="find-line"
              data-chosen={line.link === chosen ? '' : undefined}
              onClick={(event) => {
                // With Ctrl or Command the browser opens a new tab, and the search stays for the next line.
                if (!event.ctrlKey && !event.metaKey) onOpen(line)
              }}
            >
              <Icon name={groupLooks[group].icon} />
              <b>
                <Marked text={line.title} wanted={wanted} />
              </b>
              <span className="find-detail">{line.detail}</span>
              <span className="find-note">{line.note}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ))
}
