import type { PaperDetail } from '../../../catalogue/contract/papers.ts'
import { paperValue, type PaperValue } from '../../../catalogue/papers/value.ts'
import { useWholeForm } from '../../engine/form/use-whole-form.ts'
import { readPaper, writePaper } from './use-papers.ts'

/** A paper while it is made. `onShown` gets what the server made of a save: its questions and faults. */
export const usePaperForm = (paper: PaperDetail, onShown: (detail: PaperDetail) => void) =>
  useWholeForm<PaperValue, PaperDetail>({
    opened: paper,
    start: paper.value,
    valueOf: ({ value }) => value,
    schema: paperValue,
    kind: 'paper',
    // The paper is there before its desk opens.
    create: () => Promise.resolve(paper),
    write: writePaper,
    read: readPaper,
    onShown,
  })

export type PaperForm = ReturnType<typeof usePaperForm>
