import { readFileSync } from 'node:fs'

const tablesOf = (room: string, tables: string): Readonly<Record<string, string>> =>
  Object.fromEntries(tables.split(' ').map((table) => [table, room]))

/**
 * The room of the server that writes each table. Who writes a table keeps its rules, so nobody else writes
 * it; typed tables of records, whose names are worked out, belong to engine/records and engine/flows.
 */
const owners: Readonly<Record<string, string>> = {
  ...tablesOf('engine/ledger', 'hour_rule ledger_account ledger_balance ledger_entry'),
  ...tablesOf(
    'engine/directory',
    'outside_account former_person identity institution institution_former membership password_history person recovery_code teacher teacher_journal',
  ),
  ...tablesOf('features/boards', 'board_layout board_share'),
  ...tablesOf('engine/campaigns', 'campaign campaign_event campaign_file campaign_lead campaign_sweep'),
  ...tablesOf('features/archive-tasks', 'archive_task archive_task_person'),
  ...tablesOf('features/feedback', 'feedback'),
  ...tablesOf('features/scim', 'scim_user'),
  ...tablesOf('features/after-rules', 'after_rule after_run after_told after_todo after_draft'),
  ...tablesOf('features/sites', 'client_site'),
  ...tablesOf('features/personal-copy', 'personal_copy'),
  ...tablesOf('features/archive-transfer', 'archive_package'),
  ...tablesOf('features/own-fields', 'own_declaration own_draft own_key own_opening'),
  ...tablesOf('features/api-tokens', 'api_call api_minute api_token'),
  ...tablesOf('features/live', 'live_room live_air live_record live_listed live_line live_mute stay'),
  ...tablesOf('engine/publishing', 'content_signal content_version'),
  ...tablesOf('features/support', 'support_need support_entry support_entry_person support_silence'),
  ...tablesOf('features/support', 'pair_goal pair_reading pair_statement pair_amendment pair_plan'),
  ...tablesOf(
    'features/apps',
    'app app_binding app_favourite app_health app_narrowing app_opening app_pin app_request',
  ),
  ...tablesOf(
    'features/resources',
    'chapter_pack chapter_pack_item coauthor_record content_record resource_origin resource_trace',
  ),
  ...tablesOf('features/todos', 'todo_escalated todo_hand'),
  account_request: 'features/users',
  allowed_host: 'features/contents',
  apart: 'features/roll',
  audit: 'platform/audit',
  audit_seal: 'features/audit-log',
  backup_run: 'app',
  calendar_day: 'features/calendar',
  campaign_outcome: 'features/campaigns',
  campaign_objection: 'features/campaigns',
  campaign_place: 'features/campaigns',
  campaign_quota: 'engine/seats',
  campaign_serial: 'features/research',
  captcha: 'features/sign-in',
  client: 'features/clients',
  confirmation: 'features/corrections',
  content: 'engine/publishing',
  content_confirmation: 'features/contents',
  content_decision: 'engine/publishing',
  content_file: 'engine/publishing',
  content_reader: 'engine/publishing',
  content_reminder: 'features/contents',
  content_search: 'engine/publishing',
  correction: 'features/corrections',
  declaration_material: 'features/declarations',
  case_result: 'engine/results',
  case_person: 'engine/processes',
  request_count: 'platform/http',
  credential: 'features/credentials',
  credential_key: 'features/credentials',
  custom_query: 'features/query',
  custom_query_version: 'features/query',
  channel_pause: 'features/deliveries',
  delivery: 'features/deliveries',
  delivery_round: 'features/deliveries',
  dispatch: 'features/deliveries',
  outside_door: 'features/outside-sign-in',
  outside_visit: 'features/outside-sign-in',
  dictionary_change: 'features/dictionaries',
  dictionary_item: 'features/dictionaries',
  export: 'features/exports',
  export_person: 'features/exports',
  figure_row: 'engine/figures',
  figure_run: 'engine/figures',
  figure_total: 'engine/figures',
  file: 'features/files',
  ...tablesOf('features/files', 'file_quota teacher_quota'),
  file_use: 'engine/records',
  flow: 'engine/ways',
  form_bundle: 'features/forms',
  form_bundle_item: 'features/forms',
  idempotency: 'engine/records',
  import_job: 'engine/imports',
  import_reading: 'features/imports',
  import_row: 'engine/imports',
  issued_form: 'features/forms',
  ...tablesOf('features/forms', 'office_form office_form_version'),
  login_nonce: 'features/sign-in',
  master_key_check: 'engine/sealing',
  message: 'features/messages',
  broadcast: 'features/messages',
  broadcast_reader: 'features/messages',
  message_choice: 'features/deliveries',
  message_pace: 'features/deliveries',
  message_template: 'features/messages',
  calendar_feed: 'features/todos',
  mobile_code: 'features/account',
  movement: 'engine/movement',
  outbox: 'engine/outbox',
  outbox_consumer: 'engine/outbox',
  outbox_waiting: 'engine/outbox',
  ...tablesOf('engine/person-facts', 'person_fact fact_sum fact_sum_due fact_year fact_year_due'),
  person_join: 'engine/movement',
  blind_check: 'features/blind',
  near_key: 'features/near',
  near_work: 'features/near',
  seat: 'engine/seats',
  seat_book: 'engine/seats',
  seat_event: 'engine/seats',
  seat_pool: 'engine/seats',
  seat_waiting: 'engine/seats',
  presence_book: 'engine/presence',
  presence_correction: 'engine/presence',
  presence_event: 'engine/presence',
  presence_mark: 'engine/presence',
  presence_pass: 'engine/presence',
  presence_session: 'engine/presence',
  presence_try: 'engine/presence',
  survey: 'engine/surveys',
  survey_answer: 'engine/surveys',
  survey_answered: 'engine/surveys',
  survey_asker: 'features/surveys',
  training_day: 'features/presence',
  training_day_person: 'features/presence',
  comment: 'engine/comments',
  comment_report: 'engine/comments',
  training_series: 'features/training',
  training_session: 'features/training',
  teaching_sitting: 'features/teaching',
  teaching_face: 'features/teaching',
  studio_plan: 'features/studios',
  studio_face: 'features/studios',
  observed_lesson: 'features/teaching',
  studio_quota: 'features/studios',
  observation_rubric: 'features/teaching',
  observation_rubric_ended: 'features/teaching',
  observation_sheet: 'features/teaching',
  observation_remark: 'features/teaching',
  course_lesson: 'features/courses',
  course_media: 'features/courses',
  course_checkpoint: 'features/courses',
  watch_clock: 'engine/watch',
  watch_state: 'engine/watch',
  watch_session: 'engine/watch',
  watch_cut: 'engine/watch',
  watch_answer: 'engine/watch',
  training_survey: 'features/training',
  training_team: 'features/training',
  hour_share: 'features/training',
  late_hours: 'features/training',
  roster_school: 'features/training',
  training_face: 'features/training',
  training_fact: 'features/training-figures',
  training_followed: 'features/training-figures',
  prep: 'features/lesson-prep',
  prep_member: 'features/lesson-prep',
  prep_note: 'features/lesson-prep',
  prep_writer: 'features/lesson-prep',
  prep_own: 'features/lesson-prep',
  prep_version: 'features/lesson-prep',
  question: 'engine/questions',
  question_decision: 'engine/questions',
  question_file: 'engine/questions',
  question_version: 'engine/questions',
  blueprint_template: 'engine/papers',
  paper_use: 'features/papers',
  paper: 'engine/papers',
  paper_decision: 'engine/papers',
  paper_item: 'engine/papers',
  paper_person: 'engine/papers',
  paper_told: 'engine/papers',
  paper_version: 'engine/papers',
  question_basket: 'engine/papers',
  process_case: 'engine/processes',
  process_event: 'engine/processes',
  process_file: 'engine/processes',
  portal_start: 'features/workbench',
  public_figures: 'features/portal',
  quality_check: 'features/quality',
  quality_finding: 'features/quality',
  quality_sum: 'features/quality',
  reader_salt: 'engine/publishing',
  reading: 'engine/access',
  reason_library: 'features/reason-library',
  reason_off: 'features/reason-library',
  record_passed: 'engine/records',
  reminder: 'features/reminders',
  review_event: 'features/expert-review',
  review_expert: 'features/expert-review',
  review_item: 'features/expert-review',
  review_round: 'features/expert-review',
  review_task: 'features/expert-review',
  revision: 'engine/records',
  revision_event: 'engine/records',
  revision_look: 'engine/flows',
  consent_log: 'features/legal',
  saved_reason: 'features/reason-library',
  saved_view: 'features/saved-views',
  schema_migration: 'platform/db',
  sealing_key: 'engine/sealing',
  sealing_progress: 'engine/sealing',
  session: 'platform/session',
  sign_in_failure: 'features/sign-in',
  roster_delivery: 'features/roster',
  roster_feed: 'features/roster',
  roster_hook: 'features/roster',
  roster_subject: 'features/roster',
  sign_on_client: 'features/sign-on',
  sign_on_consent: 'features/sign-on',
  sign_on_item: 'features/sign-on',
  sign_on_key: 'features/sign-on',
  sign_on_ticket: 'features/sign-on',
  ...tablesOf('engine/curriculum', 'curriculum_node knowledge_point successor textbook'),
  ...tablesOf('engine/sharing', 'collection collection_item favourite'),
  resource_complaint: 'features/complaints',
  rating: 'engine/sharing',
  shelf: 'engine/sharing',
  use_event: 'engine/sharing',
  tour_seen: 'features/tours',
  resumable_part: 'features/files',
  resumable_upload: 'features/files',
  upload_ticket: 'features/files',
  structure_plan: 'features/structure',
  talent_entry: 'features/talents',
  talent_event: 'features/talents',
  used_ticket: 'features/sign-in',
}

