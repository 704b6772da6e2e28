import type { Actor } from '../../../catalogue/access/access.ts'
import type { Packet, PacketLine, PacketList } from '../../../catalogue/contract/review/packets.ts'
import type { RoundRules } from '../../../catalogue/contract/review/rules.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { viewOf } from '../../../catalogue/kinds/file-types.ts'
import { isMarkup } from '../../../catalogue/kinds/rich-text.ts'
import { totalOf } from '../../../catalogue/reviews/scoring.ts'
import type { TaskState } from '../../../catalogue/reviews/task.ts'
import { filesInRich, shownPlain, shownRich, type Surroundings } from '../../engine/kinds/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { addressOf, nameOf } from './packet-files.ts'
import { wrongState, type ReviewNeeds } from './options.ts'
import type { SourceSection } from './source.ts'

/** A task as its expert may know it. Nothing here comes from the case but what the packet shows. */
export interface TaskRow {
  readonly id: string
  readonly no: number
  readonly state: TaskState
  readonly due_at: string
  readonly scores: Readonly<Record<string, number>>
  readonly opinion: string
  readonly conclusion: string | null
  readonly version: number
  readonly round_id: string
  readonly round: string
  readonly round_state: string
  readonly rules: RoundRules
}

const rows = (db: Queryable, actor: Actor, where: Sql) =>
  db.query<TaskRow>(sql`
    select k.id, k.no, k.state, k.due_at, k.scores, k.opinion, k.conclusion, k.version, k.round_id, r.title as round,
      r.state as round_state, r.rules
    from review_task k
    join review_round r on r.id = k.round_id
    where k.person_id = ${actor.personId} and ${where}
    order by (r.state <> 'open'), r.opened_at desc, r.id, k.no`)

/** Characters that count: no spaces. */
const lengthOf = (text: string): number => [...text.replaceAll(/\s/g, '')].length

/** Missing parts of a packet before its scores can be handed in; null for none. */
export function missingIn({
  rules,
  scores,
  opinion,
  conclusion,
}: Pick<TaskRow, 'rules' | 'scores' | 'opinion' | 'conclusion'>) {
  const open = rules.rubric.find(({ key }) => scores[key] === undefined)
  if (open) return { field: `scores.${open.key}`, message: `“${open.label}”尚未评分` }
  if (conclusion === null) return { field: 'conclusion', message: '请选择评审结论' }
  return lengthOf(opinion) < rules.opinion
    ? { field: 'opinion', message: `评语至少 ${rules.opinion} 个字` }
    : null
}

export function lineOf(row: TaskRow): PacketLine {
  const scored = row.rules.rubric.filter(({ key }) => row.scores[key] !== undefined).length
  return {
    id: row.id,
    no: row.no,
    state: row.state,
    dueAt: row.due_at,
    scored,
    of: row.rules.rubric.length,
    total: scored === row.rules.rubric.length ? totalOf(row.rules, row.scores) : null,
    conclusion: row.conclusion,
    ready: missingIn(row) === null,
  }
}

const open = sql`k.state in ('assigned', 'reviewing') and r.state = 'open'`

/** The tasks of the person, round by round. */
export async function packetsOf(
  { db }: ReviewNeeds,
  actor: Actor,
  status: 'open' | 'done' | undefined,
): Promise<PacketList> {
  const where = status === undefined ? sql`true` : status === 'open' ? open : sql`not (${open})`
  const found = await rows(db, actor, sql`${where} and k.state <> 'recalled'`)
  const rounds = [...Map.groupBy(found, (row) => row.round_id).values()]
  return {
    rounds: rounds.map((tasks, at) => ({
      no: rounds.length - at,
      title: tasks[0]?.round ?? '',
      open: tasks[0]?.round_state === 'open',
      tasks: tasks.map(lineOf),
    })),
  }
}

/** One task of the person, who works on it now; a stranger’s is missing. */
export async function ownTask(db: Queryable, actor: Actor, id: string): Promise<TaskRow> {
  const [row] = await rows(db, actor, sql`k.id = ${id}::uuid`)
  if (!row || row.state === 'recalled') throw new AppError('missing')
  if (row.round_state !== 'open') throw wrongState('该评审已经结束，材料不再开放')
  if (row.state === 'avoided') throw wrongState('您已申请回避，该材料不再开放')
  if (row.state === 'expired') throw wrongState('该材料已经逾期，由其他专家评审')
  return row
}

interface Content {
  readonly title: string
  readonly sections: readonly SourceSection[]
  readonly files: { readonly no: number; readonly mime: string; readonly bytes: number }[]
}

/** The form of a part of a round that was opened before forms were kept. */
const formOf = ({ text, form }: SourceSection) =>
  form ?? (isMarkup(text) ? 'rich' : text.length > 60 || text.includes('\n') ? 'plain' : 'fact')

/**
 * No host is listed, so that links to other sites lead to the page that warns; files of authors are left out.
 */
const nothing: Surroundings = { hosts: [], files: new Map() }

/** The facts and the texts of a packet. */
function shownSections(sections: readonly SourceSection[]): Pick<Packet, 'facts' | 'texts'> {
  const parts = sections.map((section) => ({ ...section, form: formOf(section) }))
  return {
    facts: parts.filter(({ form }) => form === 'fact').map(({ label, text }) => ({ label, text })),
    texts: parts
      .filter(({ form }) => form !== 'fact')
      .map(({ label, text, form }) => ({
        label,
        html: form === 'rich' ? shownRich(text, nothing) : shownPlain(text),
        left: form === 'rich' ? new Set(filesInRich(text)).size : 0,
      })),
  }
}

const contentOf = (db: Queryable, task: string) =>
  db.one<Content>(sql`
    select i.title, i.sections, (
        select coalesce(jsonb_agg(jsonb_build_object('no', x.no, 'mime', f.mime, 'bytes', f.bytes) order by x.no), '[]')
        from unnest(i.files) with ordinality x (id, no)
        join file f on f.id = x.id) as files
    from review_task k
    join review_item i on i.id = k.item_id
    where k.id = ${task}::uuid`)

/** The packet of a task. Opening it for the first time begins the review. */
export async function packetOf({ db, keys }: ReviewNeeds, actor: Actor, id: string): Promise<Packet> {
  const before = await ownTask(db, actor, id)
  if (before.state === 'assigned' && actor.viewedBy === undefined)
    await db.execute(sql`
      update review_task set state = 'reviewing', opened_at = now(), version = version + 1
      where id = ${id}::uuid and state = 'assigned'`)
  const [row, content, own] = await Promise.all([
    ownTask(db, actor, id),
    contentOf(db, id),
    rows(db, actor, sql`k.round_id = ${before.round_id}::uuid and k.state <> 'recalled'`),
  ])
  return {
    ...lineOf(row),
    round: row.round,
    named: row.rules.anonymity === 'named',
    title: content.title,
    ...shownSections(content.sections),
    files: content.files.map(({ no, mime, bytes }) => ({
      no,
      name: nameOf(no, mime),
      type: viewOf(mime),
      bytes,
      url: addressOf(keys, id, no),
    })),
    rubric: row.rules.rubric,
    opinionLeast: row.rules.opinion,
    opinionsShown: row.rules.opinionsShown,
    scores: { ...row.scores },
    opinion: row.opinion,
    version: row.version,
    own: own.map(lineOf),
  }
}
