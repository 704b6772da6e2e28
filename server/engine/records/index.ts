export { afterApply } from './after-apply.ts'
export { type Application, sortKey, upsertRow, useFiles } from './apply.ts'
export { reopenClosedBy } from './close-open.ts'
export {
  changedKeys,
  forReader,
  fromRow,
  fromStored,
  maskedKeys,
  maskOf,
  pick,
  placeOf,
  type StoredValue,
  summaryOf,
  toStored,
  type Values,
  writableKeys,
} from './codec.ts'
export {
  archiveCompleteness,
  archivesCompleteness,
  completenessOf,
  isExpected,
  type Missing,
  type SectionCompleteness,
} from './completeness.ts'
export { type Confirming, confirmingOf, confirmingOne, dutyIn } from './confirming.ts'
export { collisions } from './constraints.ts'
export { countsOf, waitingByType } from './counts.ts'
export { createRecord } from './create.ts'
export { declarationsFor } from './declarations.ts'
export { derive, deriveAll, deriveFor, type OwnedRow, readsFrom } from './derive.ts'
export { editRecord } from './edit.ts'
export { filesIn } from './evidence.ts'
export { checkContext, examine, requireSound } from './examine.ts'
export { answersFor, ownKeys, writesField } from './fields-of-side.ts'
export { filesOf } from './files-of.ts'
export { contentBefore, isClash, rememberContent, repeatable } from './idempotency.ts'
export { cleanedInput, readInput } from './input.ts'
export { journal, type Note } from './journal.ts'
export { readListQuery } from './list-query.ts'
export { exactUpTo, listStatement } from './list.ts'
export { loadText } from './load-statement.ts'
export { load, type Loaded, loadWithoutEvents, noteRecordRead, overlaid, type Pending } from './load.ts'
export { type Effective, effectiveOf, effectiveStatement, type Open, openOf, openStatement } from './owned.ts'
export { levelOfStep, listQueue } from './queue.ts'
export { daysSince, holdsStep, namesOf, openDecision, viewOf } from './read.ts'
export { referencesOf, withReferences } from './references.ts'
export { deleteRecord, voidEffective } from './remove.ts'
export { reveal } from './reveal.ts'
export { nextNumbers, supersede } from './revision.ts'
export type { EventRow } from './rows.ts'
export { listSection } from './section.ts'
export { listEffective } from './wide-list.ts'
