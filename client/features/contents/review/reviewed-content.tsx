import { useState, type ReactNode } from 'react'
import { contents } from '../../../../catalogue/contents/contents.ts'
import type { AnyContent, ContentName } from '../../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { focusField } from '../../../engine/form/focus-field.ts'
import { Show } from '../../../engine/kinds/show.tsx'
import { useShortcuts } from '../../../engine/review/shortcuts.ts'
import { sentenceDate } from '../../../platform/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Kbd } from '../../../ui/look/kbd.tsx'
import { differingIn, Differences, type Side } from '../edit/differences.tsx'
import { Reach } from '../edit/reach-panel.tsx'
import { OpinionField, toggled } from '../../../engine/review/opinion.tsx'
import { audienceKeys, ReaderView } from './reader-view.tsx'
import { ReviewWay } from './review-way.tsx'
import { NearList } from '../near.tsx'
import { useDecision } from './use-decision.ts'

type Look = 'reader' | 'changes' | 'live'

/** One content under review: what its readers will see in the middle, what concerns the review beside it. */
export function ReviewedContent({
  type,
  view,
  onDecided,
  onSkip,
}: {
  type: ContentName
  view: ContentView
  onDecided: () => void
  onSkip: () => void
}) {
  const definition = contents[type]
  const mine = view.can.includes('sendBack')
  const after: Side = { value: view.value, shown: view.shownValue }
  const before = view.live && view.shownLive ? { value: view.live, shown: view.shownLive } : null
  const changes = before ? differingIn(definition, before, after) : []
  const [look, setLook] = useState<Look>(changes.length > 0 ? 'changes' : 'reader')
  const decision = useDecision(type, view, onDecided)
  const toChange = (key: string) => {
    setLook('changes')
    requestAnimationFrame(() => focusField(key))
  }
  const toNext = useNext(changes, toChange)
  const digits = (definition.approval?.reasons ?? []).map((reason, i) => [
    String(i + 1),
    () => decision.setOpinion((now) => toggled(now, reason)),
  ])
  useShortcuts(
    {
      A: () => void decision.pass(),
      R: () => void decision.sendBack(),
      N: toNext,
      ...Object.fromEntries(digits),
    },
    mine,
  )
  return (
    <>
      <div className="xr-middle">
        {before && changes.length > 0 && (
          <LookTabs look={look} changes={changes.length} view={view} onLook={setLook} />
        )}
        <Looked definition={definition} look={look} before={before} after={after} files={view.files} />
      </div>
      <aside className="xr-right" aria-label="审核">
        <ReviewWay view={view} own={mine} />
        <Audience type={type} view={view} />
        <Near type={type} view={view} />
        <Changes definition={definition} changes={changes} onOpen={toChange} />
        {mine && (
          <OpinionField
            reasons={definition.approval?.reasons ?? []}
            opinion={decision.opinion}
            fault={decision.fault}
            onChange={decision.setOpinion}
          />
        )}
      </aside>
      {mine && <DecisionBar view={view} decision={decision} changes={changes.length} onSkip={onSkip} />}
    </>
  )
}

/** Goes from one changed field to the next, beginning anew after the last. */
function useNext(changes: readonly string[], open: (key: string) => void) {
  const [at, setAt] = useState(-1)
  return () => {
    const next = (at + 1) % Math.max(1, changes.length)
    const key = changes[next]
    if (key === undefined) return
    setAt(next)
    open(key)
  }
}

