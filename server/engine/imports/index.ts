export { beginImport, cancelImport, requireOwnImport, startImport, undoImport } from './acts.ts'
export type {
  Change,
  RowComparison,
  ImportEngine,
  StayReason,
  Refs,
  SoundRow,
  Subject,
  Task,
} from './importing.ts'
export { faultBook } from './fault-book.ts'
export { countRows, jobById } from './jobs.ts'
export { mendCells, type MendedCell, sameTexts } from './mend.ts'
export { peopleSubject } from './people-subject.ts'
export { recordsSubject, teachersOf, type DoubtedRow, type RowDoubts } from './records-subject.ts'
export { runChecks, runWrites } from './run.ts'
export { listImports, openedByImport, requireRows } from './lines.ts'
export { faultsOfFile, listRows, rowShown } from './rows.ts'
export { importRowTable } from './staged.ts'
export { viewImport } from './view.ts'
export { namedAbove, rowText } from './owners.ts'
