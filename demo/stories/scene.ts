import type { Values } from '../../server/engine/records/codec.ts'
import type { Evidence } from '../evidence/files.ts'
import type { EvidenceKind } from '../evidence/pictures.ts'
import type { Identity, Teacher } from '../region/people.ts'
import type { Region } from '../region/region.ts'
import type { Ledger } from '../writing/ledger.ts'
import type { Moment } from '../writing/moment.ts'
import type { Random } from '../writing/random.ts'
import { pendingOf, type Story } from '../writing/story.ts'

/** What every story is told with. */
export interface Scene {
  readonly region: Region
  readonly ledger: Ledger
  readonly evidence: Evidence
  readonly random: Random
}

/** A teacher with the records that are in force. */
export interface Archive {
  readonly teacher: Teacher
  readonly basic: Story
  /** Whether the teacher has filled the own part of the basic information. */
  readonly complete: boolean
  readonly studies: readonly Story[]
}

/** Who holds the pending revision of a story. */
export function reviewerOf(scene: Scene, story: Story): Identity {
  const institutionId = pendingOf(story).holder?.institutionId
  if (institutionId === undefined) throw new Error('demo: nobody holds this')
  return scene.region.officer(institutionId)
}

/** 结业, with or without a diploma before it: what such a course ends with is another certificate. */
const completions: readonly unknown[] = ['12', '15', '18', '22', '32']

/** Uploads what belongs to a study experience: the certificates, now and then the report on them. */
export function evidenceFor(
  scene: Scene,
  random: Random,
  teacher: Teacher,
  values: Values,
  at: Moment,
): string[] {
  const { educationLevel: level, degreeLevel } = values
  const withDegree = degreeLevel !== '0'
  const kinds: EvidenceKind[] = []
  if (completions.includes(level) || (level === '90' && !withDegree)) kinds.push('completion')
  else if (level !== '90') kinds.push('diploma')
  if (withDegree) kinds.push('degree')
  if (random.chance(0.3)) kinds.push('report')
  return kinds.map((kind) => scene.evidence.upload(kind, teacher.hand.id, at))
}
