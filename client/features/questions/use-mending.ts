import { useMemo, useState } from 'react'
import type { PaperAnswer } from '../../../catalogue/contract/question-import.ts'
import type { Cuts } from '../../../catalogue/questions/word/segments.ts'
import { mendedPaper, type FoundQuestion, type MendedPaper } from './mending.ts'

/** The questions of a paper and what mends them; each step can be taken back. */
export interface PaperMending extends MendedPaper {
  /** Whether the file can be mended: only a paper is read by a grammar that may err. */
  readonly canMend: boolean
  readonly steps: number
  /** A question goes on with the one before it. */
  readonly join: (question: FoundQuestion) => void
  /** A question begins at a block. */
  readonly split: (block: number) => void
  readonly undo: () => void
}

export function useMending(paper: PaperAnswer): PaperMending {
  const [history, setHistory] = useState<readonly Cuts[]>([])
  const cuts = history.at(-1)
  const mended = useMemo(() => mendedPaper(paper, cuts ?? new Map()), [paper, cuts])
  const mend = (block: number, how: 'start' | 'join') =>
    setHistory((before) => [...before, new Map(before.at(-1)).set(block, how)])
  return {
    ...mended,
    canMend: paper.paper !== null,
    steps: history.length,
    join: ({ blocks: [first] }) => first !== undefined && mend(first, 'join'),
    split: (block) => mend(block, 'start'),
    undo: () => setHistory((before) => before.slice(0, -1)),
  }
}
