export { amend, type Amendment, type HeldVersion, versionsOf } from './write/amend.ts'
export { deriveAnew, type JoinedRecords, joinRecords, type PassedRecord } from './write/join-records.ts'
export { afterApply, settle } from './write/after-apply.ts'
export { type Application, sortKey, upsertRow, usedFiles } from './write/apply.ts'
export { callVoided } from './write/call-hooks.ts'
export { reopenClosedBy } from './write/close-open.ts'
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
  toldKeys,
  writableKeys,
  writtenValues,
} from './value/codec.ts'
export {
  archiveCompleteness,
  archivesCompleteness,
  completenessOf,
  isExpected,
  type ArchiveGap,
  type SectionCompleteness,
} from './value/completeness.ts'
export { type ConfirmationState, confirmingOf, confirmingOne, dutyIn } from './read/confirming.ts'
export { collisions } from './value/constraints.ts'
export { countsOf, heldByOffice, openCountsStatement, waitingByType, waitsForOwner } from './list/counts.ts'
export { bringIn, type BroughtIn, takeOut } from './write/bring-in.ts'
export { createRecord } from './write/create.ts'
export { countRevisions, eraseRecords } from './write/erase.ts'
export { declarationsFor, seesType } from './read/declarations.ts'
export { derive, deriveAll, deriveFor, type OwnedRow, readsFrom } from './value/derive.ts'
export { effectiveTotal } from './list/effective-total.ts'
export { editRecord } from './write/edit.ts'
export { filesIn } from './value/evidence.ts'
export { checkContext, examine, requireSound } from './value/examine.ts'
export { answersFor, ownKeys, writesField } from './value/fields-of-side.ts'
export { filesOf } from './value/files-of.ts'
export {
  caseBefore,
  claimKey,
  contentBefore,
  isClash,
  madeOnce,
  rememberCase,
  rememberContent,
  releaseKey,
  repeatable,
  type Repeatable,
  secretFor,
  forgottenRepeats,
} from './write/idempotency.ts'
export { cleanedInput, readInput } from './value/input.ts'
export { journal, journalParts, type Note } from './write/journal.ts'
export { type ListQuery, readListQuery } from './list/list-query.ts'
export { exactUpTo, keysStatement, listStatement } from './list/list.ts'
export { loadText } from './read/load-statement.ts'
export {
  load,
  type LoadedRecord,
  loadWithoutEvents,
  noteRecordRead,
  overlaid,
  type PendingRevision,
} from './read/load.ts'
export {
  type Effective,
  effectiveOf,
  effectiveStatement,
  type Open,
  openOf,
  openStatement,
} from './read/owned.ts'
export { foundByNumber } from './read/passed.ts'
export { listQueue, pendingRow } from './list/queue.ts'
export { holdsStep, namesOf, openDecision, viewOf } from './read/view.ts'
export { referencesOf, withReferences } from './value/references.ts'
export {
  placeOfOwner,
  placeRecords,
  rehold,
  type Rehold,
  submitAgainFor,
  underReview,
  type UnderReview,
  unsettledOf,
  withdrawFor,
  type WithdrawnFor,
} from './write/moved-owners.ts'
export { leavePosts, type Member, type Post, rejoinPosts, renamePosts } from './write/posts.ts'
export { groupTypes, ownedBy, placeOwned, takeOver, type TakingOver } from './write/take-over.ts'
export { deleteRecord, voidEffective } from './write/remove.ts'
export { mostRevealed, reveal } from './read/reveal.ts'
export { insertForReview, insertRestored } from './write/repeat-revision.ts'
export { nextNumbers, supersede } from './write/revision.ts'
export type { EventRow, PendingRow } from './read/rows.ts'
export { byKeysStatement, effectiveByKeys, effectiveKeys, type ListedRecord } from './list/taken-out.ts'
export { listSection } from './list/section.ts'
export { daysSince, levelOfStep } from './read/waiting.ts'
export { listEffective } from './list/wide-list.ts'
