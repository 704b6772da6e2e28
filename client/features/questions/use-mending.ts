import { useMemo, useState } from 'react'
import type { PaperAnswer } from '../../../catalogue/contract/question-import.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { mendedPaper, type FoundQuestion, type MendedPaper } from './mending.ts'
import type { MendingCopy } from './mending-copy.ts'

/** The questions of a paper and what mends them; each step can be taken back. */
export interface PaperMending extends MendedPaper {
  /** Whether the file can be mended: only a paper is read by a grammar that may err. */
  readonly canMend: boolean
  readonly steps: MendingCopy['steps']
  /** A question goes on with the one before it. */
  readonly join: (question: FoundQuestion) => void
  /** A question begins at a block. */
  readonly split: (block: number) => void
  /** The words of a question are changed; changes of one question in a row are one step. */
  readonly edit: (question: FoundQuestion, value: QuestionValue) => void
  /** The words of a question are again as they were read. */
  readonly restore: (question: FoundQuestion) => void
  readonly undo: () => void
}

export function useMending(paper: PaperAnswer, before: MendingCopy['steps']): PaperMending {
  const [steps, setSteps] = useState(before)
  const mended = useMemo(() => mendedPaper(paper, steps), [paper, steps])
  const mend = (block: number, how: 'start' | 'join') => setSteps((now) => [...now, [block, how]])
  const edit = ({ key, blocks }: FoundQuestion, value: QuestionValue) =>
    setSteps((now) => {
      const last = now.at(-1)
      const kept = last && 'key' in last && last.key === key ? now.slice(0, -1) : now
      return [...kept, { key, blocks, value }]
    })
  return {
    ...mended,
    canMend: paper.paper !== null,
    steps,
    join: ({ blocks: [first] }) => first !== undefined && mend(first, 'join'),
    split: (block) => mend(block, 'start'),
    edit,
    restore: ({ key }) => setSteps((now) => now.filter((step) => !('key' in step) || step.key !== key)),
    undo: () => setSteps((now) => now.slice(0, -1)),
  }
}
