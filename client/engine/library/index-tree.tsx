import { Loaded } from '../../platform/api/loaded.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import type { CountedKind } from '../../../catalogue/contract/curriculum.ts'
import { useTextbooks, useTree } from './use-curriculum.ts'
import './library.css'

interface TreeProps {
  /** What is counted below each chapter. */
  readonly kind: CountedKind
  readonly book: number
  readonly node: number
  readonly onBook: (book: number) => void
  readonly onNode: (node: number) => void
}

/** The curriculum index beside a library: the textbooks, or the chapters of the chosen one with their counts. */
export function IndexTree(props: TreeProps) {
  return props.book > 0 ? <Chapters {...props} /> : <Textbooks onBook={props.onBook} />
}

function Textbooks({ onBook }: Pick<TreeProps, 'onBook'>) {
  const answer = useTextbooks()
  return (
    <Panel title="教材" flush>
      <Loaded answer={answer} failed="教材目录没能打开" lines={5}>
        {({ list }) => (
          <ul className="library-tree">
            {list.map(({ id, title }) => (
              <li key={id}>
                <button type="button" onClick={() => onBook(id)}>
                  {title}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

const units: Readonly<Record<CountedKind, string>> = { resource: '件', question: '道' }

function Chapters({ kind, book, node, onBook, onNode }: TreeProps) {
  const answer = useTree(book, kind)
  const depthOf = (parent: number | null): number => {
    const above = answer.data?.nodes.find(({ id }) => id === parent)
    return above ? depthOf(above.parentId) + 1 : 0
  }
  return (
    <Panel
      title={answer.data?.textbook.title ?? '教材'}
      extra={
        <Button look="text" onClick={() => onBook(0)}>
          换教材
        </Button>
      }
      flush
    >
      <Loaded answer={answer} failed="这本教材没能打开" lines={6}>
        {({ nodes, fromBefore }) => (
          <>
            <ul className="library-tree">
              <li>
                <button type="button" aria-current={node === 0 || undefined} onClick={() => onNode(0)}>
                  全书不限章节
                </button>
              </li>
              {nodes.map((one) => (
                <li key={one.id} className={one.ended ? 'library-ended' : ''}>
                  <button
                    type="button"
                    style={{ paddingInlineStart: `calc(var(--space-4) + ${depthOf(one.parentId)}em)` }}
                    aria-current={one.id === node || undefined}
                    onClick={() => onNode(one.id)}
                  >
                    <span>
                      {one.no}　{one.title}
                    </span>
                    <span className={one.count === 0 ? 'x-faint' : ''}>
                      {one.count}
                      <span className="x-hidden"> {units[kind]}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {fromBefore > 0 && (
              <p className="library-note">
                旧版教材的章节下还有 {fromBefore} {units[kind]}，换教材可看。
              </p>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