/** The changed fields by their labels, each leading to its place. */
function Changes({
  definition,
  changes,
  onOpen,
}: {
  definition: AnyContent
  changes: readonly string[]
  onOpen: (key: string) => void
}) {
  if (changes.length === 0) return null
  return (
    <Part title="修改处" beside={`${changes.length} 处变更`}>
      <ol className="contents-changes">
        {changes.map((key) => (
          <li key={key}>
            <Button look="text" onClick={() => onOpen(key)}>
              {definition.fields[key]?.label}
            </Button>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function Looked({
  definition,
  look,
  before,
  after,
  files,
}: {
  definition: AnyContent
  look: Look
  before: Side | null
  after: Side
  files: ContentView['files']
}) {
  if (look !== 'changes' || !before)
    return (
      <ReaderView definition={definition} side={look === 'live' && before ? before : after} files={files} />
    )
  return (
    <div className="xr-paper">
      <h2 className="x-display">{String(after.value[definition.headline] ?? '')}</h2>
      <Differences definition={definition} before={before} after={after} />
    </div>
  )
}

function LookTabs({
  look,
  changes,
  view,
  onLook,
}: {
  look: Look
  changes: number
  view: ContentView
  onLook: (look: Look) => void
}) {
  const since = view.publishAt && `（${sentenceDate(view.publishAt)} 起）`
  const looks = [
    ['reader', '读者视图'],
    ['changes', `与现行版对比 ${changes} 处变更`],
    ['live', `现行版${since ?? ''}`],
  ] as const
  return (
    <fieldset className="xr-segment" aria-label="看哪一版">
      {looks.map(([key, word]) => (
        <button key={key} type="button" aria-pressed={look === key} onClick={() => onLook(key)}>
          {word}
        </button>
      ))}
    </fieldset>
  )
}

function Part({ title, beside, children }: { title: string; beside?: string; children: ReactNode }) {
  return (
    <section className="xr-part">
      <h2>
        {title}
        {beside && <span className="x-faint x-note">{beside}</span>}
      </h2>
      {children}
    </section>
  )
}

/** What is like the content, among what others read; nothing for a type that is not compared. */
function Near({ type, view }: { type: ContentName; view: ContentView }) {
  const definition: AnyContent = contents[type]
  if (!definition.compared) return null
  return (
    <Part title="雷同与相近" beside="请核对">
      <NearList type={type} id={view.id} version={view.version} />
    </Part>
  )
}

/** For whom the content is, and how many people that is now. */
function Audience({ type, view }: { type: ContentName; view: ContentView }) {
  const definition: AnyContent = contents[type]
  const keys = audienceKeys(definition)
  if (keys.length === 0 && !definition.shelf) return null
  return (
    <Part title="读者">
      <dl className="contents-audience">
        {keys.map((key) => {
          const field = definition.fields[key]
          return (
            field && (
              <div key={key}>
                <dt>{field.label}</dt>
                <dd>
                  <Show field={field} value={view.value[key]} none="不限" />
                </dd>
              </div>
            )
          )
        })}
      </dl>
      <Reach type={type} view={view} />
    </Part>
  )
}

/** The foot of the page: keys on the left, decisions on the right; on a phone two thumb buttons. */
function DecisionBar({
  view,
  decision,
  changes,
  onSkip,
}: {
  view: ContentView
  decision: ReturnType<typeof useDecision>
  changes: number
  onSkip: () => void
}) {
  const count = decision.opinion.picked.length + (decision.opinion.typed.trim() === '' ? 0 : 1)
  const last = view.approval?.steps.at(-1)?.state === 'current'
  const day = last && view.askedAt ? `，${sentenceDate(view.askedAt)} 发布` : ''
  return (
    <section className="xr-decision" aria-label="审核决定">
      <span className="xr-keys xr-keys-only x-faint">
        <span>
          <Kbd>J</Kbd> 下一条
        </span>
        <span>
          <Kbd>K</Kbd> 上一条
        </span>
        {changes > 0 && (
          <span>
            <Kbd>N</Kbd> 下一处变更
          </span>
        )}
      </span>
      <span className="x-faint xr-wide-only">审核人不能改动正文</span>
      <span className="xr-decision-buttons">
        <Button className="xr-wide-only" onClick={onSkip}>
          暂缓 <Kbd>S</Kbd>
        </Button>
        <Button look="danger" busy={decision.busy} onClick={() => void decision.sendBack()}>
          {count > 0 ? `退回修改，${count} 条意见` : '退回修改'} <Kbd>R</Kbd>
        </Button>
        <Button look="primary" busy={decision.busy} onClick={() => void decision.pass()}>
          审核通过{day} <Kbd>A</Kbd>
        </Button>
      </span>
    </section>
  )
}
