import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  ArchiveDocument,
  ArchiveRecord,
  ArchiveSection,
} from '../../../catalogue/contract/archive/archive.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { expiriesOf, type Expiry } from '../../../catalogue/rules/expiry.ts'
import type { Engine, Owner } from '../../engine/engine.ts'
import { prepared } from '../../engine/prepared/index.ts'
import {
  completenessOf,
  daysSince,
  dutyIn,
  type Effective,
  forReader,
  holdsStep,
  levelOfStep,
  maskedKeys,
  type ArchiveGap,
  type Open,
  overlaid,
  type SectionCompleteness,
  summaryOf,
  toldKeys,
} from '../../engine/records/index.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Facts, VerifiedRevision } from './facts.ts'
import { headOf } from './head.ts'

/** Page on which the owner edits a record (null: the type); null if this build has no such page. */
export type LinkOf = (type: string, recordId: string | null) => string | null

/** Inputs of the parts of a document. */
export interface Desk {
  readonly engine: Engine
  readonly actor: Actor
  readonly owner: Owner
  readonly facts: Facts
  readonly linkOf: LinkOf
}

/**
 * Which revision each field of a record came with. The first one wins, for they are newest first; what none
 * names came with the oldest.
 */
function verifiedOf(definition: AnyRecord, versions: readonly VerifiedRevision[]): ArchiveRecord['verified'] {
  const told = new Set<string>()
  const groups = versions.map((version) => {
    const keys = toldKeys(definition, version.changed).filter((key) => !told.has(key))
    for (const key of keys) told.add(key)
    return { keys, by: version.by, office: version.office, at: version.at }
  })
  const last = groups.at(-1)
  if (last) last.keys.push(...prepared(definition).keys.filter((key) => !told.has(key)))
  return groups.filter(({ keys }) => keys.length > 0)
}

function pendingOf(
  d: Desk,
  definition: AnyRecord,
  open: Open,
  effective: Effective | undefined,
): ArchiveRecord['pending'] {
  const { engine, actor, owner, facts } = d
  const stored = overlaid(definition, open.value, effective?.stored)
  const decision = facts.decisions.get(open.recordId)
  const active = open.state === 'inReview'
  return {
    // A return stands until it is answered: beginning to mend it is no answer.
    state: open.mending ? 'returned' : open.state,
    level: active ? levelOfStep(open.route, open.step) : null,
    holder: active ? open.holder : null,
    values: forReader(engine.keys, definition, actor, {
      recordId: open.recordId,
      institutionId: owner.institutionId,
      stored,
      duty: holdsStep(actor, open) ? 'holder' : null,
    }),
    attachments: filesOf(d, open.attachments),
    changed: toldKeys(definition, open.changed),
    reasons: [...(decision?.fields ?? [])],
    reason: decision?.reason ?? null,
    decidedBy: decision?.by ?? null,
    decidedAt: decision?.at ?? null,
    submittedAt: open.submittedAt,
    waitingDays: active ? daysSince(open.holderSince) : null,
  }
}

const filesOf = ({ facts }: Desk, ids: readonly string[]) => ids.flatMap((id) => facts.files.get(id) ?? [])

/** A record in force as the reader sees it, with the verifier of each field. */
function inForceView(
  d: Desk,
  definition: AnyRecord,
  effective: Effective | undefined,
): Pick<ArchiveRecord, 'values' | 'masked' | 'attachments' | 'appliedAt' | 'verified'> {
  if (!effective) return { values: null, masked: [], attachments: [], appliedAt: null, verified: [] }
  const { engine, actor, owner, facts } = d
  const confirming = facts.confirming.get(effective.id)
  const reader = {
    recordId: effective.id,
    institutionId: owner.institutionId,
    stored: effective.stored,
    duty: confirming ? dutyIn(confirming) : null,
  }
  const versions = facts.verified.filter((row) => row.record_id === effective.id)
  return {
    values: forReader(engine.keys, definition, actor, reader),
    masked: facts.date === null ? maskedKeys(definition, actor, reader) : [],
    attachments: filesOf(d, effective.attachments),
    appliedAt: effective.appliedAt,
    verified: verifiedOf(definition, versions),
  }
}

/** One record: what is in force, what is under way beside it, who verified which field. */
function recordOf(
  d: Desk,
  definition: AnyRecord,
  { id, effective, expiring }: { id: string; effective: Effective | undefined; expiring: readonly Expiry[] },
): ArchiveRecord {
  const { facts } = d
  const open = facts.open.find((row) => row.recordId === id)
  const confirming = facts.confirming.get(id)
  return {
    id,
    summary: summaryOf(definition, effective?.stored ?? open?.value ?? {}),
    ...inForceView(d, definition, effective),
    expiring: [...expiring],
    pending: open ? pendingOf(d, definition, open, effective) : null,
    link: d.linkOf(definition.name, id),
    ...(confirming?.unconfirmed && { unconfirmed: true as const }),
  }
}

/**
 * Leads to where the owner fills in what is missing; null for other readers and for fields the institution
 * writes.
 */
function missingView(
  d: Desk,
  definition: AnyRecord,
  { key, label, recordId }: ArchiveGap,
): ArchiveSection['missing'][number] {
  const theirs =
    definition.regime === 'mixed' && (key === '' || definition.fields[key]?.writableBy === 'institution')
  const link = theirs ? null : d.linkOf(definition.name, recordId)
  if (link === null) return { key, label: theirs ? `${label}（由学校填写）` : label, recordId, link }
  return { key, label, recordId, link: key === '' ? `${link}&new=1` : `${link}&edit=1&field=${key}` }
}

function sectionOf(
  d: Desk,
  definition: AnyRecord,
  expected: SectionCompleteness | undefined,
): ArchiveSection {
  const { facts } = d
  const effective = facts.effective.filter(({ type }) => type === definition.name)
  const ordered = definition.pages.list.descending ? [...effective].reverse() : effective
  const open = facts.open.filter(({ type }) => type === definition.name)
  const fresh = open.filter(({ recordId }) => !effective.some(({ id }) => id === recordId))
  const expiries = expiriesOf(
    definition,
    effective.map(({ id, stored }) => ({ id, values: stored })),
    facts.date ?? today(),
  )
  return {
    type: definition.name,
    title: definition.title,
    archive: definition.archive,
    count: effective.length,
    pending: open.filter(({ state }) => state === 'inReview').length,
    returned: open.filter(({ state, mending }) => state === 'returned' || state === 'rejected' || mending)
      .length,
    percent: expected?.percent ?? null,
    missing: (expected?.missing ?? []).map((one) => missingView(d, definition, one)),
    records: [
      ...fresh.map(({ recordId }) =>
        recordOf(d, definition, { id: recordId, effective: undefined, expiring: [] }),
      ),
      ...ordered.map((row) =>
        recordOf(d, definition, { id: row.id, effective: row, expiring: expiries.get(row.id) ?? [] }),
      ),
    ],
  }
}

/**
 * The whole document, masked for the reader. Sections in the order of `definitions`.
 * @param shipped the declarations of the program: how full an archive is compares like with like, whatever a
 * district asks beside them
 */
export function documentOf(
  d: Desk,
  definitions: readonly AnyRecord[],
  shipped: readonly AnyRecord[],
): ArchiveDocument {
  const { percent, sections } = completenessOf(shipped, d.facts.effective, d.facts.open)
  return {
    date: d.facts.date,
    head: headOf(d),
    percent,
    sections: definitions.map((definition) =>
      sectionOf(
        d,
        definition,
        sections.find(({ type }) => type === definition.name),
      ),
    ),
  }
}
