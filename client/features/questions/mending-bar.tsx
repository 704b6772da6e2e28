import { Button } from '../../ui/forms/button.tsx'
import type { useChoice } from './use-choice.ts'
import type { PaperMending } from './use-mending.ts'

/** Merging and splitting the question that is looked at. */
export function MendingBar({
  mending,
  choice,
}: {
  mending: PaperMending
  choice: ReturnType<typeof useChoice>
}) {
  const { current, at, paragraph } = choice
  return (
    <section className="question-mending-bar" aria-label="修整">
      <span>
        {current ? `第 ${current.number} 题　` : ''}
        <span className="x-soft x-dense">
          {paragraph === null ? '在原文里点段号，可以从那里拆开' : `选了第 ${paragraph + 1} 段`}
        </span>
      </span>
      <Button disabled={at === 0} onClick={choice.merge}>
        并入上一题
      </Button>
      <Button disabled={paragraph === null} onClick={choice.split}>
        从这段拆开
      </Button>
      <Button icon="undo" disabled={mending.steps.length === 0} onClick={mending.undo}>
        撤销{mending.steps.length > 0 ? ` ${mending.steps.length} 步` : ''}
      </Button>
    </section>
  )
}
