import { afterLimits, type AfterRule } from '../../../catalogue/after/rule.ts'
import { afterRuleBody } from '../../../catalogue/contract/administration/after-rules.ts'
import { definitionOf } from '../../engine/engine.ts'
import type { Tx } from '../../platform/db/database.ts'
import { refusedBecause } from '../../platform/db/refused.ts'
import { sql } from '../../platform/db/sql.ts'
import { errorFacts } from '../../platform/log/log.ts'
import {
  doActs,
  dropDraft,
  partyOf,
  teacherOf,
  undoActs,
  type RunContext,
  type MadeDraft,
  type Run,
} from './acts.ts'
import { valuesOf } from './matching.ts'
import type { AfterNeeds } from './needs.ts'

interface OpenRun extends Run {
  readonly body: unknown
  readonly state: 'waiting' | 'undoing'
}

/** The next run that waits, locked against other processes; undefined for none. */
export const takeRun = (tx: Tx): Promise<OpenRun | undefined> =>
  tx.maybeOne<OpenRun>(sql`
    select event_id, office_id, no, type, owner_id, record_id, revision_id, body, state
    from after_run
    where state in ('waiting', 'undoing')
    order by event_id, office_id, no
    limit 1
    for update skip locked`)

interface RunOutcome {
  readonly state: 'done' | 'failed' | 'stopped' | 'undone'
  readonly why: string
  readonly acts?: number
}

const finish = (tx: Pick<Tx, 'execute'>, run: Run, { state, why, acts = 0 }: RunOutcome) =>
  tx.execute(sql`
    update after_run
    set state = ${state}, why = ${why}, acts = ${acts}, ran_at = now()
    where event_id = ${run.event_id} and office_id = ${run.office_id} and no = ${run.no}`)

/** Acts that a rule did today. */
const actsToday = async (tx: Tx, { office_id: office, no }: Run): Promise<number> =>
  (
    await tx.one<{ acts: number }>(sql`
      select coalesce(sum(acts), 0)::int as acts
      from after_run
      where office_id = ${office} and no = ${no}
        and ran_at >= date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`)
  ).acts

async function actingOn(needs: AfterNeeds, tx: Tx, run: Run, rule: AfterRule): Promise<RunContext | null> {
  const teacher = await teacherOf(tx, run)
  const value = (await valuesOf(tx, [run])).get(run.revision_id)
  if (!teacher || !value) return null
  return { needs, tx, run, rule, teacher, definition: definitionOf(needs.engine, run.type), value }
}

/** Pauses a rule that did too much in a day, and tells its office. */
async function pause(acting: RunContext, most: number): Promise<RunOutcome> {
  const { needs, tx, run, rule } = acting
  const why = `一天超过 ${most} 次`
  await tx.execute(sql`
    update after_rule set paused = ${why}, edit_no = edit_no + 1
    where office_id = ${run.office_id} and no = ${run.no} and paused is null`)
  const to = partyOf('office', acting)
  if (to)
    await needs.notify(tx, {
      to,
      kind: '1',
      title: `规则“${rule.title}”已自动暂停`,
      content: `${why}。请在“办结之后”核对条件，改好后恢复。`,
      link: null,
      exceptPerson: 0,
    })
  return { state: 'stopped', why: `规则已暂停：${why}` }
}

async function endOf(needs: AfterNeeds, tx: Tx, run: OpenRun, most: number): Promise<RunOutcome> {
  const rule = afterRuleBody.parse(run.body)
  const acting = await actingOn(needs, tx, run, rule)
  if (acting === null) return { state: 'stopped', why: '教师或记录已不在' }
  if (run.state === 'undoing') return { state: 'undone', why: await undoActs(acting), acts: rule.acts.length }
  const current = await tx.maybeOne<{ on: boolean; paused: string | null }>(sql`
    select enabled and ended_at is null as on, paused
    from after_rule
    where office_id = ${run.office_id} and no = ${run.no}
    for no key update`)
  if (!current?.on) return { state: 'stopped', why: '规则已停用' }
  if (current.paused !== null) return { state: 'stopped', why: `规则已暂停：${current.paused}` }
  if ((await actsToday(tx, run)) + rule.acts.length > most) return pause(acting, most)
  return { state: 'done', why: await doActs(acting), acts: rule.acts.length }
}

/** Does one run and writes down how it ended, in the caller's transaction. */
export async function doRun(needs: AfterNeeds, tx: Tx, run: OpenRun, most: number): Promise<void> {
  await finish(tx, run, await endOf(needs, tx, run, most))
}

/**
 * Does one waiting run, with what it does in one transaction: whoever is killed within it did nothing. What is
 * refused is written down, and may be tried again from the log. Answers whether there was one.
 */
export async function runNext(needs: AfterNeeds, most: number = afterLimits.perDay): Promise<boolean> {
  const taken: { run?: OpenRun | undefined } = {}
  try {
    return await needs.db.transaction(async (tx) => {
      taken.run = await takeRun(tx)
      if (!taken.run) return false
      await doRun(needs, tx, taken.run, most)
      return true
    })
  } catch (error) {
    const { run } = taken
    if (!run) throw error
    const because = refusedBecause(error)
    if (because === null)
      needs.log.error('after-rules.run', { ...errorFacts(error), event: run.event_id, no: run.no })
    await finish(needs.db, run, { state: 'failed', why: because ?? '系统故障，请稍后再试' })
    return true
  }
}

/** Drafts of rules that nobody touched for thirty days go; so do notes of who was told. */
export async function sweep(needs: AfterNeeds): Promise<boolean> {
  await needs.db.execute(
    sql`delete from after_told where day < (now() at time zone 'Asia/Shanghai')::date - 2`,
  )
  const old = await needs.db.query<MadeDraft>(sql`
    select office_id, record_id, type, owner_id, edit_no
    from after_draft
    where ended_at is null and at < now() - make_interval(days => ${afterLimits.draftDays})
    limit 100`)
  for (const made of old) await needs.db.transaction((tx) => dropDraft(needs, tx, made))
  return old.length === 100
}
