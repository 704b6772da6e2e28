import type { Role } from '../../../../catalogue/access/roles.ts'
import { agreesFor } from '../../../../catalogue/contents/agreement.ts'
import { contents } from '../../../../catalogue/contents/contents.ts'
import type { AnyContent, ContentName } from '../../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { focusField } from '../../../engine/form/focus-field.ts'
import { useSession } from '../../../platform/session/session.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/look/icon.tsx'
import { StickyBar } from '../../../ui/layout/sticky-bar.tsx'
import { gapsIn } from './prefill.ts'
import type { Acts } from './use-acts.ts'
import type { ContentFormState } from './use-content-form.ts'

interface EditBarProps {
  readonly type: ContentName
  readonly view: ContentView | null
  readonly content: ContentFormState
  readonly acts: Acts
}

/** The foot of the form: what is missing yet, and the acts. A draft may be saved with gaps. */
export function EditBar({ type, view, content, acts }: EditBarProps) {
  const may = (name: 'delete' | 'edit' | 'publish') => view !== null && view.can.includes(name)
  const ripe = view === null || may('publish') || (content.form.typed && view.state !== 'inReview')
  const role = useSession()?.role ?? 1
  const word = handInWord(contents[type], role, view, content.form)
  return (
    <StickyBar note={ripe && <Missing type={type} word={word} content={content} />}>
      {may('delete') && (
        <Button look="text" onClick={() => void acts.remove()}>
          删除草稿
        </Button>
      )}
      <Button
        busy={content.busy}
        disabled={view !== null && !may('edit')}
        onClick={() => void content.save()}
      >
        保存草稿
      </Button>
      {ripe && (
        <Button
          look="primary"
          busy={acts.busy}
          disabled={view?.approval?.nobody === true}
          onClick={() => void acts.handIn()}
        >
          {word}
        </Button>
      )}
    </StickyBar>
  )
}

/**
 * 送审 where others have to agree first, else 发布. What is saved has the way that the server worked out;
 * what is typed over it may need another one, as the type declares.
 */
function handInWord(
  definition: AnyContent,
  role: Role,
  view: ContentView | null,
  { values, typed }: ContentFormState['form'],
): string {
  const asked = agreesFor(definition, role, values)
  const same = view !== null && (!typed || agreesFor(definition, role, view.value) === asked)
  const agrees = same ? view.approval?.nobody === true || !!view.approval?.steps.length : asked
  return agrees ? '送审' : '发布'
}

const mostNamed = 4

function Missing({ type, word, content }: { type: ContentName; word: string; content: ContentFormState }) {
  const { fields } = contents[type]
  const keys = Object.keys(gapsIn(contents[type], content.form.values))
  if (keys.length === 0) return <span className="x-faint">填写齐了，可以{word}。</span>
  return (
    <span className="contents-missing" data-testid="missing">
      <Icon name="warn" /> {word}前还缺 {keys.length} 项
      {keys.slice(0, mostNamed).map((key) => (
        <Button key={key} look="text" onClick={() => focusField(key)}>
          {Object.entries(fields).find(([name]) => name === key)?.[1].label}
        </Button>
      ))}
      <span className="x-faint xr-wide-only">草稿可不完整，可随时离开</span>
    </span>
  )
}
