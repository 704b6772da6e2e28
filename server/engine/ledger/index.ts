/**
 * Accounts of hours: entries that are added and countered, never edited, and what they come to
 * (docs/decisions/0160).
 */
export {
  counterEntries,
  nextVersion,
  postEntries,
  postedOf,
  postEntry,
  standingOf,
  type EntrySource,
  type Posting,
  type StandingEntry,
} from './entries.ts'
export {
  countedBetween,
  countYear,
  entriesOf,
  entriesOfOwners,
  recountSome,
  recountYear,
  type LedgerEntry,
  type YearCount,
  type YearOfAccount,
} from './balance.ts'
export { passEntries } from './pass.ts'
export { publishRule, ruleFor } from './rules.ts'
