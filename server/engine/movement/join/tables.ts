import { sql, type Sql } from '../../../platform/db/sql.ts'
import { isTeachers } from '../../access/index.ts'
import type { Engine, Tx } from '../../engine.ts'
import type { JoinedPerson } from './joining.ts'

/**
 * What becomes of rows that name one of two numbers of a human. `follows`: they get the number that goes on ·
 * `stays`: history, told under the number of then · `ends`: worked out anew or of no use to the one who goes
 * on · `elsewhere`: another part of the join carries them.
 */
type Fate = 'follows' | 'stays' | 'ends' | 'elsewhere'

export interface NamingColumn {
  readonly table: string
  readonly column:
    | 'teacher_id'
    | 'owner_id'
    | 'person_id'
    | 'low_id'
    | 'high_id'
    | 'other_id'
    | 'holder_teacher_id'
  readonly becomes: Fate
  /**
   * Columns that are unique beside the number: a row of the same values stays where the other one has one.
   */
  readonly once?: readonly string[]
  /** What is set in a row that stays, so that nobody finds it among those in use. */
  readonly ended?: Sql
}

/**
 * Every table that names teachers or persons by number, beside typed tables of records. A test compares it
 * with the columns of the database.
 */
export const namings: readonly NamingColumn[] = [
  { table: 'correction', column: 'owner_id', becomes: 'follows' },
  {
    table: 'talent_entry',
    column: 'owner_id',
    becomes: 'follows',
    once: ['kind'],
    ended: sql`removed_at = least(removed_at, now()), removed_reason = coalesce(removed_reason, '两份档案合并')`,
  },
  { table: 'archive_task_person', column: 'teacher_id', becomes: 'follows', once: ['task_id'] },
  { table: 'process_case', column: 'teacher_id', becomes: 'follows' },
  { table: 'case_person', column: 'teacher_id', becomes: 'follows', once: ['case_id', 'part'] },
  { table: 'process_case', column: 'holder_teacher_id', becomes: 'follows' },
  { table: 'coauthor_record', column: 'teacher_id', becomes: 'follows', once: ['content_id'] },
  { table: 'issued_form', column: 'teacher_id', becomes: 'follows' },
  { table: 'credential', column: 'owner_id', becomes: 'follows' },
  { table: 'ledger_entry', column: 'owner_id', becomes: 'elsewhere' },
  { table: 'ledger_account', column: 'owner_id', becomes: 'ends' },
  { table: 'ledger_balance', column: 'owner_id', becomes: 'ends' },
  {
    table: 'presence_mark',
    column: 'teacher_id',
    becomes: 'follows',
    once: ['event_id', 'session_id', 'way'],
  },
  { table: 'presence_correction', column: 'teacher_id', becomes: 'follows' },
  { table: 'presence_pass', column: 'teacher_id', becomes: 'ends' },
  { table: 'blueprint_template', column: 'person_id', becomes: 'follows' },
  { table: 'collection', column: 'person_id', becomes: 'follows' },
  { table: 'favourite', column: 'person_id', becomes: 'follows', once: ['kind', 'item_id'] },
  { table: 'question_basket', column: 'person_id', becomes: 'follows', once: ['question_id'] },
  { table: 'paper_person', column: 'person_id', becomes: 'follows', once: ['paper_id'] },
  { table: 'rating', column: 'person_id', becomes: 'follows', once: ['kind', 'item_id'] },
  { table: 'use_event', column: 'person_id', becomes: 'follows', once: ['kind', 'item_id', 'day', 'act'] },
  { table: 'survey_answered', column: 'teacher_id', becomes: 'follows', once: ['event_id'] },
  {
    table: 'observation_sheet',
    column: 'teacher_id',
    becomes: 'follows',
    once: ['campaign_id', 'lesson_id'],
  },
  { table: 'observation_remark', column: 'teacher_id', becomes: 'follows' },
  { table: 'campaign_lead', column: 'teacher_id', becomes: 'follows' },
  { table: 'survey_answer', column: 'teacher_id', becomes: 'follows', once: ['event_id'] },
  { table: 'comment', column: 'person_id', becomes: 'follows' },
  { table: 'feedback', column: 'person_id', becomes: 'follows' },
  // What was handed over stands under the number that it had then.
  { table: 'archive_package', column: 'teacher_id', becomes: 'stays' },
  // Whose it was is the one who signs in no more; its file goes after its days.
  { table: 'personal_copy', column: 'person_id', becomes: 'stays' },
  { table: 'comment_report', column: 'person_id', becomes: 'follows', once: ['comment_id'] },
  { table: 'prep', column: 'teacher_id', becomes: 'follows' },
  { table: 'prep', column: 'holder_teacher_id', becomes: 'follows' },
  { table: 'prep_member', column: 'teacher_id', becomes: 'follows', once: ['prep_id'] },
  { table: 'prep_note', column: 'teacher_id', becomes: 'follows' },
  { table: 'prep_writer', column: 'teacher_id', becomes: 'follows', once: ['prep_id'] },
  { table: 'prep_own', column: 'teacher_id', becomes: 'follows', once: ['prep_id'] },
  { table: 'prep_version', column: 'teacher_id', becomes: 'follows' },
  { table: 'training_day_person', column: 'teacher_id', becomes: 'follows', once: ['event_id'] },
  { table: 'support_entry_person', column: 'teacher_id', becomes: 'follows', once: ['case_id'] },
  // Their owner is an institution.
  { table: 'support_need', column: 'owner_id', becomes: 'stays' },
  { table: 'support_entry', column: 'owner_id', becomes: 'stays' },
  { table: 'hour_share', column: 'owner_id', becomes: 'stays' },
  { table: 'late_hours', column: 'owner_id', becomes: 'ends' },
  { table: 'watch_clock', column: 'owner_id', becomes: 'stays' },
  { table: 'watch_state', column: 'owner_id', becomes: 'elsewhere' },
  { table: 'watch_session', column: 'owner_id', becomes: 'stays' },
  { table: 'watch_cut', column: 'owner_id', becomes: 'stays' },
  { table: 'stay', column: 'owner_id', becomes: 'stays' },
  { table: 'watch_answer', column: 'owner_id', becomes: 'elsewhere' },
  { table: 'person_fact', column: 'owner_id', becomes: 'follows', once: ['kind', 'ref'] },
  { table: 'fact_year', column: 'owner_id', becomes: 'ends' },
  { table: 'fact_year_due', column: 'owner_id', becomes: 'ends' },
  { table: 'live_line', column: 'person_id', becomes: 'follows' },
  { table: 'live_mute', column: 'person_id', becomes: 'follows', once: ['live_id'] },
  { table: 'live_listed', column: 'teacher_id', becomes: 'follows' },
  { table: 'training_fact', column: 'teacher_id', becomes: 'follows' },
  {
    table: 'training_team',
    column: 'teacher_id',
    becomes: 'follows',
    once: ['campaign_id', 'part', 'class_name'],
  },
  { table: 'form_bundle_item', column: 'teacher_id', becomes: 'follows', once: ['bundle_id'] },
  {
    table: 'review_expert',
    column: 'person_id',
    becomes: 'follows',
    once: ['office_id'],
    ended: sql`ended_at = least(ended_at, now())`,
  },
  { table: 'review_task', column: 'person_id', becomes: 'follows' },
  { table: 'account_request', column: 'person_id', becomes: 'follows', once: ['role', 'institution_id'] },
  ...(
    [
      'revision',
      'revision_event',
      'revision_look',
      'file_use',
      'reminder',
      'idempotency',
      'record_passed',
    ] as const
  ).map((table): NamingColumn => ({ table, column: 'owner_id', becomes: 'elsewhere' })),
  { table: 'after_todo', column: 'owner_id', becomes: 'follows' },
  { table: 'after_draft', column: 'owner_id', becomes: 'follows' },
  // What rules did and whom they told that day: read under the number that the event had.
  ...(['after_run', 'after_told'] as const).map((table): NamingColumn => ({
    table,
    column: 'owner_id',
    becomes: 'stays',
  })),
  { table: 'membership', column: 'teacher_id', becomes: 'elsewhere' },
  { table: 'identity', column: 'person_id', becomes: 'elsewhere' },
  { table: 'teacher', column: 'person_id', becomes: 'elsewhere' },
  { table: 'recovery_code', column: 'person_id', becomes: 'elsewhere' },
  { table: 'outside_account', column: 'person_id', becomes: 'elsewhere' },
  { table: 'quality_finding', column: 'owner_id', becomes: 'ends' },
  { table: 'quality_finding', column: 'other_id', becomes: 'ends' },
  { table: 'apart', column: 'low_id', becomes: 'ends' },
  { table: 'apart', column: 'high_id', becomes: 'ends' },
  { table: 'sign_on_consent', column: 'person_id', becomes: 'ends' },
  { table: 'sign_on_ticket', column: 'person_id', becomes: 'ends' },
  { table: 'mobile_code', column: 'person_id', becomes: 'ends' },
  // Of no use to the one who goes on, and read by nobody once nobody signs in.
  ...(['message_choice', 'message_pace', 'tour_seen', 'password_history'] as const).map(
    (table): NamingColumn => ({
      table,
      column: 'person_id',
      becomes: 'stays',
    }),
  ),
  // The sweep keeps one line for every number.
  { table: 'quality_check', column: 'owner_id', becomes: 'stays' },
  // Lines that never change (read under both numbers: `numbersOf`), and figures of days that are over.
  ...(['audit', 'outbox'] as const).map((table): NamingColumn => ({
    table,
    column: 'owner_id',
    becomes: 'stays',
  })),
  { table: 'audit', column: 'person_id', becomes: 'stays' },
  ...(['movement', 'figure_row', 'export_person', 'teacher_journal', 'former_person'] as const).map(
    (table): NamingColumn => ({
      table,
      column: 'teacher_id',
      becomes: 'stays',
    }),
  ),
  ...(['consent_log', 'delivery', 'dispatch', 'roster_subject', 'former_person'] as const).map(
    (table): NamingColumn => ({
      table,
      column: 'person_id',
      becomes: 'stays',
    }),
  ),
]

