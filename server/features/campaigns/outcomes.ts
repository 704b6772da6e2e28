import type { Actor } from '../../../catalogue/access/access.ts'
import type { OutcomeList } from '../../../catalogue/contract/campaigns.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { campaignCalled } from '../../../catalogue/processes/campaigns.ts'
import { keysIn, firstForm } from '../../../catalogue/processes/reading.ts'
import { processes, processNames, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { refusedBecause } from '../../platform/db/refused.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { CampaignRow } from '../../engine/campaigns/index.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import { caseRows, caseOf, makeMove, movesOf, type CaseNeeds } from '../../engine/processes/index.ts'
import { statesToDecide } from './opinions.ts'

/** Processes whose entries experts may review, with the state in which they do. */
const reviewed = processNames.flatMap((name) => {
  const definition: AnyProcess = processes[name]
  return definition.campaign?.reviewed ? [{ name, definition, ...definition.campaign.reviewed }] : []
})

/** Condition that the case `k` is an entry that waits for experts. */
const waitsForExperts: Sql = sql`(k.type, k.state) in (
  select * from unnest(${reviewed.map(({ name }) => name)}::text[], ${reviewed.map(({ state }) => state)}::text[]))
  and not exists (select 1 from campaign_outcome o where o.case_id = k.id)`

/** The campaigns of an office of which entries wait for experts, for a round of expert review. */
export async function reviewChoices(db: Queryable, actor: Actor) {
  const rows = await db.query<{ scope: string; title: string; collects: string; items: number }>(sql`
    select c.id as scope, c.title, c.collects, count(*)::int as items
    from campaign c
    join ${caseRows} k on k.campaign_id = c.id
    where c.institution_id = ${actor.institutionId} and ${waitsForExperts}
    group by c.id, c.title, c.collects, c.updated_at
    order by c.updated_at desc limit 200`)
  return rows.map(({ collects, ...choice }) => ({
    ...choice,
    rubric: reviewed.find(({ name }) => name === collects)?.rubric ?? 'talent',
  }))
}

interface Entry {
  readonly id: string
  readonly type: ProcessName
  readonly value: Readonly<Record<string, unknown>>
  readonly person: number | null
  readonly name: string
  readonly institution: string
  readonly institutionId: number | null
  readonly districtId: number | null
  readonly cityId: number | null
}

interface Section {
  readonly label: string
  readonly text: string
  readonly form: 'fact' | 'plain' | 'rich'
}

/** Sections of an entry for experts: facts and texts, without people, files and places; of the first form, and what is shown beside. */
function sectionsOf(definition: AnyProcess, value: Entry['value']): Section[] {
  const beside = definition.campaign?.reviewed?.shows ?? []
  return [...keysIn(definition, [firstForm]), ...beside].flatMap((key) => {
    const field = definition.fields[key]
    const held = value[key]
    if (!field || key === definition.titled || held === null || held === undefined || held === '') return []
    if (field.lines !== undefined || kindOf(field).names !== undefined) return []
    const { toText, markup, prose } = kindOf(field)
    const text = toText(held, field)
    return text === '' ? [] : [{ label: field.label, text, form: markup ? 'rich' : prose ? 'plain' : 'fact' }]
  })
}

const textIn = (value: Entry['value'], key: string): string | null => {
  const held = value[key]
  return typeof held === 'string' && held !== '' ? held : null
}

/**
 * The entries of a campaign of an office that wait for experts, without whose they are unless that is declared;
 * the same order each time.
 */
export async function reviewItems(tx: Tx, campaignId: string, officeId: number) {
  const entries = await tx.query<Entry>(sql`
    select k.id, k.type, k.value, t.person_id as person, coalesce(t.name, '') as name,
      coalesce(i.name, '') as institution, i.id as "institutionId", i.district_id as "districtId",
      i.city_id as "cityId"
    from ${caseRows} k
    join campaign c on c.id = k.campaign_id
    left join teacher t on t.id = k.teacher_id
    left join institution i on i.id = coalesce(t.institution_id, k.institution_id)
    where c.id = ${campaignId}::uuid and c.institution_id = ${officeId} and ${waitsForExperts}
    order by md5(k.id::text)`)
  return entries.map(({ id, type, value, person, name, institution, ...place }) => {
    const definition: AnyProcess = processes[type]
    const named = definition.campaign?.reviewed?.named === true
    const whose: Section[] = named
      ? [{ label: '申报人', text: `${name}（${institution}）`, form: 'fact' }]
      : []
    return {
      ref: id,
      applicants: person === null ? [] : [person],
      ...place,
      subject: textIn(value, 'subject'),
      title: textIn(value, definition.titled ?? '') ?? definition.title,
      named,
      sections: [...whose, ...sectionsOf(definition, value)],
      files: [] as string[],
    }
  })
}

export interface Outcome {
  readonly ref: string
  readonly code: string
  readonly rank: number | null
  readonly score: number | null
  readonly opinions: readonly string[]
}

/** Keeps what experts found about the entries of a campaign, in the transaction that closes their round. */
export async function keepOutcomes(
  tx: Tx,
  { id, scope }: { readonly id: string; readonly scope: string },
  found: readonly Outcome[],
): Promise<void> {
  await tx.execute(sql`
    insert into campaign_outcome (campaign_id, case_id, round_id, code, rank, score, opinions)
    select ${scope}::uuid, x.ref, ${id}::uuid, x.code, x.rank, x.score, x.opinions
    from jsonb_to_recordset(${sql.json(found)}) as x(ref uuid, code text, rank int, score int, opinions jsonb)
    on conflict (campaign_id, case_id) do update
    set round_id = excluded.round_id, code = excluded.code, rank = excluded.rank, score = excluded.score,
      opinions = excluded.opinions, at = excluded.at`)
}

/** Expert results of a campaign for the office that holds it, best first. */
export async function outcomesOf(db: Queryable, { id, collects }: CampaignRow): Promise<OutcomeList> {
  const list = await db.query<Omit<OutcomeList['list'][number], 'title'> & { value: Entry['value'] }>(sql`
    select k.id, k.type, k.state, k.value, coalesce(t.name, i.name) as name, i.name as institution, o.code, o.rank, o.score
    from campaign_outcome o
    join ${caseRows} k on k.id = o.case_id
    left join teacher t on t.id = k.teacher_id
    join institution i on i.id = coalesce(t.institution_id, k.institution_id)
    where o.campaign_id = ${id}::uuid
    order by o.rank nulls last, o.code limit 2000`)
  const definition = reviewed.find(({ name }) => name === collects)
  const bands = definition?.definition.campaign?.reviewed?.bands
  const decided = definition ? statesToDecide(definition.definition) : []
  return {
    list: list.map(({ value, ...line }) => ({
      ...line,
      title: textIn(value, processes[line.type].titled ?? '') ?? '',
      waits: decided.includes(line.state),
    })),
    bands: bands ? [...bands.codes] : [],
  }
}

/** Number of ranks to grant: one number, or one for each band. */
export interface Decision {
  readonly cuts: readonly number[]
  readonly value: Readonly<Record<string, unknown>>
  readonly reason: string
}

export interface OutcomeReport {
  granted: number
  refused: number
  readonly failed: { readonly title: string; readonly message: string }[]
}

/**
 * Decides the entries of a campaign by their ranks, each with its own moves and its own line of the timeline.
 * Equal ranks are not parted: a cut through them is refused. What was decided before stays, so that it may be
 * asked again.
 */
export async function decideByOutcome(
  processing: CaseNeeds,
  actor: Actor,
  campaign: CampaignRow,
  decision: Decision,
): Promise<OutcomeReport> {
  const { definition, rules } = rulesOf(campaign)
  const wanted = rules.bands?.codes.length ?? 1
  if (decision.cuts.length !== wanted) throw invalid('cuts', `请填写 ${wanted} 个数`)
  const { list } = await outcomesOf(processing.db, campaign)
  const ranked = list.filter(({ rank }) => rank !== null)
  const bandOf = bandsBy(
    decision.cuts,
    ranked.map(({ rank }) => rank ?? 0),
  )
  const done: OutcomeReport = { granted: 0, refused: 0, failed: [] }
  for (const line of list.filter(({ waits }) => waits)) {
    const band = line.rank === null ? -1 : bandOf(ranked.indexOf(line))
    const { actions, code } = movesOfBand(rules, band)
    if (actions.length === 0) continue
    try {
      const { scores } = rules
      if (scores && line.state === rules.state)
        await makeOneOf(processing, actor, definition, {
          id: line.id,
          actions: [scores.move],
          decision,
          code: { [scores.field]: line.score === null ? null : line.score / 100 },
        })
      await makeOneOf(processing, actor, definition, { id: line.id, actions, decision, code })
      done[band >= 0 ? 'granted' : 'refused'] += 1
    } catch (error) {
      const because = refusedBecause(error)
      if (because === null) throw error
      done.failed.push({ title: line.title, message: because })
    }
  }
  return done
}

type Rules = NonNullable<NonNullable<AnyProcess['campaign']>['reviewed']>

function rulesOf({ type, collects }: CampaignRow): {
  readonly definition: AnyProcess
  readonly rules: Rules
} {
  const definition = reviewed.find(({ name }) => name === collects)?.definition
  const rules = definition?.campaign?.reviewed
  const called = campaignCalled(type)?.called ?? '本次征集'
  if (!definition || !rules) throw new AppError('wrongState', { message: `${called}不经专家评审` })
  return { definition, rules }
}

/**
 * The moves that decide an entry of a band, and what they write beside what the office says; -1 for behind
 * the last one.
 */
function movesOfBand({ granted, refused, bands }: Rules, band: number) {
  if (band < 0) return { actions: refused === undefined ? [] : [refused], code: {} }
  return { actions: granted, code: bands ? { [bands.field]: bands.codes[band] } : {} }
}

/** The band of a place among the ranks; -1 behind the last one. */
function bandsBy(cuts: readonly number[], ranks: readonly number[]): (place: number) => number {
  const ends: number[] = []
  for (const cut of cuts) ends.push((ends.at(-1) ?? 0) + cut)
  for (const end of ends)
    if (end > 0 && end < ranks.length && ranks[end - 1] === ranks[end])
      throw invalid('cuts', `第 ${end} 名并列，请把并列的都算在内或都不算`)
  if ((ends.at(-1) ?? 0) > ranks.length) throw invalid('cuts', `有名次的只有 ${ranks.length} 件`)
  return (place) => ends.findIndex((end) => place < end)
}

interface OneEntry {
  readonly id: string
  readonly actions: readonly string[]
  readonly decision: Decision
  readonly code: Readonly<Record<string, unknown>>
}

/** Makes the one of the moves that is open for an entry now. */
async function makeOneOf(
  processing: CaseNeeds,
  actor: Actor,
  definition: AnyProcess,
  { id, actions, decision, code }: OneEntry,
): Promise<void> {
  const row = await caseOf(processing.db, actor, definition, id)
  const open = movesOf(actor, definition, row).find(({ name }) => actions.includes(name))
  if (!open) throw new AppError('wrongState', { message: '现在不能这样办理' })
  await makeMove(processing, {
    actor,
    definition,
    id,
    action: open.name,
    version: row.version,
    reason: open.reason === 'none' ? '' : decision.reason,
    value: open.asks.length > 0 ? { ...decision.value, ...code } : {},
  })
}
