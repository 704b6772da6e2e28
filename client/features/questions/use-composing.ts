import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { PaperAnswer } from '../../../catalogue/contract/question-import.ts'
import { paperOfFile } from '../../../catalogue/papers/file.ts'
import { makingPath } from '../../../catalogue/papers/paths.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { useSession } from '../../platform/session/session.ts'
import type { FoundQuestion } from './mending.ts'
import { dropMending, type MendingCopy } from './mending-copy.ts'
import { bringIn, composePaper } from './use-import.ts'
import type { PaperMending } from './use-mending.ts'

interface Composing {
  readonly paper: PaperAnswer
  readonly mending: PaperMending
  readonly chosen: readonly FoundQuestion[]
  /** Those of the chosen ones, in the same order. */
  readonly values: readonly QuestionValue[]
  readonly about: MendingCopy['about']
  readonly batch: string
}

/**
 * Brings in what is chosen and makes a paper of it and of what the bank has, in the order of the file. After a
 * dropped line it goes on where it was.
 */
export function useComposing(
  { paper, mending, chosen, values, about, batch }: Composing,
  onLeave: () => void,
) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const role = useSession()?.role ?? 0
  return async () => {
    const ids = values.length === 0 ? [] : await bringIn(batch, values)
    const numberOf = new Map(chosen.map(({ key }, at) => [key, ids[at]]))
    const filed = mending.questions.flatMap(({ key, known, section, value }) => {
      const question = known ?? numberOf.get(key)
      return question === undefined ? [] : [{ question, section, value }]
    })
    const made = paperOfFile({ name: paper.name, tray: mending.tray }, filed, {
      schoolStage: about.schoolStage || null,
      subject: about.subject || null,
      shareScope: role === 2 ? '0' : '1',
    })
    const { id } = await composePaper(made, batch)
    dropMending()
    await cache.invalidateQueries({ queryKey: ['questions'] })
    onLeave()
    await navigate(`${makingPath(role) ?? '/'}?edit=${id}`)
  }
}