const isPersons = (column: NamingColumn['column']): boolean => column === 'person_id'

/** Rows `r` of the joined number. Numbers of institutions may equal those of teachers. */
const ofJoined = (records: Engine['records'], { table, column }: NamingColumn, from: number): Sql =>
  sql`${sql.id('r', column)} = ${from} ${table === 'correction' ? sql`and ${isTeachers(records, 'r')}` : sql.empty}`

/** Whether the number that goes on has no such row yet. */
const notTwice = ({ table, column, once }: NamingColumn, to: number): Sql =>
  once === undefined
    ? sql.empty
    : sql`and not exists (select 1 from ${sql.id(table)} o
        where ${sql.id('o', column)} = ${to}
          and ${sql.join(
            once.map((key) => sql`${sql.id('o', key)} = ${sql.id('r', key)}`),
            ' and ',
          )})`

/** Gives rows the number that goes on, or ends them. Answers how many of each table changed. */
export async function followTables(
  engine: Engine,
  tx: Tx,
  { kept, joined }: JoinedPerson,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const naming of namings) {
    const { table, column, becomes } = naming
    const [from, to] = isPersons(column)
      ? [joined.personId, kept.personId]
      : [joined.teacherId, kept.teacherId]
    const which = ofJoined(engine.records, naming, from)
    if (becomes === 'ends') await tx.execute(sql`delete from ${sql.id(table)} r where ${which}`)
    if (becomes !== 'follows') continue
    const count = await tx.execute(sql`
      update ${sql.id(table)} r
      set ${sql.id(column)} = ${to}
      where ${which} ${notTwice(naming, to)}`)
    if (count > 0) counts[table] = Math.max(counts[table] ?? 0, count)
    if (naming.ended) await tx.execute(sql`update ${sql.id(table)} r set ${naming.ended} where ${which}`)
  }
  return counts
}