/**
 * Tables that engine/bulk writes through COPY, by the decisions of the rooms that own them
 * (docs/decisions/0044).
 */
const inBulk = new Set(['file_use', 'revision', 'revision_event', 'revision_look'])

const copying = /\bcopy(?:Items|Rows)\(\s*\w+,\s*'([a-z_]+)'/g
const writing = /\b(?:insert\s+into|update|delete\s+from|truncate)\s+([a-z_]+)\b/g
/** What follows `update` in other statements: locks, conflicts and triggers. */
const noTables = new Set(['of', 'set', 'skip', 'or', 'on', 'before', 'after', 'behind', 'and', 'the'])

/** `server/features/users/store.ts` → `features/users`; files beside the rooms belong to their folder. */
function roomOf(path: string): string {
  const [, first = '', second = ''] = path.split('/')
  return second.endsWith('.ts') || first === 'app' ? first : `${first}/${second}`
}

/** Statements within a text of the server that write a table of another room. */
export function foreignWrites(path: string, text: string): string[] {
  const room = roomOf(path)
  // Sentences of comments speak of updates, too.
  const statements = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...statements.matchAll(writing), ...statements.matchAll(copying)].flatMap(([, table = '']) => {
    if (noTables.has(table) || (room === 'engine/bulk' && inBulk.has(table))) return []
    const owner = owners[table]
    if (owner === undefined) return [`${path}: no room owns the table ${table} (scripts/table-owners.ts)`]
    return owner === room ? [] : [`${path}: ${table} is written by ${owner} alone`]
  })
}

/** Tables that other rooms name only by a word of the room that owns them, and the rooms which it is made of. */
const doors: Readonly<Record<string, { readonly word: string; readonly rooms: readonly string[] }>> = {
  process_case: {
    word: 'caseRows of engine/processes',
    rooms: [
      'engine/processes',
      'engine/campaigns',
      'engine/results',
      'engine/quota',
      'engine/movement',
      'app',
    ],
  },
}

/** Texts of the server that name a table past its door. */
export function readsPastDoor(path: string, text: string): string[] {
  const room = roomOf(path)
  return Object.entries(doors).flatMap(([table, { word, rooms }]) =>
    !rooms.includes(room) && new RegExp(`\\b${table}\\b`).test(text)
      ? [`${path}: ${table} is read by ${word}`]
      : [],
  )
}

/** All of them, tests and migrations aside: those build what they need. */
export function tableOwners(paths: readonly string[]): string[] {
  return paths
    .filter((path) => path.startsWith('server/') && !/\.test\.ts$|\/(?:embedded-)?test-/.test(path))
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8')
      return [...foreignWrites(path, text), ...readsPastDoor(path, text)]
    })
}
