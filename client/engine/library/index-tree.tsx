import { useState } from 'react'
import { fullDate } from '../../platform/format.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import type { CountedKind, CurriculumNode, TextbookLine } from '../../../catalogue/contract/curriculum.ts'
import { gapsOf } from './gaps.ts'
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
      <Loaded answer={answer} failed="教材目录打开失败" lines={5}>
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
const things: Readonly<Record<CountedKind, string>> = { resource: '资源', question: '试题' }

function Chapters({ kind, book, node, onBook, onNode }: TreeProps) {
  const answer = useTree(book, kind)
  const [onlyGaps, setOnlyGaps] = useState(false)
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
      <Loaded answer={answer} failed="该教材打开失败" lines={6}>
        {({ textbook, nodes, fromBefore }) => (
          <>
            <GapSwitch kind={kind} nodes={nodes} on={onlyGaps} onSwitch={setOnlyGaps} />
            <ul className="library-tree">
              {!onlyGaps && (
                <li>
                  <button type="button" aria-current={node === 0 || undefined} onClick={() => onNode(0)}>
                    全书不限章节
                  </button>
                </li>
              )}
              {(onlyGaps ? gapsOf(nodes).nodes : nodes).map((one) => (
                <Chapter
                  key={one.id}
                  one={one}
                  depth={depthOf(nodes, one)}
                  isCurrent={one.id === node}
                  unit={units[kind]}
                  onOpen={() => onNode(one.id)}
                />
              ))}
            </ul>
            {fromBefore > 0 && (
              <p className="library-note">
                旧版教材的章节下还有 {fromBefore} {units[kind]}，换教材可看。
              </p>
            )}
            <p className="library-note">{groundsOf(textbook)}</p>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** Where the chapters come from, and who answers for them. */
function groundsOf({ source, checkedOn, org }: TextbookLine): string {
  if (org !== null) return `依据：${source}。由${org}维护。`
  return `依据：${source}。${checkedOn === null ? '' : `章名已于 ${fullDate(checkedOn)} 对照公开转载的目录核对，节未收录。`}`
}

function depthOf(nodes: readonly CurriculumNode[], { parentId }: CurriculumNode): number {
  const above = nodes.find(({ id }) => id === parentId)
  return above ? depthOf(nodes, above) + 1 : 0
}

function Chapter({
  one,
  depth,
  isCurrent,
  unit,
  onOpen,
}: {
  one: CurriculumNode
  depth: number
  isCurrent: boolean
  unit: string
  onOpen: () => void
}) {
  return (
    <li className={one.ended ? 'library-ended' : ''}>
      <button
        type="button"
        style={{ paddingInlineStart: `calc(var(--space-4) + ${depth}em)` }}
        aria-current={isCurrent || undefined}
        onClick={onOpen}
      >
        <span>
          {one.no}　{one.title}
        </span>
        <span className={one.count === 0 ? 'x-faint' : ''}>
          {one.count}
          <span className="x-hidden"> {unit}</span>
        </span>
      </button>
    </li>
  )
}

/** Narrows the index to chapters that hold nothing yet; absent where there are none. */
function GapSwitch({
  kind,
  nodes,
  on,
  onSwitch,
}: {
  kind: CountedKind
  nodes: readonly CurriculumNode[]
  on: boolean
  onSwitch: (on: boolean) => void
}) {
  const { count } = gapsOf(nodes)
  if (count === 0 && !on) return null
  return (
    <label className="library-note library-gaps">
      <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.target.checked)} />
      只看没有{things[kind]}的章节（{count}）
    </label>
  )
}
